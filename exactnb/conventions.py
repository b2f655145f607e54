"""Every choice that two textbooks make differently, in one frozen object."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from exactnb.arithmetic.numerals import Exact, read_number, read_ratio
from exactnb.arithmetic.ratio import Ratio
from exactnb.data.table import name_of
from exactnb.errors import InputError, NotYet, one_of, quoted

__all__ = ["PRIORS", "TIES", "Conventions"]

Prior = Literal["mle", "uniform", "smoothed", "given"]
Tie = Literal["report", "first"]
PRIORS = ("mle", "uniform", "smoothed")
TIES = ("report", "first")
_NAMED = ("laplace", "jeffreys", "perks", "0+")


@dataclass(frozen=True, slots=True, init=False)
class Conventions:
    """Say how parameters are estimated and how ties are told.

    `prior` is "mle" (relative frequencies), "uniform", "smoothed", or a number for every class.
    `smoothing` is λ for the features, `smoothings` λ by column, `prior_smoothing` λ for the prior
    (that of the features unless given). `tie` reports all winners, or the first in class order.

    >>> Conventions(smoothing="1/2").smoothing_of("Outlook")
    Fraction(1, 2)
    >>> Conventions(smoothing=0.5)
    Traceback (most recent call last):
        ...
    exactnb.errors.InputError: smoothing: 0.5 is a binary float; write "0.5" or Fraction(1, 2)
    """

    prior: Prior
    given_prior: tuple[tuple[str, Ratio], ...]
    prior_smoothing: Fraction
    smoothing: Fraction
    smoothings: tuple[tuple[str, Fraction], ...]
    tie: Tie

    def __init__(
        self,
        *,
        prior: str | Mapping[str, Exact] = "mle",
        prior_smoothing: Exact | None = None,
        smoothing: Exact = 0,
        smoothings: Mapping[str, Exact] | None = None,
        tie: str = "report",
    ) -> None:
        given: tuple[tuple[str, Ratio], ...] = ()
        if isinstance(prior, Mapping):
            given = tuple((name_of(k), _share(p, f"prior.{name_of(k)}")) for k, p in prior.items())
            _check_total(given)
            kind = "given"
        else:
            kind = _one_of(prior, PRIORS, "prior", "or { class = number, ... }")
        if prior_smoothing is not None and kind != "smoothed":
            raise InputError('needs prior = "smoothed"', at="prior_smoothing")
        general = _lambda(smoothing, "smoothing")
        of_prior = general if prior_smoothing is None else _lambda(prior_smoothing, "prior_smoothing")
        chosen = {name_of(column): value for column, value in (smoothings or {}).items()}
        by_column = tuple((c, _lambda(x, f"smoothings.{c}")) for c, x in chosen.items())
        fields = {"prior": kind, "given_prior": given, "prior_smoothing": of_prior}
        fields |= {"smoothing": general, "smoothings": by_column, "tie": _one_of(tie, TIES, "tie")}
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    def smoothing_of(self, column: str) -> Fraction:
        """Return λ of a column."""
        return dict(self.smoothings).get(column, self.smoothing)

    def prior_of(self, label: str) -> Ratio:
        """Return the given prior of a class."""
        return dict(self.given_prior)[label]

    def spelled(self) -> dict[str, str]:
        """Return the choices as they are written in a problem file."""
        prior = self.prior
        if prior == "given":
            prior = ", ".join(f"{label}: {_spell(p)}" for label, p in self.given_prior)  # type: ignore[assignment]
        choices = {"prior": str(prior), "smoothing": str(self.smoothing)}
        choices |= {f"smoothing of {column}": str(value) for column, value in self.smoothings}
        if self.prior == "smoothed" and self.prior_smoothing != self.smoothing:
            choices["prior_smoothing"] = str(self.prior_smoothing)
        if self.tie != "report":
            choices["tie"] = self.tie
        return choices


def _lambda(given: Exact, at: str) -> Fraction:
    if given in _NAMED:
        raise NotYet(
            f"{quoted(given)} is understood, but not worked out yet; give λ as a number", at=at
        )
    value = _number(given, at).value
    if value < 0:
        raise InputError(f"λ must not be negative; got {value}", at=at)
    return value


def _share(given: Exact, at: str) -> Ratio:
    share = _number(given, at)
    if not 0 <= share.value <= 1:
        raise InputError(f"a probability lies between 0 and 1; got {share.value}", at=at)
    return share


def _number(given: Exact, at: str) -> Ratio:
    try:
        return read_ratio(given)
    except InputError as error:
        raise InputError(error.message, at=at) from None


def _check_total(given: tuple[tuple[str, Ratio], ...]) -> None:
    total = sum((share.value for _, share in given), Fraction(0))
    if total != 1:
        raise InputError(f"the given probabilities add up to {total}, not to 1", at="prior")


def _one_of(given: object, known: tuple[str, ...], at: str, more: str = "") -> str:
    try:
        return one_of(given, known, more)
    except InputError as error:
        raise error.under(at) from None


def _spell(share: Ratio) -> str:
    return str(read_number(share.value))
