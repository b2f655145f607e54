"""Questions of a problem sheet: quantity, points, and the accuracy that an answer needs.

How to read: `Policy` and `Question` are the values; `read_policy`, `read_credit` and `read_questions`
read them from a problem file; accepted answers, with the points that they earn, come last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from exactnb.core.arguments import require
from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.numerals import BareNumeral, read_number
from exactnb.core.problem.reading import filled, points
from exactnb.core.problem.sections import Section, tables
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError, Place, listing, near, one_of, quoted

if TYPE_CHECKING:
    from exactnb.core.families.declared.family import DeclaredFamily, Family

DERIVATION = "derivation"
FORMS = ("any", "lowest", "counted", "working", DERIVATION)
_OF_QUANTITIES = ("quantity", "policy", "credit")  # keys that a derivation has no use for
_ANSWER_KEYS = ("student", "answers")
_PLAIN = ("exact", "rounded")
_WITH_NUMBER = ("figures", "places", "within", "relative")
_EXPECTED = 'expected "exact", "rounded" or one of { figures = 3 }, { places = 4 }, { within = 0.001 }'
_CREDITED = (
    "too_few_digits", "truncated", "last_digit_off", "wrong_form", "percent_or_fraction",
    "power_of_ten", "digits_exchanged", "mistake", "arithmetic_slip",
)  # fmt: skip
_MOST_DIGITS = 100
_MOST_QUESTIONS = 1_000
_QUESTION = Place.of("question")
_CREDIT = Place.of("credit")
FIGURES = 3
"""The significant figures of a rounded answer, unless a policy says otherwise."""

_MAX_ANSWERS = 10_000


@frozen(slots=True)
class Policy:
    """Say which answers are right: the exact value, or one that is rounded or close.

    `kind` is "exact"; "rounded" (rightly, to at least 3 significant figures); "figures" or "places"
    (rightly, to at least `amount` of them); "within" `amount`; "relative", within that part of the
    value. `form` says how a fraction has to be written: "any", in "lowest" terms, or as "counted"; with
    "working" the answer is a whole working, line by line, with "derivation" that of a theorem.

    >>> read_policy({"figures": 4})
    Policy(kind='figures', amount=Fraction(4, 1), form='any')
    """

    kind: str = "rounded"
    amount: Fraction = Fraction(0)
    form: str = "any"

    @property
    def figures(self) -> int:
        """Return how many significant figures a rounded answer needs."""
        if self.kind == "figures":
            return int(self.amount)
        return FIGURES if self.kind == "rounded" else 0

    @property
    def places(self) -> int:
        """Return how many digits behind the point a rounded answer needs."""
        return int(self.amount) if self.kind == "places" else 0

    def __str__(self) -> str:
        return self.kind if self.kind in _PLAIN else f"{self.kind} = {exact_text(self.amount)}"


@frozen(slots=True)
class Question:
    """One question: its id, the quantity it asks for, its points, and what counts as right.

    `policy` says what else than the exact value is right: by default what it rounds to. `credit` is the
    part of its points that a verdict earns which is not right, such as 1/2 for too few digits.
    `accepted` are answers, as they were typed, that earn points whatever is made of them. A question
    whose form is "working" may have `milestones`, the quantities that earn its points; one whose form
    is "derivation" has a `theorem`, a name of `exactnb derive` or a Family, in place of its quantity.
    `text` is its wording, "" if it has none of its own.

    >>> asked = Question("prior", "P(+)", Fraction(2), read_policy({"places": 2}))
    >>> asked.policy.places
    2

    Its quantity is looked up when a Problem is made with it: then InputError is raised for one that is
    none, or two questions with one id.
    """

    id: str
    quantity: str = ""
    points: Fraction = Fraction(1)
    policy: Policy = Policy()
    credit: tuple[tuple[str, Fraction], ...] = ()
    accepted: tuple[tuple[str, Fraction], ...] = ()
    milestones: tuple[Question, ...] = ()
    theorem: str | Family = ""
    text: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "policy", read_policy(self.policy))
        object.__setattr__(self, "points", points(self.points, Place.of("points")))
        for key in ("id",) if self.is_derivation else ("id", "quantity"):
            filled(getattr(self, key), Place.of(key))

    @property
    def is_derivation(self) -> bool:
        """Say whether the derivation of a theorem is the answer, which has no quantity."""
        return self.policy.form == DERIVATION

    @property
    def task(self) -> str:
        """Return what is asked for: the quantity, or the name of the theorem or family."""
        if not self.is_derivation:
            return self.quantity
        return self.theorem if isinstance(self.theorem, str) else self.theorem.declared.name

    @property
    def is_working(self) -> bool:
        """Say whether a whole working is the answer."""
        return self.policy.form == "working"

    @property
    def marks(self) -> tuple[Question, ...]:
        """Return what earns points in a working: the milestones, or else the question itself."""
        if self.is_derivation:
            return ()
        return self.milestones or (replace(self, policy=replace(self.policy, form="any")),)

    def accepts(self, raw: str) -> Fraction | None:
        """Return the points that the answer `raw` was accepted for, None if nobody accepted it."""
        if not self.accepted:
            return None
        return {as_compared(text): points for text, points in self.accepted}.get(as_compared(raw))


def as_compared(raw: str) -> str:
    """Return `raw`, a typed answer, with single blanks: so it is compared with accepted ones.

    >>> as_compared(" 1  / 2")
    '1 / 2'
    """
    return " ".join(raw.split())


def read_policy(raw: object, form: object = "any", place: Place = HERE) -> Policy:
    """Return the policy in `raw`, with the `form` of fractions; `place` is the place of its question.

    >>> str(read_policy("exact")), str(read_policy({"within": "0.001"}))
    ('exact', 'within = 1/1000')

    Raises InputError, with the path, for anything else.
    """
    if isinstance(raw, Policy):
        return raw
    shape = (place / "form").read(one_of, form, FORMS)
    place /= "policy"
    if isinstance(raw, str) and not isinstance(raw, BareNumeral):  # a bare decimal is text here too
        return Policy(place.read(one_of, raw, _PLAIN, ", or ".join(_WITH_NUMBER)), form=shape)
    if not isinstance(raw, Mapping) or len(raw) != 1:
        raise InputError(f"{_EXPECTED}; got {quoted(raw)}", at=place)
    ((kind, number),) = raw.items()
    if kind not in _WITH_NUMBER:
        raise InputError(f"unknown key{near(str(kind), _WITH_NUMBER)}; {_EXPECTED}", at=place)
    place /= str(kind)
    amount = place.read(read_number, number)
    if kind in ("figures", "places"):
        least = 1 if kind == "figures" else 0
        if amount.denominator != 1 or not least <= amount <= _MOST_DIGITS:
            expected = f"expected a whole number from {least} to {_MOST_DIGITS}"
            raise InputError(f"{expected}; got {exact_text(amount)}", at=place)
    elif amount < 0:
        raise InputError(f"must not be negative; got {exact_text(amount)}", at=place)
    return Policy(kind, amount, shape)


def read_credit(raw: object, place: Place = _CREDIT) -> dict[str, Fraction]:
    """Return the parts of the points in `raw` for nearly right answers, by verdict.

    >>> read_credit({"too_few_digits": "1/2"})
    {'too_few_digits': Fraction(1, 2)}

    Raises InputError below `place` for another verdict, and for a part that is not between 0 and 1.
    """
    if not isinstance(raw, Mapping):
        raise InputError.expected('{ too_few_digits = "1/2" }', raw, at=place)
    credit = {}
    for key, part in raw.items():
        if key not in _CREDITED:
            hint = near(str(key), _CREDITED)
            expected = "a verdict that earns a part" if hint else f"one of {listing(_CREDITED)}"
            raise InputError(f"expected {expected}; got {quoted(key)}{hint}", at=place)
        credit[key] = (place / key).read(read_number, part)
        if not 0 <= credit[key] <= 1:
            message = f"lies between 0 and 1; got {exact_text(credit[key])}"
            raise InputError(message, at=place / key)
    return credit


def read_questions(
    raw: object,
    place: Place = _QUESTION,
    credit: Mapping[str, Fraction] | None = None,
    families: Mapping[str, DeclaredFamily] | None = None,
) -> tuple[Question, ...]:
    """Return the questions in the tables `raw`, or raise InputError; `credit` is the sheet's.

    A derivation may be about one of the `families` that the problem states, by its name.

    >>> read_questions([{"id": "a", "quantity": "P(+|x)", "points": 2}])[0].points
    Fraction(2, 1)
    """
    sections = tables(raw, "question", _MOST_QUESTIONS, "questions", place=place)
    questions = tuple(_question(section, credit or {}, families or {}) for section in sections)
    check_ids(questions, place)
    return questions


def check_ids(questions: Sequence[Question], place: Place) -> None:
    """Raise InputError below `place` for what is none of the `questions`, and for two with one id."""
    ids: set[str] = set()
    for number, question in enumerate(questions, start=1):
        require(question, Question, "a Question", place[number])
        if question.id in ids:
            raise InputError(f"{quoted(question.id)} is there twice", at=place[number] / "id")
        ids.add(question.id)


def _question(
    section: Section, credit: Mapping[str, Fraction], families: Mapping[str, DeclaredFamily]
) -> Question:
    raw, place = section.given, section.at
    is_derivation = raw.get("form") == DERIVATION
    section.require_keys("id", "theorem" if is_derivation else "quantity")
    for key in _OF_QUANTITIES if is_derivation else ("theorem",):
        if key in raw:
            only = "cannot be used with" if is_derivation else "requires"
            raise InputError(f'{only} form = "{DERIVATION}"', at=place / key)
    if str(raw["id"]).strip() in _ANSWER_KEYS:
        message = f"{quoted(raw['id'])} is a key of answer files; choose another"
        raise InputError(message, at=place / "id")
    identity, points = section["id"], section["points"]
    policy = read_policy(raw.get("policy", "rounded"), raw.get("form", "any"), place)
    text = " ".join(section.get("text", "").split())
    if is_derivation:
        theorem: str | Family = section["theorem"]
        if theorem in families:
            from exactnb.core.families.declared.family import Family

            theorem = Family(families[str(theorem)])
        return Question(identity, "", points, policy, theorem=theorem, text=text)
    quantity = section["quantity"]
    question_credit = read_credit(raw.get("credit", {}), place / "credit")
    credited = tuple({**credit, **question_credit}.items())
    return Question(identity, quantity, points, policy, credited, text=text)


def with_accepted(questions: Sequence[Question], raw: object) -> tuple[Question, ...]:
    """Return `questions` with the answers in `raw`, the [[accept]] tables of a problem file.

    >>> prior = Question("prior", "P(+)", Fraction(2))
    >>> (prior,) = with_accepted([prior], [{"question": "prior", "text": "0.67", "points": 1}])
    >>> prior.accepts(" 0.67 "), prior.accepts("0.7")
    (Fraction(1, 1), None)

    In a working a line is accepted; `question` may be the quantity of a milestone too.

    Raises InputError for another question, an answer that is there twice, and for points that do not
    lie between 0 and those of the question.
    """
    marked = [each for question in questions for each in (question, *question.milestones)]
    by_question: dict[str, dict[str, Fraction]] = {each.id: {} for each in marked}
    points = {each.id: each.points for each in reversed(marked)}
    for section in tables(raw, "accept", _MAX_ANSWERS, "answers", "accepted"):
        section.require_keys("question", "text")
        identity = section["question"]
        if identity not in by_question:
            there = "the problem has none"
            if by_question:
                there = f"the questions are {listing(by_question)}"
            message = f"no question {quoted(identity)}{near(identity, by_question)}; {there}"
            raise InputError(message, at=section.place_of_key("question"))
        text = as_compared(section["text"])
        if text in by_question[identity]:
            raise InputError(f"{quoted(text)} is accepted twice", at=section.place_of_key("text"))
        place = section.place_of_key("points")
        by_question[identity][text] = _accepted_points(section["points"], points[identity], place)

    def accepting(question: Question) -> Question:
        milestones = tuple(map(accepting, question.milestones))
        return replace(
            question, accepted=tuple(by_question[question.id].items()), milestones=milestones
        )

    return tuple(map(accepting, questions))


def _accepted_points(raw: object, maximum: Fraction, place: Place) -> Fraction:
    """Return the points of an accepted answer, by default all of its question."""
    if raw is None:
        return maximum
    points = place.read(read_number, raw)
    if not 0 <= points <= maximum:
        expected = f"lies between 0 and {exact_text(maximum)}, the points of the question"
        raise InputError(f"{expected}; got {exact_text(points)}", at=place)
    return points
