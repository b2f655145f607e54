"""All choices of one model in one frozen object.

How to read: `Conventions.__init__` is the door: it takes what is said, fills in a preset's choices,
then the usual ones (`first_stated`), and checks each with the reader of its kind, in `reading.py`. At
the end the choices are put in a few words.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from copy import copy
from fractions import Fraction
from typing import Any, Literal

from exactnb.core.arithmetic.integers import Ratio, exact_text
from exactnb.core.arithmetic.numerals import Exact
from exactnb.core.conventions.reading import (
    CHOICES,
    UNSEEN,
    Epsilon,
    Rule,
    first_stated,
    prior_rule_from_features,
    read_choices,
    read_preset,
    read_prior,
    read_rules,
    read_variance_choices,
)
from exactnb.core.conventions.rules import (
    NONE,
    Add,
    Clip,
    Frequency,
    Gamma,
    Limit,
    MEstimate,
    Smoothing,
    pseudocount_of,
    read_rule,
    rule_for_unnamed,
)
from exactnb.core.data.rows import name_of, repeated
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, Unsupported, one_of, quoted

Prior = Literal["mle", "uniform", "smoothed", "given"]

_CELLS = {
    "class": ", for each value that the class shows",
    "slot": ", one more slot for what is unseen",
}


@frozen(slots=True, init=False)
class Conventions:
    """Say how parameters are estimated, what is counted and how ties are reported.

    `prior` is "mle" (relative frequencies), "uniform", "smoothed", or a number for every class; None
    leaves it to the data. `smoothing` is the rule for the features, `smoothings` that of a column,
    `prior_smoothing` that of the prior (that of the features unless given). `unseen` says what
    becomes of a value or word the training data never showed, `absent` whether a word that does not
    occur counts with 1 − p, `coefficient` whether a text is a count vector, `tie` whether all
    winners are reported. Of normal distributions, `divisor` is that of variances, counted over the
    terms summed; `share` says what has one variance, `epsilon` is added to each ("0+" stands for the
    limit ε → 0⁺), and `covariance` is that of lda; `explicit` are those of these four that are chosen,
    by no preset. `preset` is what another tool does; what is said beside it wins. `missing_cells` says
    whether a missing cell of a training row is skipped, or a value of its own; then only values that
    rows have count.

    >>> str(Conventions(smoothing="1/2").smoothing_of("Outlook"))
    '1/2'
    >>> Conventions(smoothing=0.5)
    Traceback (most recent call last):
        ...
    exactnb.errors.InputError: smoothing: 0.5 is a binary float; write "0.5" or Fraction(1, 2)
    """

    preset: str
    prior: Prior
    prior_is_explicit: bool
    given_prior: tuple[tuple[str, Ratio], ...]
    prior_smoothing: Smoothing
    smoothing: Smoothing
    smoothings: tuple[tuple[str, Smoothing], ...]
    unseen_value: str
    unseen_word: str
    absent: str
    coefficient: bool
    tie: str
    divisor: str
    share: str
    epsilon: Epsilon
    covariance: str
    explicit: tuple[str, ...]
    missing_cells: str

    def __init__(
        self,
        *,
        preset: str | None = None,
        prior: str | Mapping[str, Exact] | None = None,
        prior_smoothing: Rule | None = None,
        smoothing: Rule | None = None,
        smoothings: Mapping[str, Rule] | None = None,
        unseen: str | None = None,
        absent: str | None = None,
        coefficient: bool | None = None,
        tie: str | None = None,
        missing_cells: str | None = None,
        divisor: str | None = None,
        share: str | None = None,
        epsilon: Exact | Mapping[str, Exact] | None = None,
        covariance: str | None = None,
    ) -> None:
        name, chosen = read_preset(preset)
        fields = {"preset": name, **read_rules(prior, prior_smoothing, smoothing, chosen)}
        by_column = {name_of(column): value for column, value in (smoothings or {}).items()}
        rules = tuple((c, read_rule(x, Place.of("smoothings") / c)) for c, x in by_column.items())
        if coefficient is not None and not isinstance(coefficient, bool):
            raise InputError.expected("true or false", coefficient, at="coefficient")
        if unseen is not None:
            Place.of("unseen").read(one_of, unseen, UNSEEN)
        fields |= {
            "smoothings": rules,
            "unseen_value": first_stated(unseen, chosen.get("unseen_value"), "error"),
            "unseen_word": first_stated(unseen, "drop"),
            "coefficient": bool(coefficient),
            **read_choices({"absent": absent, "missing_cells": missing_cells, "tie": tie}, chosen),
        }
        fields |= read_variance_choices(divisor, share, epsilon, covariance, chosen)
        for key, value in fields.items():
            object.__setattr__(self, key, value)
        all_rules = (self.smoothing, self.rule_of_prior(), *(rule for _, rule in rules))
        if isinstance(self.epsilon.amount, Limit) and Limit() in all_rules:
            raise InputError("ε and the λ of smoothing cannot both tend to 0", at="epsilon")

    def _with_fields(self, **fields: Any) -> Conventions:
        """Return the same choices with some fields as they are given, already read."""
        changed = copy(self)
        for key, value in fields.items():
            object.__setattr__(changed, key, value)
        return changed

    def explicit_among(self, keys: Collection[str]) -> Conventions:
        """Return the same choices, of which a model says only its `keys`: the others it inherits.

        >>> Conventions(share="all", epsilon=1).explicit_among(["epsilon"]).explicit
        ('epsilon',)
        """
        return self._with_fields(explicit=tuple(key for key in self.explicit if key in keys))

    def with_prior(self, prior: Mapping[str, Exact]) -> Conventions:
        """Return the same choices with a number for every class as the prior.

        >>> Conventions(smoothing=1).with_prior({"a": 1, "b": 0}).prior
        'given'
        """
        kind, shares = read_prior(prior)
        return self._with_fields(prior=kind, prior_is_explicit=True, given_prior=shares)

    def in_lower_case(self) -> Conventions:
        """Return the same choices with the classes of a prior in lower case, as the data have them.

        >>> Conventions(prior={"YES": 1, "no": 0}).in_lower_case().prior_of("yes").value
        Fraction(1, 1)

        Raises InputError where two spellings of one class have a prior.
        """
        folded = tuple((label.lower(), share) for label, share in self.given_prior)
        if (double := repeated(label for label, _ in folded)) is not None:
            raise InputError(f"class {quoted(double)} is there twice", at="prior")
        return self._with_fields(given_prior=folded)

    def varied(self, **chosen: Any) -> Conventions:
        """Return the same choices but for some, which are said as they are to `Conventions`.

        A prior that is smoothed as the features are stays so.

        >>> varied = Conventions(prior="smoothed", smoothing=1).varied(smoothing=2, absent="ignore")
        >>> varied.spelled()
        {'prior': 'smoothed', 'smoothing': '2', 'absent': 'ignore'}
        """
        changes = Conventions(**chosen)
        keys = [*chosen, "unseen_value", "unseen_word"] if "unseen" in chosen else [*chosen]
        fields = {key: getattr(changes, key) for key in keys if key != "unseen"}
        smoothed = fields.get("prior", self.prior) == "smoothed"
        if "prior" in chosen:
            fields |= {"prior_is_explicit": True, "given_prior": changes.given_prior}
        # One that was smoothed as the features are, and by no rule of its own, goes with them.
        as_features = "prior" in chosen or self.prior_smoothing == rule_for_unnamed(self.smoothing)
        if smoothed and as_features and "prior_smoothing" not in chosen:
            fields["prior_smoothing"] = prior_rule_from_features(
                fields.get("smoothing", self.smoothing)
            )
        if "preset" not in chosen:
            fields["preset"] = ""
        fields["explicit"] = tuple(dict.fromkeys((*self.explicit, *changes.explicit)))
        return self._with_fields(**fields)

    def smoothing_of(self, column: str) -> Smoothing:
        """Return the rule of a column."""
        return dict(self.smoothings).get(column, self.smoothing)

    def with_limit(self) -> Conventions:
        """Return the same choices with the letter λ for what is added to the counts of features.

        Columns with a rule of their own keep it, and so does a prior that is not smoothed alike.

        >>> Conventions(prior="smoothed", smoothing=1).with_limit().spelled()
        {'prior': 'smoothed', 'smoothing': '0+'}

        Raises Unsupported where another rule than adding the same λ to every count is said, and where a
        column or a prior tends to a limit of its own: one letter cannot stand for two numbers.
        """
        rule = self.smoothing
        adds_one_pseudocount = (
            isinstance(rule, Add) and rule.cells is None and pseudocount_of(rule) is not None
        )
        if not (adds_one_pseudocount or isinstance(rule, Limit)):
            raise Unsupported("the features are smoothed by no single λ that is added to every count")
        as_features = self.prior == "smoothed" and self.prior_smoothing == rule
        column_rules = [rule for _, rule in self.smoothings]
        if Limit() in (column_rules if as_features else [*column_rules, self.rule_of_prior()]):
            raise Unsupported("a column or the prior has '0+' of its own, another λ than the features'")
        prior_smoothing = Limit() if as_features else self.prior_smoothing
        return self._with_fields(smoothing=Limit(), prior_smoothing=prior_smoothing)

    def rule_of_prior(self) -> Smoothing:
        """Return the rule that the prior is estimated by: none, unless it is smoothed."""
        return self.prior_smoothing if self.prior == "smoothed" else NONE

    def prior_of(self, label: str) -> Ratio:
        """Return the given prior of the class `label`."""
        return dict(self.given_prior)[label]

    def spelled(self, *, numbers: bool = False) -> dict[str, str]:
        """Return the choices as they are written in a problem file, defaults left out but two.

        Those that are about numeric columns are left out unless there are `numbers`.
        """
        prior: str = self.prior
        if prior == "given":
            prior = ", ".join(f"{label}: {exact_text(p.value)}" for label, p in self.given_prior)
        choices = {"conventions": self.preset} if self.preset else {}
        choices |= {"prior": prior, "smoothing": str(self.smoothing)}
        choices |= {f"smoothing of {column}": str(value) for column, value in self.smoothings}
        if self.prior == "smoothed" and self.prior_smoothing != self.smoothing:
            choices["prior_smoothing"] = str(self.prior_smoothing)
        if self.unseen_value != "error":
            choices["unseen"] = self.unseen_value
        elif self.unseen_word != "drop":
            choices["unseen"] = self.unseen_word
        stated = {"absent": self.absent, "coefficient": "true" * self.coefficient, "tie": self.tie}
        stated["missing_cells"] = self.missing_cells
        if numbers:
            epsilon = str(self.epsilon) if self.epsilon.amount else ""
            stated |= {"divisor": self.divisor, "share": self.share, "epsilon": epsilon}
            stated["covariance"] = self.covariance
        return choices | {k: word for k, word in stated.items() if word != CHOICES.get(k, ("",))[0]}


def smoothing_text(rule: Smoothing) -> str:
    """Return a rule of smoothing in a few words."""
    match rule:
        case Add(added, cells, name):
            if added is not None and added.common_number == 0:
                return "no smoothing"
            if name.startswith("dirichlet"):
                return f"D{name[1:]}"
            suffix = f" ({name[0].upper()}{name[1:]})" if name else ""
            cells_text = _CELLS[cells] if isinstance(cells, str) else ""
            if isinstance(cells, Fraction):
                cells_text = f" over {exact_text(cells)} cells"
            return f"λ = {'1/m' if added is None else added}{suffix}{cells_text}"
        case MEstimate(weight, default):
            shares = "uniform" if default is None else f"= {default}"
            return f"m-estimate with m = {exact_text(weight)}, p {shares}"
        case Frequency(added):
            return f"{exact_text(added)} added to each relative frequency"
        case Clip(floor):
            return f"relative frequencies clipped to [{exact_text(floor)}, {exact_text(1 - floor)}]"
        case Limit():
            return "the limit λ → 0⁺"
        case Gamma(shape, rate, take):
            prior = f"a = {exact_text(shape)}, b = {exact_text(rate)}"
            return f"{take} of the posterior under a Gamma prior with {prior}"
    raise TypeError(f"no words for {rule!r}")


def prior_text(conventions: Conventions) -> str:
    """Return in a few words where the prior of some `conventions` comes from."""
    rule = conventions.rule_of_prior()
    plain = (
        isinstance(rule, Add) and rule.pseudocounts is not None and rule.pseudocounts.common_number == 0
    )
    if conventions.prior == "smoothed" and not plain:
        words = smoothing_text(rule)
        return f"prior smoothed with {words}" if words.startswith("λ") else f"prior by {words}"
    if conventions.prior in ("mle", "smoothed"):
        return "prior by relative frequency"
    return f"{conventions.prior} prior"
