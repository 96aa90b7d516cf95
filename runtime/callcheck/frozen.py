"""A frozen dataclass that does without the module `dataclasses` until somebody asks for a thing of it.

That module brings `inspect` along, a quarter of the time in which a fresh interpreter imports the checks of a hundred tools.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NoReturn, TypeVar

Class = TypeVar("Class", bound=type)


def dataclass(*, frozen: Literal[True]) -> Callable[[Class], Class]:
    """Make a dataclass of a class whose fields all have a default that cannot change.

    Type checkers are to read `dataclasses.dataclass` in its place. `dataclasses.replace`, `fields`, `asdict` and inheritance work as
    with that one.
    """
    return _freeze


def _freeze(cls: Class) -> Class:
    names = tuple(cls.__annotations__)
    defaults = {name: getattr(cls, name) for name in names}

    def __init__(self: Any, *values: Any, **named: Any) -> None:
        if len(values) > len(names):
            raise TypeError(f"{cls.__name__} has {len(names)} fields, but {len(values)} values were given")
        for name, value in zip(names, values, strict=False):
            if name in named:
                raise TypeError(f"{cls.__name__} got two values for the field {name!r}")
            named[name] = value
        unknown = [name for name in named if name not in defaults]
        if unknown:
            raise TypeError(f"{cls.__name__} has no field {unknown[0]!r}; its fields are {', '.join(names)}")
        self.__dict__.update(defaults | named)

    def key(self: Any) -> tuple[Any, ...]:
        return tuple([getattr(self, name) for name in names])

    def __eq__(self: Any, other: object) -> Any:
        return key(self) == key(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self: Any) -> int:
        return hash(key(self))

    def __repr__(self: Any) -> str:
        fields = ", ".join([f"{name}={getattr(self, name)!r}" for name in names])
        return f"{self.__class__.__qualname__}({fields})"

    def __replace__(self: Any, **changes: Any) -> Any:
        return self.__class__(**({name: getattr(self, name) for name in names} | changes))

    for method in (__init__, __eq__, __hash__, __repr__, __replace__, __setattr__, __delattr__):
        method.__qualname__ = f"{cls.__qualname__}.{method.__name__}"
        setattr(cls, method.__name__, method)
    borrowed = {
        word: _Borrowed(word, cls, defaults) for word in ("__dataclass_fields__", "__dataclass_params__")
    }
    for word, attribute in {"__match_args__": names, **borrowed}.items():
        setattr(cls, word, attribute)
    return cls


def __setattr__(self: Any, name: str, value: Any) -> NoReturn:
    _refuse(self, f"cannot set the field {name!r}")


def __delattr__(self: Any, name: str) -> NoReturn:
    _refuse(self, f"cannot delete the field {name!r}")


def _refuse(instance: Any, why: str) -> NoReturn:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(
        f"{why}: a {type(instance).__name__} is frozen; `dataclasses.replace` makes another one"
    )


class _Borrowed:
    """An attribute that a real dataclass of the same fields has; it takes its own place when it is first asked for."""

    def __init__(self, name: str, cls: type, defaults: dict[str, Any]) -> None:
        self._name = name
        self._class = cls
        self._defaults = defaults

    def __get__(self, instance: object, owner: type) -> Any:
        import dataclasses

        types = self._class.__annotations__
        fields = [
            (name, types[name], dataclasses.field(default=value)) for name, value in self._defaults.items()
        ]
        made = dataclasses.make_dataclass(self._class.__name__, fields, frozen=True)
        attribute = getattr(made, self._name)
        setattr(self._class, self._name, attribute)
        return attribute
