"""The files of variants: problem files, their key, a summary, and which student has which."""

from __future__ import annotations

import hmac
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256

from exactnb.core.arithmetic.rounding import Rounding, rounded_in_full
from exactnb.core.data.escaping import csv_row, safe_json
from exactnb.core.data.files import VARIANTS
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError
from exactnb.teach.answers.answer import Expects
from exactnb.teach.grading.discrimination import RIGHT, answer_and_relation
from exactnb.teach.grading.submissions.course_systems import IDENTIFYING, column_role
from exactnb.teach.grading.submissions.layouts import details_by_role
from exactnb.teach.grading.submissions.rosters import Roster
from exactnb.teach.grading.targets import Target
from exactnb.teach.variants.reasons import Undistinguished
from exactnb.teach.variants.searching import Draw, Search
from exactnb.teach.variants.visibility import Visibility
from exactnb.teach.variants.writing import problem_text


def assign_variants(roster: Roster, seed: int | str, count: int) -> Mapping[str, int]:
    """Return the number of the variant, from 1 to `count`, of each student in a `roster`.

    It is HMAC-SHA256 of the student's identity, keyed with the `seed`, modulo `count`: nobody can
    compute it without the seed, and a student who comes later changes nobody else's. The identity is
    the most reliable of number, address and login in the list, or else the name; case does not matter.

    >>> roster = Roster(("Student",), (("Ada",), ("Bo",)), {0: "Ada", 1: "Bo"})
    >>> assign_variants(roster, 1, 100)
    {'Ada': 86, 'Bo': 75}
    """
    key = f"exactnb variants {seed}".encode(errors="surrogatepass")
    numbers: dict[str, int] = {}
    for place, name in roster.students.items():
        details = details_by_role(dict(zip(roster.header, roster.rows[place], strict=True)))
        identity = next((details[role] for role in IDENTIFYING if role in details), name)
        folded = unicodedata.normalize("NFC", identity).casefold()
        digest = hmac.digest(key, folded.encode(errors="surrogatepass"), "sha256")
        numbers[name] = int.from_bytes(digest, "big") % count + 1
    return numbers


def students_csv(students: Mapping[str, int], name: Callable[[int], str], roster: Roster | None) -> str:
    """Return the list of `students` and their variants as CSV; `name` turns a number into a file name.

    The numbers and addresses in the `roster` stand between the two.

    >>> print(students_csv({"Ada": 2}, "variant-{}".format, None), end="")
    student,variant
    Ada,variant-2
    """
    head: tuple[str, ...] = ()
    rows: dict[str, tuple[str, ...]] = {}
    if roster is not None:
        roles = map(column_role, roster.header)
        places = [p for p, role in enumerate(roles) if role in (*IDENTIFYING, "number")]
        head = tuple(roster.header[p] for p in places)
        rows = {
            student: tuple(roster.rows[identity][p] for p in places)
            for identity, student in roster.students.items()
        }
    lines = [("student", *head, "variant")]
    lines += [(student, *rows.get(student, ()), name(number)) for student, number in students.items()]
    return "".join(map(csv_row, lines))


_FIGURES = 6  # of a decimal in the key
_MOST_HELPING = 3  # questions that a summary names


@frozen(eq=False)
class Variants:
    """The variants of a search, the misconceptions that they cannot distinguish, and the students.

    `students` maps names to the numbers of their variants, from 1; `roster` has their details.
    """

    search: Search
    draws: Sequence[Draw]
    undistinguished: Sequence[Undistinguished]
    students: Mapping[str, int]
    roster: Roster | None = None

    def file_name(self, number: int) -> str:
        """Return the file name of the variant with this `number`."""
        return f"variant-{number:0{len(str(len(self.draws)))}}.toml"

    def files(self) -> dict[str, bytes]:
        """Return every file by its name, the same for the same template and seed."""
        problems = {
            self.file_name(number): problem_text(draw.document).encode()
            for number, draw in enumerate(self.draws, start=1)
        }
        files = {VARIANTS.name: VARIANTS.content, **problems, "key.csv": self._key_csv().encode()}
        if self.students:
            files["students.csv"] = students_csv(self.students, self.file_name, self.roster).encode()
        return files | {"manifest.json": self._manifest(problems).encode()}

    def _key_csv(self) -> str:
        """Return the key as CSV: each question's right value, and the values of misconceptions."""
        head = ("variant", "question", "leads to it", "value", "decimal", "told by it alone")
        rows = [
            row for n, draw in enumerate(self.draws, 1) for row in _key_rows(self.file_name(n), draw)
        ]
        return "".join(map(csv_row, (head, *rows)))

    def _manifest(self, problems: Mapping[str, bytes]) -> str:
        search = self.search
        distinguished = [
            name for name, level in search.attainable_levels.items() if level is Visibility.ALONE
        ]
        return safe_json(
            {
                "title": search.template.problem.title,
                "seed": str(search.seed),
                "figures": search.figures,
                "denominators": search.denominators,
                "must": list(search.must),
                "questions": {question.id: question.task for question in search.template.questions},
                "told": distinguished,
                "untold": {row.name: row.reason for row in self.undistinguished},
                "variants": {name: sha256(content).hexdigest() for name, content in problems.items()},
            }
        )

    def summary(self) -> str:
        """Return how many misconceptions are distinguished, and which questions would tell more."""
        levels, number = self.search.attainable_levels, len(self.draws)
        alone = sum(level is Visibility.ALONE for level in levels.values())
        statement = f"in each, {alone} of {len(levels)} misconceptions have a wrong value of their own"
        if self.search.must:
            statement = f"each tells {', '.join(self.search.must)}"
        head = f"{number} variant{'s' * (number != 1)}; {statement}"
        if not self.undistinguished:
            return f"{head}\n"
        helped = Counter(row.question for row in self.undistinguished if row.question)
        helpful = [f"{question} ({times})" for question, times in helped.most_common(_MOST_HELPING)]
        more = f"Asking tells more of them: {', '.join(helpful)}.\n" if helpful else ""
        return f"{head}.\n{more}Why the others have none stands in manifest.json, under untold.\n"


def _key_rows(file: str, draw: Draw) -> Iterator[tuple[str, ...]]:
    matrix = draw.matrix
    for question in matrix.questions:
        expects = draw.key.asked[question].expects
        yield (file, question, "right", *_value_texts(matrix.values[question][RIGHT], expects), "")
        for row in matrix.rows:
            if matrix.is_wrong(row, question):
                alone = "" if matrix.company(row, question) else "yes"
                texts = _value_texts(matrix.value(row, question), expects)
                yield (file, question, row.name, *texts, alone)


def _value_texts(target: Target, expects: Expects) -> tuple[str, str]:
    """Return a value as it is typed, and as a decimal if it is a number."""
    number = target.number
    try:
        decimal = "" if number is None else str(rounded_in_full(number, Rounding(figures=_FIGURES)))
    except ExactnbError:
        decimal = ""
    return answer_and_relation(target.value, expects)[0], decimal
