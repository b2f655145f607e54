"""Sites: what stands in them, where their links lead, what they never hold, where they are written."""

from __future__ import annotations

import ast
import io
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

import pytest
from worked import EXAMPLES, problem_file, solved

import exactnb
from exactnb.errors import InputError
from exactnb.explain.proving import theorems
from exactnb.explain.proving.proof_digests import DIGESTS
from exactnb.explain.solution.derived import derive
from exactnb.interfaces.cli import main
from exactnb.interfaces.cli.output import write_folder
from exactnb.interfaces.site import building
from exactnb.interfaces.site.building import (
    PYODIDE,
    build,
    mpmath_archive,
    package_archive,
    pyodide_files,
    sympy_archive,
)
from exactnb.interfaces.site.indexes import folder_names

pytestmark = pytest.mark.xdist_group("site")  # it is built once

SHOWN = ("play_tennis", "note_004_as_printed", "play_tennis_odds", "note_000_giraffe_choir")
INDEXES = ("index.html", "sources.html", "mistakes.html", "theorems.html")
HOSTILE = """
title = '<script>alert(1)</script> "quoted" \\u202e'
source = '<img src=x onerror=alert(1)> https://example.org/a?b=1'
[data]
table = '''
"a<b>",class
"</style>",<i>
"'x'",no
'''
[query]
q = { "a<b>" = "</style>" }
"""
SMALL = "data.table = '''\nsky,class\nred,yes\ngrey,no\n'''\nquery.q = { sky = 'red' }\n"


class Read(HTMLParser):
    """Collect links, what is loaded, ids, and the tags that stand in a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.tags: list[str] = []
        self.policy = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        self.tags.append(tag)
        if tag == "a":
            self.links.append(known["href"] or "")
        elif tag == "link" or "src" in known:
            self.loaded.append(known.get("href") or known.get("src") or "")
        if known.get("http-equiv") == "Content-Security-Policy":
            self.policy = known["content"] or ""
        assert not [key for key in known if key.startswith("on") or key == "style"]


@pytest.fixture(scope="module")
def pyodide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that looks like npm's package pyodide, which is not run here."""
    folder = tmp_path_factory.mktemp("pyodide")
    for name in PYODIDE:
        (folder / name).write_text(name)
    (folder / "package.json").write_text('{"name": "pyodide", "version": "0"}')
    (folder / "pyodide-lock.json").write_text('{"info": {"python": "3"}, "packages": {"numpy": {}}}')
    (folder / "console.html").write_text("is not copied")
    return folder


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a problem file whose name and title try to be more than text."""
    path = tmp_path_factory.mktemp("hostile") / "a'b&c <d> é.toml"
    path.write_text(HOSTILE)
    return path


@pytest.fixture(scope="module")
def files(pyodide: Path, hostile: Path) -> dict[str, bytes]:
    """Return a site of some worked examples, a table and a hostile problem."""
    paths = [problem_file(name) for name in SHOWN]
    return build([*paths, paths[0].with_suffix(".csv"), hostile], pyodide)


def pages(files: dict[str, bytes]) -> dict[str, Read]:
    return {name: Read(data.decode()) for name, data in files.items() if name.endswith(".html")}


def test_every_link_leads_to_a_file_of_the_site(files: dict[str, bytes]) -> None:
    """Links and what is loaded are relative and there; sources alone lead elsewhere."""
    for name, page in pages(files).items():
        for link in (*page.links, *page.loaded):
            if link.startswith("#"):
                continue
            if link.startswith("https://"):
                assert link not in page.loaded
                continue
            parts: list[str] = []
            for part in (PurePosixPath(name).parent / unquote(link)).parts:
                parts = parts[:-1] if part == ".." else [*parts, part]
            assert "/".join(parts) in files, (name, link)


def test_every_page_forbids_what_it_does_not_use(files: dict[str, bytes]) -> None:
    """Each page has a policy that lets nothing in by default, no other host and no inline script."""
    for name, page in pages(files).items():
        assert page.policy.startswith("default-src 'none'"), name
        assert "unsafe" not in page.policy
        assert "http" not in page.policy


def test_pages_lead_to_problems_theorems_and_the_desk(files: dict[str, bytes]) -> None:
    """Every page leads to all indexes, and the indexes to every problem and theorem."""
    known = pages(files)
    first = {f"problems/{name}/index.html" for name in SHOWN}
    assert first <= set(known["index.html"].links)
    proved = {f"theorems/{each.name}/index.html" for _, found in building.groups() for each in found}
    assert proved <= set(known["theorems.html"].links)
    for name, page in known.items():
        up = "../" * name.count("/")
        for other in (*INDEXES, "compute/index.html"):
            assert up + other in page.links, name


def test_a_problem_has_its_page_and_its_files(files: dict[str, bytes]) -> None:
    """The page is that of the format, the files are those of the solution, the problem is as given."""
    folder = "problems/play_tennis"
    page, alone = files[f"{folder}/index.html"].decode(), solved("play_tennis").html()
    before, after = alone.split("<body>")
    assert page.startswith(before)
    assert after.split("</body>")[0] in page
    assert files[f"{folder}/solution.tex"].decode() == solved("play_tennis").latex()
    assert files[f"{folder}/problem.toml"] == problem_file("play_tennis").read_bytes()
    table = problem_file("play_tennis").with_suffix(".csv")
    assert files["problems/play_tennis-2/data.csv"] == table.read_bytes()
    name = building.groups()[-1][1][-1].name
    assert files[f"theorems/{name}/solution.md"].decode() == derive(name).markdown()


def test_data_in_another_file_come_along(files: dict[str, bytes]) -> None:
    """The problem file that is linked names its data, which stand beside it."""
    given = problem_file("play_tennis_odds")
    named = re.search(r'file *= "([^"]+)"', given.read_text())
    assert named is not None
    assert files[f"problems/play_tennis_odds/{named[1]}"] == (given.parent / named[1]).read_bytes()


def test_cards_say_what_was_found(files: dict[str, bytes]) -> None:
    """A card has the exact posterior, its decimal where that is long, or says there is none."""
    page = files["index.html"].decode()
    assert "<strong>No</strong>, as P(No|x&#39;) = 486/611" in page
    assert "<strong>Yes</strong>, as P(Yes|x) ≈ 0.8475" in page
    assert "No class: no posterior is defined" in page
    mistakes = files["mistakes.html"].decode()
    assert re.search(
        r"The prior left out.*?play_tennis/index.html", mistakes, re.DOTALL | re.IGNORECASE
    )


def test_hostile_names_are_text(files: dict[str, bytes], hostile: Path) -> None:
    """A title that is a script is text everywhere, and the folder of its file is plain letters."""
    (folder,) = folder_names([hostile])
    assert folder == "a-b-c-d"
    assert f"problems/{folder}/index.html" in files
    for name in ("index.html", "sources.html", "mistakes.html", f"problems/{folder}/index.html"):
        text = files[name].decode()
        assert "&lt;script&gt;alert(1)" in text, name
        assert "<img" not in text
        assert "\u202e" not in text
        assert set(Read(text).tags) & {"img", "object", "embed", "base", "form"} == set()
        assert Read(text).tags.count("script") == 1, name
    assert Read(files["compute/index.html"].decode()).tags.count("script") == 2


def test_what_the_browser_loads(files: dict[str, bytes]) -> None:
    """Of Pyodide comes what is needed, of the package what a desk imports, of mpmath its numbers."""
    loaded = {name for name in files if name.startswith("compute/pyodide/")}
    assert loaded == {f"compute/pyodide/{name}" for name in (*PYODIDE, "pyodide-lock.json")}
    assert b"numpy" not in files["compute/pyodide/pyodide-lock.json"]
    names = set(zipfile.ZipFile(io.BytesIO(files["compute/exactnb.zip"])).namelist())
    assert {
        "exactnb/explain/proving/proof_digests.txt",
        "exactnb/interfaces/site/browser_api.py",
    } <= names
    assert not [
        name
        for name in names
        if name.startswith(("exactnb/interfaces/cli", "exactnb/interfaces/sklearn"))
    ]
    libmp = zipfile.ZipFile(io.BytesIO(files["compute/mpmath.zip"])).namelist()
    assert {name.rpartition("/")[0] for name in libmp} == {"mpmath", "mpmath/libmp"}
    late = set(zipfile.ZipFile(io.BytesIO(files["compute/sympy.zip"])).namelist())
    assert {*libmp, "sympy/polys/rings.py", "sympy/LICENSE", "mpmath/ctx_mp.py"} <= late
    assert not [name for name in late if "/tests/" in name or "/physics/" in name]


def test_every_file_of_the_checker_comes_along() -> None:
    """Kept proofs hold in a browser, where the checker is read again: no file of it is left out."""
    entries = DIGESTS.read_text(encoding="ascii").splitlines()
    of_checker = {f"exactnb/{line.split()[-1]}" for line in entries if line.startswith("file ")}
    with zipfile.ZipFile(io.BytesIO(building.package_archive())) as archive:
        assert of_checker, "no file of the checker is listed"
        assert of_checker <= set(archive.namelist())


@pytest.mark.exhaustive
def test_no_code_stays_behind_with_docstrings() -> None:
    """What a browser loads are the same modules line by line, but for docstrings, and shorter."""
    root, whole = Path(exactnb.__file__).parents[1], 0
    with zipfile.ZipFile(io.BytesIO(building.package_archive())) as archive:
        for name in archive.namelist():
            if name.endswith(".py"):
                ours, theirs = (root / name).read_text("utf-8"), archive.read(name).decode()
                assert compiled(ours) == compiled(theirs), name
                whole += ours == theirs
    assert 60 < whole < 200


def compiled(source: str) -> str:
    """Return the tree of a module with its lines, without docstrings of functions and classes."""
    tree = ast.parse(source)
    for part in ast.walk(tree):
        if isinstance(part, ast.FunctionDef | ast.ClassDef):
            first = part.body[0]
            is_words = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
            part.body = part.body[is_words:]
            part.end_lineno = part.end_col_offset = 0  # where it ended with words it ends with ...
    return ast.dump(tree, include_attributes=True)


@pytest.mark.exhaustive
def test_the_archives_work_by_themselves(tmp_path: Path) -> None:
    """With the numbers of mpmath alone the package solves what needs intervals, and fetches SymPy once.

    SymPy comes for a determinant, and what intervals rest on stays as it was.
    """
    for data in (building.package_archive(), building.mpmath_archive()):
        zipfile.ZipFile(io.BytesIO(data)).extractall(tmp_path)
    (tmp_path / "sympy.zip").write_bytes(building.sympy_archive())
    names = ("note_004_temperature", "note_003_spherical", "note_004_temperature")
    texts = [problem_file(name).read_text() for name in names]
    code = f"""
import sys
sys.path[:] = [{str(tmp_path)!r}, *(path for path in sys.path if "site-packages" not in path and path)]
import json
from exactnb.explain.proving.proof_digests import is_recorded
from exactnb.explain.proving.theorems import theorem
from exactnb.interfaces.site.browser_api import BrowserApi
from exactnb.interfaces.site.sympy_import import FetchedSymPy
def fetch():
    print("fetched")
    import zipfile
    zipfile.ZipFile("sympy.zip").extractall()
sys.meta_path.append(FetchedSymPy(fetch))
for text in {texts!r}:
    found = BrowserApi().answer(json.dumps({{"do": "save", "to": "text", "said": {{"text": text}}}}))
    print(json.loads(found)["content"], end="")
print(is_recorded(theorem("bayes-rule").steps()), "flint" in sys.modules, "mpmath.libmp" in sys.modules)
from exactnb.core.arithmetic.polynomials import Polynomial, factored, gcd_and_quotients, prime_powers
x, y = map(Polynomial.variable, "xy")
print(gcd_and_quotients(x**2 - y**2, x - y)[1] == x + y, len(factored(x**3 - y**3)[1]))
print(prime_powers(12))
"""
    alone = [sys.executable, "-I", "-c", code]
    run = subprocess.run(alone, capture_output=True, text=True, cwd=tmp_path)
    first, second, third = (solved(name).text() for name in names)
    last = "True False True\nTrue 2\n[(2, 2), (3, 1)]\n"
    assert run.stdout == f"{first}fetched\n{second}{third}{last}", run.stderr


@pytest.mark.exhaustive
def test_a_site_is_the_same_for_the_same_problems(pyodide: Path, hostile: Path) -> None:
    """Another run, in an order of hashes of its own, gives the same bytes."""
    given = [problem_file("play_tennis"), hostile]
    code = (
        "import sys\n"
        "from hashlib import sha256\n"
        "from pathlib import Path\n"
        "from exactnb.interfaces.site import building\n"
        "known = building.groups()[:1]\n"
        "building.groups = lambda: known\n"
        "files = building.build([Path(p) for p in sys.argv[2:]], Path(sys.argv[1]))\n"
        "print({name: sha256(data).hexdigest() for name, data in sorted(files.items())})"
    )
    seen = set()
    for seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", code, str(pyodide), *map(str, given)],
            capture_output=True, text=True, check=True, env={**_environment(), "PYTHONHASHSEED": seed},
        )  # fmt: skip
        seen.add(run.stdout)
    assert len(seen) == 1


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(Path(exactnb.__file__).parents[1])}


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Print one group of theorems alone, which is quick."""
    known = theorems.groups()[:1]
    monkeypatch.setattr(building, "groups", lambda: known)


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Return a small problem file."""
    path = tmp_path / "given" / "small.toml"
    path.parent.mkdir()
    path.write_text(SMALL)
    return path


@pytest.mark.exhaustive
@pytest.mark.usefixtures("few")
def test_a_site_replaces_itself_and_nothing_else(
    tmp_path: Path, small: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder is written whole, and written again; what it held before of the site is gone."""
    folder = tmp_path / "out" / "site"
    assert main(["site", "-o", str(folder), str(small)]) == 0
    assert "the page that computes is left out; --pyodide" in capsys.readouterr().err
    assert (folder / "problems" / "small" / "index.html").is_file()
    assert not (folder / "compute").exists()
    other = small.rename(small.with_name("other.toml"))
    assert main(["site", "-o", str(folder), str(other)]) == 0
    assert [path.name for path in (folder / "problems").iterdir()] == ["other"]
    assert [path.name for path in folder.parent.iterdir()] == ["site"]


@pytest.mark.exhaustive
@pytest.mark.usefixtures("few")
def test_without_problems_there_are_theorems(tmp_path: Path) -> None:
    """The first page is that of the theorems; nothing leads to problems that are not there."""
    assert main(["site", "-o", str(tmp_path / "site")]) == 0
    first = Read((tmp_path / "site" / "index.html").read_text())
    assert "theorems/prior-mle/index.html" in first.links
    assert "sources.html" not in first.links


@pytest.mark.usefixtures("few")
def test_a_site_keeps_off_what_is_not_its_own(
    tmp_path: Path, small: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder with other files, a file, the folder of a problem, and where one is, are refused."""
    foreign = tmp_path / "foreign"
    foreign.mkdir()
    (foreign / "letter.txt").write_text("dear")
    (tmp_path / "file").write_text("here")
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    refused = {
        str(foreign): "holds other files than a site",
        str(tmp_path / "file"): "is there already, and no folder",
        str(small.parent): "holds 'small.toml', which is read",
        ".": "is where you are",
        str(tmp_path / "file" / "below"): "not a directory",
        str(tmp_path / ("x" * 300)): "is not the name of a folder",
        "/": "holds 'small.toml', which is read",
        "a\0b": "is not the name of a folder",
        "": "expected a folder",
    }
    for folder, told in refused.items():
        assert main(["site", "-o", folder, str(small)]) == 2, folder
        assert told in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "foreign", "given", "here"]
    assert (foreign / "letter.txt").read_text() == "dear"


@pytest.mark.usefixtures("few")
def test_what_goes_wrong_leaves_the_site_as_it_was(
    tmp_path: Path, small: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A problem that cannot be read is named, and the site of before stands untouched."""
    folder = tmp_path / "site"
    assert main(["site", "-o", str(folder), str(small)]) == 0
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    wrong = small.with_name("wrong.toml")
    wrong.write_text("data.tabel = 1")
    none, no_pyodide = str(tmp_path / "none.toml"), [str(small), "--pyodide", str(tmp_path)]
    for given in ([str(wrong)], no_pyodide, [none]):
        capsys.readouterr()
        assert main(["site", "-o", str(folder), *given]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_a_folder_that_is_stopped_in_between_is_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whenever writing ends, in a file or between two names, what was there is there again."""
    token = "0123456789abcdef"
    folder, old = tmp_path / "site", tmp_path / f".site.{token}.old"
    write_folder(folder, {"a.txt": b"one", "b/c.txt": b"two"})
    for after in range(4):
        left = [after]

        def stopping(own: Callable[..., object], left: list[int] = left) -> Callable[..., object]:
            def run(*given: object) -> object:
                if given[0] != old or given[1:] != (folder,):  # what is undone is never stopped
                    left[0] -= 1
                    if left[0] < 0:
                        raise KeyboardInterrupt
                return own(*given)

            return run

        with monkeypatch.context() as patch:
            patch.setattr("secrets.token_hex", lambda size: token)
            patch.setattr(Path, "write_bytes", stopping(Path.write_bytes))
            patch.setattr(os, "replace", stopping(os.replace))
            with pytest.raises(KeyboardInterrupt):
                write_folder(folder, {"a.txt": b"three", "d.txt": b"four"})
        assert {path.name: path.read_text() for path in folder.rglob("*.txt")} == {
            "a.txt": "one",
            "c.txt": "two",
        }
        assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_what_is_done_is_told(pyodide: Path, few: None) -> None:
    """Each problem and each group of theorems is named while it is worked out."""
    said: list[str] = []
    build([problem_file("play_tennis")], pyodide, said.append)
    assert said[:2] == ["collecting Pyodide", "working out problem 1 of 1"]
    assert said[2].startswith("printing theorems: The model")


@pytest.mark.parametrize(
    ("package", "lock", "told"),
    [
        ('{"name": "numpy"}', "{}", "holds the package 'numpy', not pyodide"),
        ("[1]", "{}", "is not the folder of npm's pyodide"),
        ('{"name": "pyodide"}', "", "is not the folder of npm's pyodide"),
        ('{"name": "pyodide"}', "[]", "is not the folder of npm's pyodide"),
        ("{", "{}", "is not the folder of npm's pyodide"),
    ],
)
def test_another_folder_is_not_pyodide(
    package: str, lock: str, told: str, pyodide: Path, tmp_path: Path
) -> None:
    """A folder without the files of npm's package, or with another one's, is refused in a line."""
    shutil.copytree(pyodide, tmp_path, dirs_exist_ok=True)
    (tmp_path / "package.json").write_text(package)
    (tmp_path / "pyodide-lock.json").write_text(lock)
    with pytest.raises(InputError, match=re.escape(told)):
        pyodide_files(tmp_path)
    (tmp_path / PYODIDE[0]).unlink()
    with pytest.raises(InputError, match="npm install pyodide"):
        pyodide_files(tmp_path)


def test_without_mpmath_or_sources_it_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The page that computes needs SymPy with mpmath and the sources of this package, and says so."""
    monkeypatch.setattr(building, "find_spec", lambda name: None)
    for library, archive in (("mpmath", mpmath_archive), ("sympy", sympy_archive)):
        with pytest.raises(InputError, match=f"--pyodide: needs {library}: pip install sympy"):
            archive()
    monkeypatch.setattr(exactnb, "__file__", str(tmp_path / "__init__.pyc"))
    with pytest.raises(InputError, match="needs the sources of exactnb"):
        package_archive()


_ANSWERS = """
import json, sys
sys.path[0] = sys.argv[1]
from exactnb.interfaces.site.browser_api import BrowserApi
assert sys.argv[1] in sys.modules["exactnb"].__file__
api = BrowserApi()
for path in sys.argv[2:]:
    said = {"text": open(path, encoding="utf-8").read()}
    asks = json.loads(api.answer(json.dumps({"do": "describe", "said": said})))["asks"]
    requests = [{"do": "check", "quantity": ask, "answer": "1/2"} for ask in asks] + [{"do": "solve"}]
    for request in requests:
        answer = json.loads(api.answer(json.dumps(request | {"said": said})))
        assert "error" not in answer, (path, request, answer)
print("answered")
"""


@pytest.mark.exhaustive
def test_what_a_browser_has_answers_by_itself(tmp_path: Path) -> None:
    """The archive lacks nothing that the page loads: of whole workings and stated families neither."""
    unpacked = tmp_path / "unpacked"
    zipfile.ZipFile(io.BytesIO(building.package_archive())).extractall(unpacked)
    problems = [
        EXAMPLES / name for name in ("whole_solutions/solution.toml", "own_families/speeds.toml")
    ]
    command = [sys.executable, "-c", _ANSWERS, str(unpacked), *map(str, problems)]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert (run.stdout, run.stderr) == ("answered\n", "")
