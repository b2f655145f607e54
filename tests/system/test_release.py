"""What a release is: a sdist, a wheel that installs from a folder of wheels, what an index shows."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from zipfile import ZipFile

import pytest
from pages.printed import renewed
from pages.reading import DOCS, ROOT, Command, blocks_of, commands_of
from wheels import released, with_dependencies

from exactnb import __version__

pytestmark = pytest.mark.exhaustive


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return the sdist and the wheel."""
    return released(tmp_path_factory.mktemp("wheels"))


@pytest.fixture(scope="module")
def metadata(release: tuple[Path, Path]) -> Message:
    """Return what an index is told of the wheel."""
    with ZipFile(release[1]) as wheel:
        return message_from_bytes(wheel.read(f"exactnb-{__version__}.dist-info/METADATA"))


def test_ten_minutes_of_somebody_who_is_new(release: tuple[Path, Path], tmp_path: Path) -> None:
    """In a fresh environment the commands of the tutorial, typed as printed, print what stands there.

    pip finds the wheel, and what it needs, in a folder, and asks no index.
    """
    with_dependencies(release[1].parent, ["jinja2", "python-flint", "sympy"])
    desk = tmp_path / "desk"
    desk.mkdir()
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    environment |= {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(release[1].parent), "PYTHONUTF8": "1"}
    environment |= {"PIP_ONLY_BINARY": ":all:", "PIP_NO_COMPILE": "1"}
    script, commands = [], list[Command]()
    for block, _ in blocks_of((DOCS / "tutorial.md").read_text()):
        if block.file:
            (desk / block.file).write_text(block.text)
        if block.language == "console":
            commands += commands_of(block.text)
    for number, command in enumerate(commands):
        script.append(
            f"{{ {command.line}\n}} > {tmp_path}/{number}.out 2>&1; echo $? >> {tmp_path}/codes"
        )
    subprocess.run(["bash", "-c", "\n".join(script)], cwd=desk, env=environment, check=True)
    out = [(tmp_path / f"{number}.out").read_text() for number in range(len(commands))]
    assert len(commands) > 10
    assert [command.printed for command in commands] == [
        renewed(command.printed, printed) for command, printed in zip(commands, out, strict=True)
    ]
    codes = (tmp_path / "codes").read_text().split()
    checks = [command.line.startswith("exactnb check") for command in commands]
    assert codes == ["1" if check else "0" for check in checks]


def test_an_index_shows_a_page_without_broken_links(metadata: Message) -> None:
    """README links to files beside it; on an index, where these are not, it names them instead."""
    page = str(metadata.get_payload(decode=True), "utf-8")  # type: ignore[arg-type]
    assert metadata["Description-Content-Type"] == "text/markdown"
    targets = re.findall(r"\]\(([^)]*)\)", page)
    assert [target for target in targets if not target.startswith("https://")] == []
    assert page.startswith("# exactnb\n")
    assert "exactnb solve soup.csv" in page
    assert "a [problem file]" not in page
    assert "in a problem file" in page
    assert not re.search(r"!\[|\]\(|\n{4,}", page)


def test_metadata_say_the_pythons_the_licences_and_the_version(
    release: tuple[Path, Path], metadata: Message
) -> None:
    """Each Python from the required one on has a classifier, and each licence its text in the wheel."""
    assert metadata["Version"] == __version__
    assert metadata["License-Expression"] == "BSD-3-Clause AND OFL-1.1"
    first = re.fullmatch(r">=3\.(\d+)", metadata["Requires-Python"])
    pythons = [
        int(classifier.rpartition(".")[2])
        for classifier in metadata.get_all("Classifier", [])
        if classifier.startswith("Programming Language :: Python :: 3.")
    ]
    assert first is not None
    assert pythons == list(range(int(first[1]), max(pythons) + 1))
    assert sys.version_info.minor in pythons
    with ZipFile(release[1]) as wheel:
        names = wheel.namelist()
    licences = metadata.get_all("License-File", [])
    assert len(licences) == 2
    assert all(any(name.endswith(f"licenses/{licence}") for name in names) for licence in licences)
    assert not [name for name in names if not name.startswith(("exactnb/", "exactnb-"))]


def test_a_sdist_has_what_the_tests_and_a_citation_need(release: tuple[Path, Path]) -> None:
    """Every file of the repository is in it, but for what only its host reads."""
    with tarfile.open(release[0]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        tracked = {name for name in listed.stdout.splitlines() if (ROOT / name).is_file()}
        assert {name for name in tracked - names if not name.startswith(".")} == set()
    assert "CITATION.cff" in names


def test_a_citation_names_the_licences_and_no_version_of_its_own() -> None:
    """CITATION.cff has the keys that its format needs; the version stands in the package alone."""
    lines = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    keys = [line.partition(":")[0] for line in lines if line and line[0].isalpha()]
    assert {"cff-version", "message", "title", "authors", "license"} <= set(keys)
    assert "version" not in keys
    assert [line.strip("- ") for line in lines if re.match(r"  - (BSD|OFL)", line)] == [
        "BSD-3-Clause", "OFL-1.1",
    ]  # fmt: skip


def test_one_command_makes_a_version(tmp_path: Path) -> None:
    """`make release` writes the number into the package, and changelog.d into CHANGELOG."""
    for name in ("pyproject.toml", "Makefile", "README.md", "CHANGELOG.md"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "exactnb").mkdir()
    shutil.copy(ROOT / "exactnb" / "__init__.py", tmp_path / "exactnb")
    (tmp_path / "changelog.d").mkdir()
    (tmp_path / "changelog.d" / "+news.added.md").write_text("News of a version.\n")
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org"]
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "All"]):
        subprocess.run([*git, *command], cwd=tmp_path, check=True)
    made = ["make", "release", "VERSION=9.8.7", f"PYTHON={sys.executable}"]
    done = subprocess.run(made, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stdout + done.stderr
    assert '__version__ = "9.8.7"' in (tmp_path / "exactnb" / "__init__.py").read_text()
    changes = (tmp_path / "CHANGELOG.md").read_text(encoding="utf-8")
    assert changes.index("## 9.8.7") < changes.index("News of a version.")
    assert not list((tmp_path / "changelog.d").glob("*.md"))
