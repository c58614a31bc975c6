"""The start command behind the Makefile: makes the environment, then runs the site, the tests or the benchmarks.

Standard library only: it runs before anything is installed. Every step says what it does, is skipped when it is
already done, and can be repeated.
"""

from __future__ import (
    annotations,
)  # so that an older Python reads this file far enough to be told it is too old

import ctypes
import hashlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
VAR = Path(os.environ.get("VAR_DIR", ROOT / "var"))
LAST_PORT = 65535

# What WeasyPrint loads, and the Debian package that brings it. Measured on a bare Debian 12.
PRINT_LIBRARIES = {
    "libpango-1.0.so.0": "libpango-1.0-0",
    "libpangoft2-1.0.so.0": "libpangoft2-1.0-0",
    "libharfbuzz.so.0": "libharfbuzz0b",
    "libfontconfig.so.1": "libfontconfig1",
}
# What the tests call, and what the program that drives Chromium loads: a bare Debian has none of them.
TEST_TOOLS = {"chromium": "chromium", "pdftoppm": "poppler-utils", "msgfmt": "gettext"}
BROWSER_LIBRARIES = {"libatomic.so.1": "libatomic1"}


def say(text: str) -> None:
    print(f"▸ {text}", flush=True)


def fail(text: str) -> NoReturn:
    print(f"✗ {text}", file=sys.stderr, flush=True)
    raise SystemExit(1)


def call(command: Sequence[str | Path], **kwargs: object) -> None:
    """Run a command; when it fails, say which one and stop."""
    done = subprocess.run([str(part) for part in command], cwd=ROOT, check=False, **kwargs)
    if done.returncode:
        fail(f"this step failed ({done.returncode}): {' '.join(str(part) for part in command)}")


def check_python() -> None:
    if sys.version_info < (3, 11):  # noqa: UP036 (this file is what an older Python meets first)
        fail(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}. Try: make PYTHON=python3.11")


def is_root_on_debian() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def apt_install(packages: Sequence[str], *, what_for: str, else_say: str) -> bool:
    """Install Debian packages where we may, saying so; elsewhere print the exact command. True when installed."""
    wanted = " ".join(packages)
    command = f"apt-get install --yes --no-install-recommends {wanted}"
    if not is_root_on_debian():
        say(f"{what_for} needs system packages that are missing: {wanted}. Install them with:")
        print(f"    sudo {command}")
        say(else_say)
        return False
    say(f"{what_for} needs {wanted}: running {command}")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update"], env=env, check=False, **quiet)
    if not subprocess.run(command.split(), env=env, check=False, **quiet).returncode:
        return True
    # One name that this system does not know (Ubuntu has no Debian Chromium) must not keep the others away.
    base = command.removesuffix(wanted).split()
    for package in packages if len(packages) > 1 else ():
        subprocess.run([*base, package], env=env, check=False, **quiet)
    say(f"that did not work for all of them (is the network there?). {else_say}")
    return False


def missing_libraries(libraries: Mapping[str, str]) -> list[str]:
    """Return the packages of those libraries that cannot be loaded here."""
    missing = []
    for library, package in libraries.items():
        try:
            ctypes.CDLL(library)
        except OSError:
            missing.append(package)
    return missing


def ready_for_print(libraries: Mapping[str, str] = PRINT_LIBRARIES) -> bool:
    """Whether PDF can be made here; installs what is missing where it may."""
    missing = missing_libraries(libraries)
    if not missing:
        return True
    advice = "Until then everything works but the PDF pages, which will show this same advice."
    apt_install(missing, what_for="Printing", else_say=advice)
    # Where nothing may be installed there is nothing to look at again.
    return is_root_on_debian() and can_load(libraries)


def can_load(libraries: Mapping[str, str]) -> bool:
    """Whether a fresh process can load them all; in this one a library looked for too early stays missing."""
    probe = f"import ctypes\nfor name in {list(libraries)!r}: ctypes.CDLL(name)"
    return subprocess.run([sys.executable, "-c", probe], capture_output=True, check=False).returncode == 0


def stamp_of(lists: Sequence[str]) -> tuple[Path, str]:
    """Return the file that is written once .venv is made from these lists, and what it then says."""
    content = b"".join((ROOT / name).read_bytes() for name in lists)
    key = hashlib.sha256(content + sys.version.encode()).hexdigest()
    return VENV / ("made-from-" + "-".join(name.replace("/", ".") for name in lists)), key


def make_environment(*lists: str) -> None:
    """Make .venv from the locked lists; nothing happens when it was made from the same ones before."""
    check_python()
    files = [ROOT / name for name in lists]
    stamp, key = stamp_of(lists)
    if PYTHON.exists() and stamp.exists() and stamp.read_text() == key:
        return
    uv = shutil.which("uv")
    # Without any stamp it was stopped half-way, maybe before pip was in it: making it again mends that.
    if not PYTHON.exists() or not any(VENV.glob("made-from-*")):
        was_there = VENV.exists()
        say("making the environment in .venv")
        made = subprocess.run(
            [sys.executable, "-m", "venv", VENV], cwd=ROOT, capture_output=True, check=False
        )
        if made.returncode:
            if not was_there:
                shutil.rmtree(VENV, ignore_errors=True)
            package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
            if not apt_install([package], what_for="The environment", else_say="Then run this again."):
                raise SystemExit(1)
            call([sys.executable, "-m", "venv", VENV])
    for file in files:
        say(f"installing {file.relative_to(ROOT)} (about half a minute the first time)")
        if uv:
            call([uv, "pip", "install", "--quiet", "--python", PYTHON, "--require-hashes", "-r", file])
        else:
            pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            call([*pip, "--require-hashes", "-r", file])
    stamp.write_text(key)


def manage(*words: str, **env: str) -> None:
    call([PYTHON, ROOT / "manage.py", *words], env={**os.environ, **env})


def collect_static() -> None:
    """Collect and compress the static files, when any of them changed since the last time."""
    seen = hashlib.sha256()
    for path in sorted((ROOT / "static").rglob("*")):
        if path.is_file():
            seen.update(f"{path.relative_to(ROOT)} {path.stat().st_size} ".encode())
            seen.update(hashlib.sha256(path.read_bytes()).digest())
    seen.update((ROOT / "requirements.txt").read_bytes())
    stamp = VAR / "static-made-from"
    if stamp.exists() and stamp.read_text() == seen.hexdigest():
        return
    say("collecting the static files")
    manage("collectstatic", "--noinput", "--clear", "--verbosity", "0")
    stamp.write_text(seen.hexdigest())


def lan_address() -> str:
    """This machine's address in its network; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def check_port(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("0.0.0.0", port))
        except OSError as error:
            other = port + 1 if port < LAST_PORT else 8000
            fail(f"port {port} cannot be used ({error.strerror}). Choose another: make run PORT={other}")


def chosen_port() -> int:
    given = os.environ.get("PORT") or "8000"
    if not (given.isascii() and given.isdecimal() and 1 <= int(given) <= LAST_PORT):
        fail(f"PORT is a number from 1 to {LAST_PORT}; it was given as {given!r}")
    return int(given)


def run() -> None:
    """Start the site: environment, libraries, database, demo event, server; print where it is."""
    port = chosen_port()
    check_python()
    check_port(port)
    ready_for_print()
    make_environment("requirements.txt")
    VAR.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("PUBLIC_URL", f"http://{lan_address()}:{port}")
    say("bringing the database up to date")
    manage("migrate", "--verbosity", "0")
    collect_static()
    manage("demo_tournament", "--if-empty")
    serve(port)


def serve(port: int) -> None:
    """Run the server until it is stopped; both end together."""
    command = [
        str(PYTHON),
        "-m",
        "gunicorn",
        "cacho_tournaments.wsgi:application",
        "--bind",
        f"0.0.0.0:{port}",
    ]
    command += ["--workers", "2", "--threads", "4", "--preload", "--log-level", "warning"]
    server = subprocess.Popen(command, cwd=ROOT)
    signal.signal(signal.SIGTERM, lambda *_: server.terminate())
    try:
        for _ in range(200):
            if server.poll() is not None:
                fail("the server stopped while starting; its message stands above")
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        manage("demo_tournament", "--log-ins")
        say(f"the site is ready: http://localhost:{port}/")
        say(f"from tablets and phones in this network: {os.environ['PUBLIC_URL']}/")
        say("stop it with Ctrl+C")
        raise SystemExit(server.wait())
    except KeyboardInterrupt:
        server.terminate()
        server.wait()
        say("stopped; everything is kept, start again with: make run")


def test(arguments: Sequence[str]) -> None:
    """Run the tests, all of them where Chromium and the print libraries are, else saying what is left out."""
    check_python()
    left_out = []
    if not ready_for_print():
        left_out.append("print")
        say("tests that make PDF are left out on this machine")
    absent = [package for tool, package in TEST_TOOLS.items() if shutil.which(tool) is None]
    absent += missing_libraries(BROWSER_LIBRARIES)
    if absent:
        apt_install(absent, what_for="Testing", else_say="Tests that need them are left out.")
    if shutil.which("chromium") is None or not can_load(BROWSER_LIBRARIES):
        left_out.append("browser")
        say("tests in a real browser are left out on this machine")
    if shutil.which("pdftoppm") is None and "print" not in left_out:
        left_out.append("print")
    if shutil.which("msgfmt") is None:
        left_out.append("gettext")
    make_environment("requirements.txt", "tests/requirements.txt")
    command = [str(PYTHON), "-m", "pytest", "-n", "2", "--dist", "loadgroup", *arguments]
    if left_out:
        command += ["-m", " and ".join(f"not {name}" for name in left_out)]
    say("running the tests: " + " ".join(command[1:]))
    raise SystemExit(subprocess.run(command, cwd=ROOT, check=False).returncode)


def main(words: Sequence[str]) -> None:
    if words == ["run"]:
        run()
    elif words[:1] == ["test"]:
        test(words[1:])
    elif words == ["environment"]:
        check_python()
        make_environment("requirements.txt", "tests/requirements.txt")
    else:
        fail("usage: start.py run | test [pytest's own words] | environment")


if __name__ == "__main__":
    main(sys.argv[1:])
