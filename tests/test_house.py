"""The rules of the house: which way imports run, what `import callcheck` loads, where code is executed."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent
RUNTIME = REPOSITORY / "runtime" / "callcheck"
COMPILER = REPOSITORY / "compiler" / "callcheck_compiler"
STANDARD = sys.stdlib_module_names
# Every type checker has its own copy, so that naming it under TYPE_CHECKING needs no package.
FOR_CHECKERS = "typing_extensions"

# What each part of the compiler may import of the compiler. A part is a file or a directory at its top.
MAY_IMPORT: dict[str, set[str]] = {
    "extra": set(),
    "ir": set(),
    "patterns": set(),
    "keywords": {"emit.code", "emit.conditions", "patterns"},
    "meta_schemas": {"extra", "keywords"},
    "frontend": {"extra", "ir", "keywords", "meta_schemas", "patterns"},
    "optimise": {"ir"},
    "emit": {"ir", "keywords", "patterns"},
    "reference": {"advertise", "extra", "keywords", "meta_schemas", "patterns"},
    "sources": set(),
}
GENERATED = COMPILER / "meta_schemas" / "generated"  # what nobody writes by hand may be long
RUNNERS = {"exec", "eval", "compile", "__import__"}


def modules(root: Path) -> list[Path]:
    return sorted(path for path in root.rglob("*.py") if "__pycache__" not in path.parts)


def identifier(path: Path) -> str:
    return str(path.relative_to(REPOSITORY))


def dotted(path: Path) -> tuple[str, ...]:
    """A file's module name, as parts: ("callcheck_compiler", "emit", "code")."""
    source_root = REPOSITORY / path.relative_to(REPOSITORY).parts[0]
    parts = path.relative_to(source_root).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


def imports(path: Path, typing_too: bool = False) -> Iterator[tuple[int, tuple[str, ...]]]:
    """(line, absolute module) of every import in a file; a name imported from a package counts as its module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped = (
        set() if typing_too else {id(inner) for block in type_checking(tree) for inner in ast.walk(block)}
    )
    package = dotted(path) if path.name == "__init__.py" else dotted(path)[:-1]
    for statement in ast.walk(tree):
        if id(statement) in skipped:
            continue
        if isinstance(statement, ast.Import):
            for alias in statement.names:
                yield statement.lineno, tuple(alias.name.split("."))
        elif isinstance(statement, ast.ImportFrom):
            base = package[: len(package) - statement.level + 1] if statement.level else ()
            source = (*base, *(statement.module.split(".") if statement.module else ()))
            for alias in statement.names:
                yield statement.lineno, (*source, alias.name)


def type_checking(tree: ast.Module) -> Iterator[ast.stmt]:
    """What stands under `if TYPE_CHECKING:`, which no running program imports."""
    for statement in ast.walk(tree):
        if isinstance(statement, ast.If) and ast.unparse(statement.test).endswith("TYPE_CHECKING"):
            yield from statement.body


@pytest.mark.parametrize("path", modules(RUNTIME), ids=identifier)
def test_the_runtime_needs_the_standard_library_only(path: Path) -> None:
    if "integrations" in path.parts:
        pytest.skip("an integration imports its framework")
    running = set(imports(path))
    foreign = [
        f"line {line}: {'.'.join(module)}"
        for line, module in imports(path, typing_too=True)
        if module[0] != "callcheck"
        and module[0] not in STANDARD
        and not is_optional(path, line)
        and (module[0] != FOR_CHECKERS or (line, module) in running)
    ]
    assert foreign == []


def is_optional(path: Path, line: int) -> bool:
    """Whether the import stands in a `try` that does without it: an extra, not a need."""
    for statement in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(statement, ast.Try):
            caught = {name.id for name in ast.walk(statement) if isinstance(name, ast.Name)}
            inside = any(line == inner.lineno for inner in statement.body)
            if inside and caught & {"ImportError", "ModuleNotFoundError"}:
                return True
    return False


@pytest.mark.parametrize("path", modules(RUNTIME), ids=identifier)
def test_the_runtime_never_imports_the_compiler(path: Path) -> None:
    assert [module for _, module in imports(path, typing_too=True) if module[0] == "callcheck_compiler"] == []


@pytest.mark.parametrize("part", sorted(MAY_IMPORT))
def test_imports_run_one_way_inside_the_compiler(part: str) -> None:
    allowed = {tuple(name.split(".")) for name in MAY_IMPORT[part]} | {(part,)}
    wrong = []
    for path in part_modules(part):
        for line, module in imports(path):
            inside = module[1:]
            if module[0] == "callcheck_compiler" and not any(inside[: len(ok)] == ok for ok in allowed):
                wrong.append(f"{identifier(path)}:{line} imports {'.'.join(module)}")
    assert wrong == []


def part_modules(part: str) -> list[Path]:
    file = COMPILER / f"{part}.py"
    return [file] if file.exists() else modules(COMPILER / part)


def test_the_intermediate_representation_imports_nothing_of_ours() -> None:
    for path in modules(COMPILER / "ir"):
        ours = [module for _, module in imports(path) if module[:1] == ("callcheck",)]
        assert ours == [], identifier(path)


@pytest.mark.parametrize("path", [*modules(RUNTIME), *modules(COMPILER)], ids=identifier)
def test_code_is_executed_in_one_place_only(path: Path) -> None:
    if path == COMPILER / "load.py":
        return
    tree = ast.parse(path.read_text(encoding="utf-8"))
    called = [
        f"line {call.lineno}: {call.func.id}"
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in RUNNERS
    ]
    assert called == []


def test_importing_callcheck_loads_the_standard_library_only() -> None:
    program = (
        "import sys; before = set(sys.modules); import callcheck\n"
        "print(*sorted(name.split('.')[0] for name in set(sys.modules) - before))"
    )
    loaded = set(fresh(program).split())
    assert "callcheck" in loaded
    assert loaded - {"callcheck"} - STANDARD == set()


def test_importing_callcheck_loads_no_integration() -> None:
    loaded = fresh("import sys, callcheck; print(*sys.modules)").split()
    assert [name for name in loaded if name.startswith("callcheck.integrations.")] == []


def test_importing_the_compiler_opens_no_socket_module() -> None:
    loaded = set(fresh("import sys, callcheck_compiler; print(*sys.modules)").split())
    assert loaded & {"requests", "http.client", "urllib.request"} == set()


def test_only_a_schema_with_a_name_loads_a_registry() -> None:
    program = (
        "import sys; from callcheck_compiler import compile_tool\n"
        "schema = {'properties': {'a': {'$ref': '#/$defs/b'}}, '$defs': {'b': {'type': 'integer'}}}\n"
        "for name in ({}, {'$id': 'http://example.com/one'}):\n"
        "    compile_tool('tool', {**schema, **name}).is_valid({'a': 1})\n"
        "    print('referencing' in sys.modules)"
    )
    assert fresh(program).split() == ["False", "True"]


def fresh(program: str) -> str:
    """What a program prints in a new interpreter that has our two roots and its own site-packages."""
    roots = [str(REPOSITORY / "runtime"), str(REPOSITORY / "compiler")]
    start = f"import sys; sys.path[:0] = {roots!r}\n"
    finished = subprocess.run(
        [sys.executable, "-c", start + program], capture_output=True, text=True, timeout=60, check=False
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


@pytest.mark.parametrize("path", [*modules(RUNTIME), *modules(COMPILER)], ids=identifier)
def test_files_and_functions_stay_small(path: Path) -> None:
    if GENERATED in path.parents:
        pytest.skip("it is generated")
    text = path.read_text(encoding="utf-8")
    large = [
        f"{function.name} has {size} lines"
        for function in ast.walk(ast.parse(text))
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef))
        and (size := (function.end_lineno or 0) - function.lineno + 1) > 80
    ]
    assert large == []
    assert text.count("\n") <= 450


@pytest.mark.parametrize("root", [RUNTIME, COMPILER], ids=identifier)
def test_both_packages_are_typed(root: Path) -> None:
    assert (root / "py.typed").exists()


def test_versions_agree() -> None:
    project = (REPOSITORY / "pyproject.toml").read_text(encoding="utf-8")
    version = next(line.split('"')[1] for line in project.splitlines() if line.startswith("version = "))
    assert fresh("import callcheck; print(callcheck.__version__)").strip() == version
