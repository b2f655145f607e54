"""The package as it is released, and what it depends on, as a folder of wheels; no network is asked.

What is installed beside the tests is packed into wheels again, so that pip finds it in the folder.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
from importlib.metadata import Distribution, distribution
from pathlib import Path
from zipfile import ZipFile

from pages.reading import ROOT

__all__ = ["released", "with_dependencies"]

_BUILD = "import sys; from hatchling import build; print(getattr(build, sys.argv[1])(sys.argv[2]))"


def released(folder: Path) -> tuple[Path, Path]:
    """Build in `folder` the sdist of this repository, and of that sdist the wheel; return both."""
    sdist = _built("build_sdist", ROOT, folder)
    with tarfile.open(sdist) as archive:
        archive.extractall(folder / "sources", filter="data")
    (sources,) = (folder / "sources").iterdir()
    return sdist, _built("build_wheel", sources, folder)


def _built(hook: str, sources: Path, folder: Path) -> Path:
    command = [sys.executable, "-c", _BUILD, hook, str(folder)]
    done = subprocess.run(command, cwd=sources, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    return folder / done.stdout.split()[-1]


def with_dependencies(folder: Path, names: list[str]) -> None:
    """Pack into `folder` the distributions `names`, and all that they depend on, without extras."""
    waiting, packed = list(names), set[str]()
    while waiting:
        name = re.split(r"[ <>=!~;\[(]", waiting.pop())[0]
        if name.lower() not in packed:
            packed.add(name.lower())
            found = distribution(name)
            _pack(found, folder)
            waiting += [needed for needed in found.requires or () if ";" not in needed]


def _pack(found: Distribution, folder: Path) -> None:
    """Write a wheel of the files that an installation records, but for those of programs."""
    tags = re.findall(r"^Tag: (\S+)", found.read_text("WHEEL") or "", re.MULTILINE)
    stem = f"{found.metadata['Name'].replace('-', '_')}-{found.version}"
    files = [f for f in found.files or () if ".." not in f.parts and "__pycache__" not in f.parts]
    with ZipFile(folder / f"{stem}-{tags[0]}.whl", "w") as wheel:
        for file in files:
            if file.name not in ("RECORD", "INSTALLER", "REQUESTED", "direct_url.json"):
                wheel.write(str(file.locate()), file.as_posix())
        (info,) = {file.parts[0] for file in files if file.parts[0].endswith(".dist-info")}
        wheel.writestr(f"{info}/RECORD", "".join(f"{file.as_posix()},,\n" for file in files))
