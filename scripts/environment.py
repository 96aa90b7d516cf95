"""The virtual environment that the scripts run in: made once, with this tree installed, and used again.

Needs Python 3.10 or newer and pip; written so that an older Python can still say so.
"""

import hashlib
import os
import shutil
import subprocess
import sys

OLDEST = (3, 10)
REPOSITORY = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def installed_pythons():
    """Every Python from 3.10 on that runs on this machine: {(3, 12): path}, oldest first."""
    found = {}
    for candidate in _candidates():
        version = _version(candidate)
        if version is not None and version >= OLDEST and not _is_free_threaded(candidate):
            found.setdefault(version, candidate)
    return dict(sorted(found.items()))


def free_threaded_pythons():
    """Every free-threaded Python on this machine: {(3, 14): path}, oldest first."""
    found = {}
    for candidate in _candidates(suffix="t"):
        version = _version(candidate)
        if version is not None and _is_free_threaded(candidate):
            found.setdefault(version, candidate)
    return dict(sorted(found.items()))


def named(version):
    """A version as people write it: 3.12."""
    return ".".join(map(str, version))


def environment(extra, python=None, beside=(), label=None):
    """The Python of a virtual environment that holds this tree with `extra`; made or renewed when needed.

    `python` is a version such as 3.12 or a path; without it the running Python is used. `beside` are more requirements, for
    an environment with a `label` of its own.
    """
    if label is None and python is not None:
        label = _label(python)
    directory = os.path.join(REPOSITORY, ".venv" if label is None else ".venv-" + label)
    inside = _inside(directory)
    if _version(inside) is None:
        chosen = _resolve(python)
        _run([chosen, "-m", "venv", "--clear", directory], f"cannot make a virtual environment with {chosen}")
    _install(inside, directory, extra, beside)
    return inside


def default_version():
    """The version of the Python in `.venv`, or of the one that would make it."""
    return _version(_inside(os.path.join(REPOSITORY, ".venv"))) or sys.version_info[:2]


def _inside(directory):
    return os.path.join(directory, *(("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")))


def _install(inside, directory, extra, beside):
    """Install this tree in editable mode, unless that was done for the same pyproject.toml."""
    with open(os.path.join(REPOSITORY, "pyproject.toml"), "rb") as project:
        wanted = hashlib.sha256(project.read() + "".join(beside).encode("ascii")).hexdigest()
    stamp = os.path.join(directory, f"callcheck-{extra}")
    if os.path.exists(stamp):
        with open(stamp, encoding="ascii") as file:
            if file.read() == wanted:
                return
    if not _is_declared(extra):
        sys.exit(f"pyproject.toml has no extra `{extra}`, so nothing would be installed for it")
    print(f"installing callcheck[{extra}] into {os.path.basename(directory)} ...", file=sys.stderr)
    command = [inside, "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--editable"]
    _run([*command, f"{REPOSITORY}[{extra}]", *beside], f"pip could not install callcheck[{extra}]")
    with open(stamp, "w", encoding="ascii") as file:
        file.write(wanted)


def _is_declared(extra):
    """Whether pyproject.toml has the extra; pip would say nothing. Read as text: Python 3.10 has no TOML."""
    with open(os.path.join(REPOSITORY, "pyproject.toml"), encoding="utf-8") as project:
        extras = project.read().partition("[project.optional-dependencies]")[2].partition("\n[")[0]
    return any(line.startswith(f"{extra} = [") for line in extras.splitlines())


def _resolve(python):
    """The path of the Python that was asked for; leaves with a sentence when there is none."""
    if python is not None and _version(python) is not None:
        found = {_version(python): python}
    elif python is None and sys.version_info[:2] >= OLDEST:
        return sys.executable
    else:
        found = installed_pythons()
    fitting = [path for version, path in found.items() if python in (None, path, named(version))]
    if not fitting:
        sys.exit(f"no Python {python or 'from 3.10 on'} was found; callcheck needs 3.10 or newer")
    return fitting[-1]


def _label(python):
    version = _version(python) if os.path.sep in python else None
    if version is None:
        return python
    return named(version) + ("t" if _is_free_threaded(python) else "")


def _candidates(suffix=""):
    """Where Pythons usually are: this one, PATH, and pyenv's directory; those on PATH with a suffix to their names."""
    yield sys.executable
    for minor in range(OLDEST[1], 30):
        on_path = shutil.which(f"python3.{minor}{suffix}")
        if on_path:
            yield on_path
    versions = os.path.join(os.environ.get("PYENV_ROOT", os.path.expanduser("~/.pyenv")), "versions")
    if os.path.isdir(versions):
        for name in sorted(os.listdir(versions)):
            yield os.path.join(versions, name, "bin", "python")


def _version(python):
    """(major, minor) of an interpreter, or None when it does not run (a pyenv shim may be there and not run)."""
    question = [python, "-c", "import sys; print('%d %d' % sys.version_info[:2])"]
    try:
        answer = subprocess.run(question, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return None
    numbers = answer.stdout.split()
    return (int(numbers[0]), int(numbers[1])) if answer.returncode == 0 and len(numbers) == 2 else None


def _is_free_threaded(python):
    question = [python, "-c", "import sysconfig; print(sysconfig.get_config_var('Py_GIL_DISABLED') or 0)"]
    answer = subprocess.run(question, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=60)
    return answer.stdout.strip() == b"1"


def _run(command, failure):
    status = subprocess.run(command, cwd=REPOSITORY).returncode
    if status:
        sys.exit(f"{failure} (exit status {status})")
