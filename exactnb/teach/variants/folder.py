"""The files of variants: problem files, their key, a summary, and the list of students."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

from exactnb.core.arithmetic.rounding import Rounding, readable
from exactnb.core.data.escaping import csv_row, safe_json
from exactnb.core.data.files import VARIANTS
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError
from exactnb.teach.answers.answer import Expects
from exactnb.teach.grading.discrimination import RIGHT, answer_and_relation
from exactnb.teach.grading.submissions.rosters import Roster
from exactnb.teach.grading.targets import Target
from exactnb.teach.variants.reasons import Undistinguished
from exactnb.teach.variants.searching import Draw, Search
from exactnb.teach.variants.students import students_csv
from exactnb.teach.variants.visibility import Visibility
from exactnb.teach.variants.writing import problem_text

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

    def name(self, number: int) -> str:
        """Return the file name of the variant with this `number`."""
        return f"variant-{number:0{len(str(len(self.draws)))}}.toml"

    def files(self) -> dict[str, bytes]:
        """Return every file by its name, the same for the same template and seed."""
        problems = {
            self.name(number): problem_text(draw.document).encode()
            for number, draw in enumerate(self.draws, start=1)
        }
        files = {VARIANTS.name: VARIANTS.content, **problems, "key.csv": self._key().encode()}
        if self.students:
            files["students.csv"] = students_csv(self.students, self.name, self.roster).encode()
        return files | {"manifest.json": self._manifest(problems).encode()}

    def _key(self) -> str:
        """Return the key as CSV: each question's right value, and the values of misconceptions."""
        head = ("variant", "question", "leads to it", "value", "decimal", "told by it alone")
        rows = [
            row for number, draw in enumerate(self.draws, 1) for row in _values(self.name(number), draw)
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


def _values(file: str, draw: Draw) -> Iterator[tuple[str, ...]]:
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
        decimal = "" if number is None else str(readable(number, Rounding(figures=_FIGURES)))
    except ExactnbError:
        decimal = ""
    return answer_and_relation(target.value, expects)[0], decimal
