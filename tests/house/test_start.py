"""The start command, as somebody meets it who types ``make run`` where something is in its way.

It is run in a tree of its own that holds nothing but the command, so whatever it makes would be seen.
"""

import importlib.util
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

COMMAND = Path(__file__).resolve().parent.parent.parent / ".tools" / "start.py"
ABSENT = {"libno-such-thing.so.7": "libno-such-thing7"}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a tree that holds the command alone."""
    (tmp_path / ".tools").mkdir()
    shutil.copy(COMMAND, tmp_path / ".tools")
    return tmp_path


def start(tree: Path, *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    plain = {name: value for name, value in os.environ.items() if name not in ("PORT", "VAR_DIR")}
    return subprocess.run(
        [sys.executable, tree / ".tools" / "start.py", *words],
        env={**plain, "PYTHONDONTWRITEBYTECODE": "1", **settings},
        capture_output=True,
        text=True,
        check=False,
    )


def loaded(tree: Path) -> ModuleType:
    """Return the command as a module, so that one step of it can be taken."""
    spec = importlib.util.spec_from_file_location("start", tree / ".tools" / "start.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def made(tree: Path) -> set[str]:
    return {path.name for path in tree.iterdir()} - {".tools"}


def test_a_taken_port_is_named_with_a_way_out_and_nothing_is_made(tree: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = start(tree, "run", PORT=str(port))
    assert done.returncode == 1
    assert f"port {port} cannot be used" in done.stderr
    assert "Choose another: make run PORT=" in done.stderr
    assert "Traceback" not in done.stderr
    assert made(tree) == set()


@pytest.mark.parametrize("port", ["abc", "99999", "0", "-1", "8000.5", "²", "٨٠٨٠"])
def test_what_is_no_port_is_said_to_be_none_and_nothing_is_made(tree: Path, port: str) -> None:
    done = start(tree, "run", PORT=port)
    assert done.returncode == 1
    assert "PORT is a number from 1 to 65535" in done.stderr and port in done.stderr
    assert "Traceback" not in done.stderr
    assert made(tree) == set()


def test_an_empty_port_is_the_usual_one(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "")
    assert loaded(tree).chosen_port() == 8000


@pytest.mark.parametrize("words", [(), ("serve",), ("run", "fast")])
def test_an_unknown_word_is_answered_with_the_known_ones(tree: Path, words: tuple[str, ...]) -> None:
    done = start(tree, *words)
    assert done.returncode == 1
    assert "usage: start.py run | test" in done.stderr
    assert made(tree) == set()


@pytest.fixture
def environment(tree: Path) -> tuple[ModuleType, Path]:
    """Return the command beside an environment whose Python fails whenever it is asked for anything."""
    (tree / "requirements.txt").write_text("# nothing\n")
    command = loaded(tree)
    python = command.PYTHON
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/sh\nexit 3\n")
    python.chmod(0o755)
    stamp, key = command.stamp_of(["requirements.txt"])
    stamp.write_text(key)
    return command, stamp


def test_an_environment_made_from_the_same_list_is_left_alone(
    environment: tuple[ModuleType, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    command, stamp = environment
    before = stamp.stat()
    command.make_environment("requirements.txt")
    assert capsys.readouterr().out == "", "nothing to do, nothing to say"
    assert stamp.stat().st_mtime_ns == before.st_mtime_ns


def test_a_changed_list_is_installed_and_a_failed_step_is_named_and_tried_again(
    environment: tuple[ModuleType, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    command, stamp = environment
    (command.ROOT / "requirements.txt").write_text("# something else\n")
    for _try in range(2):
        with pytest.raises(SystemExit):
            command.make_environment("requirements.txt")
        said = capsys.readouterr()
        assert "installing requirements.txt" in said.out
        assert "this step failed" in said.err and "requirements.txt" in said.err
    assert stamp.read_text() != command.stamp_of(["requirements.txt"])[1], "no stamp for what was not made"


def test_an_environment_that_was_stopped_half_way_is_made_whole(tree: Path) -> None:
    """Stopped while pip was still on its way: Python is there, nothing can be installed with it."""
    (tree / "requirements.txt").write_text("# nothing\n")
    command = loaded(tree)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", command.VENV], check=True)
    command.make_environment("requirements.txt")
    subprocess.run([command.PYTHON, "-m", "pip", "--version"], check=True, capture_output=True)
    stamp, key = command.stamp_of(["requirements.txt"])
    assert stamp.read_text() == key


def test_missing_print_libraries_are_named_in_a_command_to_copy_where_nothing_may_be_installed(
    tree: Path,
) -> None:
    """Without root rights the exact command is printed, and the start goes on."""
    step = f"""
import importlib.util, os
spec = importlib.util.spec_from_file_location("start", {str(tree / ".tools" / "start.py")!r})
start = importlib.util.module_from_spec(spec)
spec.loader.exec_module(start)
if os.geteuid() == 0:
    os.seteuid(65534)
print("ready:", start.ready_for_print({ABSENT!r}))
"""
    done = subprocess.run([sys.executable, "-c", step], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "sudo apt-get install --yes --no-install-recommends libno-such-thing7\n" in done.stdout
    assert "everything works but the PDF pages" in done.stdout
    assert done.stdout.endswith("ready: False\n")


def test_print_libraries_that_are_there_are_asked_for_in_silence(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert loaded(tree).ready_for_print({"libc.so.6": "libc6"}) is True
    assert capsys.readouterr().out == ""
