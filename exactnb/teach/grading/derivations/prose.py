"""What the words of a derivation say about its lines: constants dropped, independence, a prior.

How to read: `read_prose` asks each pattern; `DerivationProse` says what they find.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from itertools import pairwise

from exactnb.core.expression.nodes import Domain, Expression, Index, Integer, Series, Symbol
from exactnb.core.naming.grammar import GREEK
from exactnb.core.record import frozen
from exactnb.teach.grading.derivations.meanings import Parsed
from exactnb.teach.grading.derivations.spoken_data import MOST, counted_in, listed_in, normals_in

_NEVER = 10**6
_SUM = Series("sum", Index("i"), Domain("span", (Integer(1), Symbol("n"))), Symbol("x", (Symbol("i"),)))
_NEAR = 300  # characters before a distribution that may call it a posterior; all would take long
_WHAT_GOES = (
    r"(?:constants?|normali[sz]\w+|terms?|factors?|factorials?|coefficients?|what does not depend)"
)
_DROPPED = re.compile(
    r"\brelevant (?:terms?|parts?|factors?)\b"
    r"|\b(?:drop|omit|ignor|neglect|discard|without|leav\w+ out|up to)\w*\b[^.;:=]{0,40}"
    rf"\b(?:{_WHAT_GOES}|whatever|everything|anything|stuff|all that)\b"
    r"|\b(?:dropp|omitt|ignor|neglect|discard|leav)ing\b(?: the| out)? \$"  # −n/2 log 2π
    rf"|\b{_WHAT_GOES}\W+(?:\w+\W+){{0,2}}?(?:dropped|omitted|ignored|neglected|discarded|left out)\b",
    re.IGNORECASE,
)
_INDEPENDENT = re.compile(  # but no assumption, and without independence
    r"(?P<not>\b(?:no|not|without|never)\b(?:\W+\w+){0,2}?\W+)?"
    r"\b(?:independen(?:t|ce)|assum(?:e|ed|ing|ption)(?:\W+(?:\w+\W+){0,2}?independen\w+)?)",
    re.IGNORECASE,
)
_NO_PREFERENCE = re.compile(  # but "for α = β = 1 (a flat prior)" says what would be so
    r"(?<!\()(?<!\(a )\b(?:uniform|flat|equal|same|balanced)\b(?:\W+\w+){0,2}?\W+(?:prior|class prob)"
    r"|\bprior\w*\W+(?:\w+\W+){0,2}?(?:uniform|flat|equal|the same)\b"
    r"|\b(?:classes|labels)\b(?:\W+\w+){0,2}?\W+(?:balanced|equally (?:likely|probable))"
    r"|\b(?:balanced|equally (?:likely|probable)) (?:classes|labels)",
    re.IGNORECASE,
)
_ARGUMENT = re.compile(
    r"(?:Poisson|Poi|Pois|Bernoulli|Ber|Exponential|Exp|Geometric|Geom?)\b\}?\s*(?:\\left)?"
    r"\((.*?)(?:\\right)?\)\s*(?=[$.,;:]|$)",
    re.MULTILINE,
)
_COUNTED_AS = re.compile(  # s of them spam; u times "ball"; h heads
    r"(?<![\w\\])(?<![-−+] )([a-mo-z])\$? (?:times |of (?:them|which|these)(?: are)? |are )?"
    r"[\"“'`]{0,2}([A-Za-z]{2,})\b"
)
_TOTAL = re.compile(
    r"(?<!in )\b(?:sum|total)(?: is| of)? ?[=:]? ?\$?(\d{1,6})\b(?![./]\d)", re.IGNORECASE
)
_NAMED_PRIOR = re.compile(
    r"(?<!\\)\b(Beta|Dir|Gamma)(?:ichlet)?\b(?:\}?[\s$]*\([^()]*,|[ -]prior)|\b(Dir)ichlet\b", re.I
)
_NUMERAL = re.compile(r"\$([\d.]+)\$")  # $4.9$, $5.2$ and $5.5$
_PRIOR = re.compile(
    r"(?<!\\)(?:Beta|Dir(?:ichlet)?|Gamma(?=[\s}$]*\([^()]*[,;]))\b\}?[\s$]*"  # Γ(a) is a number
    r"\(((?:(?:shape|rate|\\?alpha|\\?beta|[abαβ]) ?= ?)?[\d\s.,;/\\a-z…=αβ]*)\)"
)
_REAL = r"(\d{1,6}(?:\.\d{1,6}|/[1-9]\d{0,5})?)"
_PRIOR_IN_WORDS = re.compile(
    r"\b(?:Beta|Gamma)(?: prior| distribution)? with \$?(?:shape|parameters|a|α|\\alpha)?[ =]*"
    rf"{_REAL}\$?(?:,| and|, and) \$?(?:rate|b|β|\\beta|(scale))?[ =]*{_REAL}"
    r"|\bDir(?:ichlet)?\b(?: prior| distribution)? with (?:(?:all|every|each)(?: of (?:its|the))? "
    rf"parameters?(?: (?:equal to|being|is|are))?[ =]*{_REAL}|parameters? \$?\(([\d., ]+)\)"
    rf"|(?:parameters? |concentration )?\$?(?:\\?alpha|\\?beta|[αβa]) ?= ?{_REAL})"
)
_PRIOR_LETTERS = re.compile(
    r"(?:Beta|Gamma|Ga)\b\}?[\s$]*(?:\\left)?\(\s*(?:\\?\w+\s*(?:[|;]|\\mid)\s*)?"  # Beta(θ | a, b)
    r"\\?([^\W\d_]+)\s*,(?:\\[ ,;])?\s*\\?([^\W\d_]+)\s*(?:\\right)?\)"
    r"|\bGamma(?: prior| distribution)? with shape \$?\\?([^\W\d_]+)\$?,? and (?:rate|(scale)) "
    r"\$?\\?([^\W\d_]+)"
)
_PRIOR_LETTER = re.compile(  # Dir(a), Dir(a_1, …, a_K), Dir(θ | \boldsymbol\alpha)
    r"Dir(?:ichlet)?\b\}?[\s$]*(?:\\left)?\(\s*(?:[^()|;]*?(?:[|;]|\\mid)\s*)?"
    r"(?:\\(?:boldsymbol|mathbf|vec|bm)\s*\{?)?\\?([^\W\d_]+)\}?(?:_\{?\w\}?)?\s*(?:\\right)?[,)]"
)


_ONE_MORE = r"(?:1 ?\+ ?\\?[^\W\d_]+(?:_\w)?|\\?[^\W\d_]+(?:_\w)? ?\+ ?1)"
_SHIFTED = re.compile(  # Dir(1 + α, …, 1 + α), Beta(a + 1, b + 1): the letters are exponents
    rf"(?:Beta|Dir(?:ichlet)?)\b\}}?[\s$]*(?:\\left)?\(\s*{_ONE_MORE}\s*,[^()]*{_ONE_MORE}\s*(?:\\right)?\)"
    rf"|\bDir(?:ichlet)?\b[^.;\n]{{0,40}}\bparameters? (?:equal to |are |being )?\$?{_ONE_MORE}"
)
_POSTERIOR = re.compile(  # is Beta(A, B); is ∝ r^17 e^(−6r). This is a Gamma(18, 6)
    r"\bposterior\W+(?:(?:\w+\W+){0,3}?"
    r"|(?:(?!\bprior\b).)*\b(?:this|that|it|which) is (?:an? |the )?\W*)"
    r"(?:\\?[\w{}]+\([^()]*\)\s*=\s*)?(?:\\?\w+\{)?$",  # Beta(1 + 3, 1 + 2) = Beta(4, 3)
    re.IGNORECASE | re.DOTALL,
)
_FORMULA = re.compile(r"\$+[^$]+\$+|\\[\[(].*?\\[\])]|\\begin.*?\\end\{\w+\*?\}", re.DOTALL)
_HEADING = re.compile(r"[\s#*(]*(?:Step )?(\d{1,2})[.):]? +(?=[^\W\d])")
_SPOKEN = re.compile(r"(?<![\w.,/^{-])\d{1,4}(?![\w%/^}]|[.,]\d)")  # 25 sport, but no 0.25

_END = re.compile(  # j = 1..K; y_i ∈ {1, …, C}; y_1, \\dots, y_N; a_1 + … + a_K
    r"(?:([a-z])(?:[_^]\{?\(?\w\)?\}?)? ?(?:=|\\in\b|∈) ?\\?\{? ?1[ ,]*)?"
    r"(?:\.\.+|…|\\[lc]?dots\b)[\s,+}]*(?=(?:\\?[A-Za-zα-ω]+\\?_\{?)?([A-Za-z])(?![\w^_]))"
)

_OF_VALUES = frozenset("CKV")  # what nobody calls the number of observations

_SIZE = re.compile(r"\b([CKV])\$? (?:classes|categories|labels|values|outcomes|words|word types)\b")

_COUNTS = (  # of the smallest number that is observed: failures before a success, or trials
    re.compile(r"(?:=|\\in|∈) ?\\?\{? ?0 ?, ?1 ?,|\bfailures? before\b", re.IGNORECASE),
    re.compile(
        r"(?:=|\\in|∈) ?\\?\{? ?1 ?, ?2 ?,|\bincluding the (?:first )?success\b"
        r"|\A(?s:(?!.*\bfail).*?)\b(?:trials|tosses|rolls|throws|attempts|tries|flips|draws)\W+(?:\w+\W+)?"
        r"(?:needed|required|until|up to|it t(?:ook|akes)|to (?:get|see|reach))\b",
        re.IGNORECASE,
    ),
)

NAMING = re.compile(
    r"\b(?:counts?|documents?|totals?|numbers?|param(?:eter)?s?|rows?|trials|success(?:es)?|heads|tails?"
    r"|failures?|ones|zeros|hits|misses|wins|spam|ham|positives?|negatives?|mails|tosses|size)$",
    re.IGNORECASE,
)
"""Ends in a noun that stands for a number: before = it is a new name."""

OPERATION = re.compile(
    r"\b(?:plus|minus|divided by|multiplied by|(?:sum|product)(?: over)? of(?: all| the| these)*)$",
    re.IGNORECASE,
)
"""Ends in a word for a sign, which a formula behind it goes on with: also in "sum over k of"."""

_ROW_OF_WORDS = re.compile(r"(?<![\\A-Za-z{])[A-Za-z]{3,}[^\\$=]*\b[A-Za-z]{2,}")
_BEHIND = re.compile(r"(?:\$|\\\))[ ,(]+(\w[^.$\\]*)[^$\\]*$")
_COMMENT = re.compile(r"(?<!\\)%.*")


@frozen(slots=True)
class DerivationProse:
    """What words say: the lines from which on constants are dropped, and features independent.

    `prior` are the numbers of the prior where words say them: (2, 2) for Beta(2, 2), (1,) for a uniform
    one; empty where none are said. `arguments` are what stands in the parentheses of a distribution,
    `data` the observations, where words say all of them, or how many successes and failures there were:
    these numbers are `counted`.
    `prior_letters` are a and b of Beta(a, b), or a of Dir(a), `equations` are the lines', and
    `proportions` those with ∝. `normals` are the class, "" where none is named, the mean and the
    variance of two normal distributions. `ends` are letters with which ranges end, as j = 1..K does,
    each with the index that runs, "" where none is named; `first` is the least that may be observed.
    `numbers` are the whole ones that stand among words: 8 days, 52 events. `counted_words` are letters
    before a word, which it may count: h heads.
    The numbers of a prior that `is_shifted` are one more than its letters.
    `above` are the rows that end with a colon or comma, by the numbers of those below them; `behind`
    has the words of a row that end the sentence of its last formula.
    """

    dropped: int = _NEVER
    independent: int = _NEVER
    prior: tuple[Fraction, ...] = ()
    arguments: tuple[str, ...] = ()
    data: tuple[Fraction, ...] = ()
    equations: tuple[tuple[Expression, Expression], ...] = ()
    prior_letters: tuple[str, ...] = ()
    ends: tuple[tuple[str, str], ...] = ()
    first: int | None = None
    numbers: tuple[int, ...] = ()
    priors: frozenset[str] = frozenset()
    above: Mapping[int, str] = field(default_factory=dict)
    behind: Mapping[int, str] = field(default_factory=dict)
    counted: tuple[int, int] | None = None
    proportions: tuple[tuple[Expression, Expression], ...] = ()
    normals: tuple[tuple[str, str, str], ...] = ()
    counted_words: tuple[tuple[str, str], ...] = ()
    has_scale: bool = False
    is_shifted: bool = False

    def is_size(self, letter: str) -> bool:
        """Say whether a range of values, or of an index by its name, ends with `letter`."""
        return any(end == letter and (index or end in _OF_VALUES) for end, index in self.ends)


NO_WORDS = DerivationProse()


def read_prose(text: str, lines: Sequence[Parsed] = ()) -> DerivationProse:
    """Return what the words of `text`, a derivation, say about its `lines`.

    >>> read_prose("Prior: Beta(2, 3).  Dropping constants,").prior
    (Fraction(2, 1), Fraction(3, 1))
    """
    prior: tuple[Fraction, ...] = (Fraction(1),) if _NO_PREFERENCE.search(text) else ()
    is_scale = False
    if (stated := _first_of_prior(_PRIOR, text)) is not None:
        numbers = tuple(map(Fraction, re.findall(_REAL, stated[1])))
        is_scale = "scale" in stated[1]
        prior = numbers if len(set(numbers)) > 1 or "dots" not in stated[1] else numbers[:1]
    elif (stated := _PRIOR_IN_WORDS.search(text)) is not None:
        is_scale = bool(stated[2])
        prior = tuple(map(Fraction, re.findall(_REAL, " ".join(filter(None, stated.groups())))))
    if is_scale:
        prior = (*prior[:1], *(1 / number for number in prior[1:] if number))
    arguments = tuple(match[1] for match in _ARGUMENT.finditer(text))
    dropped, independent = _first_line(_DROPPED, text), _first_line(_INDEPENDENT, text)
    without_signs = _NUMERAL.sub(r"\1", text)
    data, counted, equations = listed_in(without_signs), None, tuple(_equations_of(lines))
    if not data and (counted := counted_in(without_signs)) is not None and sum(counted) <= MOST:
        data = (Fraction(1),) * counted[0] + (Fraction(0),) * counted[1]
    if (total := _TOTAL.search(text)) is not None:
        equations = (*equations, (_SUM, Integer(int(total[1]))))
    named = _first_of_prior(_PRIOR_LETTERS, text) or _first_of_prior(_PRIOR_LETTER, text)
    names = [name for name in named.groups() if name] if named else []
    has_scale = "scale" in names
    letters = tuple(GREEK.get(name, name) for name in names if name != "scale")
    letters = letters if all(len(letter) == 1 for letter in letters) else ()
    ends = tuple((end, index) for index, end in _END.findall(text))
    ends += tuple((size, "") for size in _SIZE.findall(text))
    least = [number for number, words in enumerate(_COUNTS) if words.search(text)]
    first = least[0] if len(least) == 1 else None
    headings = _headings(text)
    alone = (
        side
        for row, chains, _ in lines
        if row.line not in headings
        for chain in chains[:1]
        for side in chain.sides
        if not (chain.relations or chain.lead)
    )  # of (s + 1)/(n + 2) none, nor of 4.9
    bare = _FORMULA.sub(" ; ", text) if "$" in text else _without(lines, text)
    words = "\n".join(_HEADING.sub("", row, count=1) if number in headings else row
                      for number, row in enumerate(bare.split("\n"), 1))  # fmt: skip
    in_words = map(int, _SPOKEN.findall(words))
    spoken = tuple(dict.fromkeys((*(p.value for p in alone if isinstance(p, Integer)), *in_words)))
    return DerivationProse(
        dropped,
        independent,
        prior,
        arguments,
        data,
        equations,
        letters,
        ends,
        first,
        spoken,
        frozenset((match[1] or match[2]).capitalize() for match in _NAMED_PRIOR.finditer(text)),
        _above(text),
        {
            row: end[1]
            for row, words in enumerate(text.split("\n"), 1)
            if (end := _BEHIND.search(words))
        },
        counted,
        tuple(
            (chain.sides[0], chain.sides[1])
            for _, chains, _ in lines
            for chain in chains[:1]
            if chain.relations[:1] == ("∝",)
        ),
        normals_in(text),
        tuple(_COUNTED_AS.findall(text)),
        has_scale,
        _first_of_prior(_SHIFTED, text) is not None,
    )


def _without(lines: Sequence[Parsed], text: str) -> str:
    """Return `text` with signs in the place of its `lines`, but where these are 12 or 12 A alone."""
    for statement, chains, _ in lines:
        is_number = len(statement.tokens) < 3 and not any(chain.relations for chain in chains)
        for token in () if is_number else statement.tokens:
            text = text[: token.at] + ";" * (token.end - token.at) + text[token.end :]
    return text


def _headings(text: str) -> set[int]:
    """Return the numbers of the rows of `text` that count, 1, 2, 3: headings, and steps."""
    rows = list[int]()
    for row, words in enumerate(text.split("\n"), 1):
        if (match := _HEADING.match(words)) and match[1] == str(len(rows) + 1):
            rows.append(row)
    return set(rows) if len(rows) > 1 else set()


def _above(text: str) -> dict[int, str]:
    """Return the rows of `text` that go on in those below them, by the numbers of these."""
    rows = [(number, row) for number, row in enumerate(text.split("\n"), 1) if row.strip()]
    return {below: row for (_, row), (below, _) in pairwise(rows) if row.rstrip().endswith((":", ","))}


def _equations_of(lines: Sequence[Parsed]) -> Iterator[tuple[Expression, Expression]]:
    """Yield the two sides of each = in `lines`, also of one between two rows."""
    above: Sequence[Expression] = ()
    for chain in (chain for _, chains, _ in lines for chain in chains[:1]):
        if chain.lead == "=" and above:
            yield above[-1], chain.sides[0]
        above = chain.sides if chain.relations or chain.lead else ()
        yield from chain.equations()


def _first_of_prior(stated: re.Pattern[str], text: str) -> re.Match[str] | None:
    """Return the first match of `stated` in `text` that words before it do not call a posterior."""
    for match in stated.finditer(text):
        start = match.start()
        if not _POSTERIOR.search(text, max(0, start - _NEAR), start):
            return match
    return None


def _first_line(pattern: re.Pattern[str], text: str) -> int:
    matches = (match for match in pattern.finditer(text) if not match.groupdict().get("not"))
    match = next(matches, None)
    return _NEVER if match is None else text.count("\n", 0, match.end()) + 1


def rows_of_words(text: str, lines: Sequence[Parsed]) -> frozenset[int]:
    """Return the numbers of the rows of `text` that have words, and none of its `lines`."""
    read = {
        text.count("\n", 0, token.at) + 1 for statement, _, _ in lines for token in statement.tokens
    }
    rows = enumerate(text.split("\n"), 1)
    return frozenset(
        n for n, row in rows if n not in read and _ROW_OF_WORDS.search(_COMMENT.sub("", row))
    )
