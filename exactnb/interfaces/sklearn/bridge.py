"""From a classifier that scikit-learn has fitted to an exact model, which derives what it predicts.

Two things can be exact. The *data*: probabilities are fractions of the counts that the classifier
keeps, and λ is the double that it was given. The *stored model*: the logarithms, means and variances
that it has computed are taken for the doubles they are, roundings included.

How to read: `from_sklearn` asks what was fitted (`_parts`) and by which choices (`_conventions`), and
makes a problem of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import sklearn.naive_bayes as theirs
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.pipeline import Pipeline
from sklearn.utils.validation import check_is_fitted

from exactnb.core import families
from exactnb.core.arithmetic.numerals import Exact, read_number, spell_number
from exactnb.core.conventions import Conventions
from exactnb.core.data.counts import Counts
from exactnb.core.data.parameters import Parameters
from exactnb.core.families.observation import Observation
from exactnb.core.families.protocol import Family
from exactnb.core.problem.choice import ModelChoice
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError, Place, Unsupported, listing, one_of, quoted
from exactnb.interfaces.sklearn.kept import Kept
from exactnb.interfaces.sklearn.mixed import MixedNB
from exactnb.interfaces.sklearn.mixed_bridge import Shares, exact_model_of
from exactnb.scale.explaining.exact_model import ExactModel
from exactnb.scale.logspace.widening import array_of, exact_number, exact_rows

_BASES = {
    "data": "exact for the data: the counts that the classifier keeps",
    "stored": "exact for the stored model: its numbers are taken for the doubles they are",
}
_NEARLY = Fraction(1, 10**6)


def from_sklearn(
    fitted: Any,
    vectorizer: Any = None,
    *,
    basis: str = "data",
    alpha: Exact | None = None,
    prior: Mapping[Any, Exact] | None = None,
) -> ExactModel:
    """Return the exact model of a fitted naive Bayes classifier, or of a pipeline that ends in one.

    `vectorizer` is the CountVectorizer that made its rows; then documents are texts. `basis` is what
    the answers shall be exact for, "data" or "stored". A float λ or prior is the exact double that it
    is; `alpha` and `prior` say which number was meant by it.

    >>> from exactnb.sklearn import MultinomialNB
    >>> model = MultinomialNB(alpha=0.1).fit([[2, 0], [0, 1]], ["ham", "spam"])
    >>> exact = from_sklearn(model, alpha="0.1")
    >>> exact.decide([1, 1]), exact.explain([1, 1])["P(x0|spam)"]
    (('spam',), Fraction(1, 12))

    Raises InputError and Unsupported for what has no exact form; the message says why.
    """
    one_of(basis, _BASES)
    if basis == "stored" and (alpha is not None or prior is not None):
        raise InputError('goes with basis="data"', at="prior" if alpha is None else "alpha")
    fitted, vectorizer = _parts(fitted, vectorizer)
    if isinstance(fitted, MixedNB):
        return _of_mixed(fitted, basis, vectorizer, alpha, prior)
    known = {getattr(theirs, called): own for called, own in _called().items()}
    kind = next((own for theirs, own in known.items() if isinstance(fitted, theirs)), None)
    if isinstance(fitted, theirs.ComplementNB):  # of two classes, as is looked at below: the other one
        kind = known[theirs.MultinomialNB]
    if kind is None:
        expected = " or ".join(_called())
        got = f"the class {fitted.__name__}" if isinstance(fitted, type) else type(fitted).__name__
        raise InputError(f"expected a fitted {expected}; got {quoted(got)}")
    check_is_fitted(fitted)
    if isinstance(fitted, theirs.ComplementNB):
        _require_two_classes(fitted, basis)
    names = _feature_names(fitted, vectorizer)
    kept = Kept(fitted, kind.kernel, names)
    if basis == "stored":
        data: Counts | Parameters = kept.stored()
        conventions = Conventions()
    else:
        data, conventions = kept.counts(), _conventions(kept, alpha, prior)
    by_column = dict.fromkeys(names, kind.name) if kind.kernel == "measures" else {}
    choice = ModelChoice(conventions, None if by_column else kind.name, by_column)
    return ExactModel(data, choice, _Shown(kept, vectorizer), _BASES[basis])


def _of_mixed(
    fitted: MixedNB, basis: str, vectorizer: Any, alpha: Exact | None, prior: Mapping[Any, Exact] | None
) -> ExactModel:
    """Return the exact model of a table with columns of several kinds."""
    check_is_fitted(fitted)
    if basis == "stored" or vectorizer is not None:
        at = "basis" if basis == "stored" else "vectorizer"
        raise InputError("MixedNB counts the columns of a table, and keeps these counts", at=at)
    if prior is not None and fitted.class_prior is None:
        raise InputError("the classifier was given no prior", at="prior")

    def shares(labels: tuple[str, ...]) -> Shares:
        if fitted.class_prior is not None:
            return _prior(
                dict(zip(labels, np.asarray(fitted.class_prior).tolist(), strict=True)), prior
            )
        sizes = [int(size) for size in fitted._statistics.values.sizes]
        if not fitted.fit_prior or all(sizes):
            return None if fitted.fit_prior else "uniform"
        return {k: Fraction(size, sum(sizes)) for k, size in zip(labels, sizes, strict=True)}

    return exact_model_of(fitted, _meant(alpha, fitted.alpha, "alpha"), shares, _BASES[basis])


def _require_two_classes(fitted: Any, basis: str) -> None:
    """Refuse ComplementNB where its scores are no probabilities.

    Of two classes, what is not of one is of the other: that is multinomial with a uniform prior.
    """
    if fitted.norm:
        raise Unsupported("ComplementNB(norm=True): quotients of logarithms have no exact form")
    if basis == "stored":
        raise Unsupported('ComplementNB stores no probabilities but weights; basis="data" has them')
    if (number := len(fitted.classes_)) != 2:
        raise Unsupported(
            f"ComplementNB of {number} classes makes no probabilities of rows; with 2 classes it is "
            "multinomial naive Bayes with a uniform prior, and has an exact model"
        )


def _called() -> dict[str, Family]:
    """Return the families that scikit-learn has, by the names of its classes."""
    return {own.in_sklearn: own for own in families.every_family() if own.in_sklearn}


def _parts(fitted: Any, vectorizer: Any) -> tuple[Any, Any]:
    """Return the classifier and the vectorizer, out of a pipeline if it is one."""
    if isinstance(fitted, Pipeline):
        if vectorizer is not None:
            raise InputError("a pipeline has its own vectorizer", at="vectorizer")
        before = [step for _, step in fitted.steps[:-1] if step not in (None, "passthrough")]
        if len(before) > 1:
            names = ", ".join(type(step).__name__ for step in before)
            raise InputError(f"expected a CountVectorizer before the classifier; got {names}")
        vectorizer, fitted = (before[0] if before else None), fitted.steps[-1][1]
    counts = isinstance(vectorizer, CountVectorizer) and not isinstance(vectorizer, TfidfVectorizer)
    if vectorizer is not None and not counts:
        name = type(vectorizer).__name__
        raise InputError(
            f"expected a CountVectorizer, which counts; got {quoted(name)}", at="vectorizer"
        )
    return fitted, vectorizer


def _conventions(kept: Kept, alpha: Exact | None, prior: Mapping[Any, Exact] | None) -> Conventions:
    """Return how a classifier estimates; floats are the doubles they are, unless it is said."""
    fitted, is_gaussian = kept.fitted, kept.kernel == "measures"
    has_prior = not isinstance(fitted, theirs.ComplementNB)
    given = fitted.priors if is_gaussian else fitted.class_prior if has_prior else None
    shares: Any = None
    if given is None and prior is not None:
        raise InputError("the classifier was given no prior", at="prior")
    if given is not None:
        shares = _prior(dict(zip(kept.labels, np.asarray(given).tolist(), strict=True)), prior)
    if is_gaussian:
        if alpha is not None:
            raise InputError("GaussianNB has no alpha", at="alpha")
        return Conventions(prior=shares, epsilon=fitted._epsilon)
    if shares is None:
        shares = kept.prior() if fitted.fit_prior and has_prior else "uniform"
    known = np.unique(fitted._check_alpha()).tolist()
    if len(known) > 1:
        raise Unsupported("an alpha for each feature; with one for all of them there is an exact model")
    return Conventions(prior=shares, smoothing=_meant(alpha, known[0], "alpha"))


def _prior(doubles: Mapping[str, float], prior: Mapping[Any, Exact] | None) -> dict[str, Fraction]:
    if prior is not None and not isinstance(prior, Mapping):
        raise InputError(f"expected {{class: number}}; got {quoted(prior)}", at="prior")
    said = {str(label): share for label, share in (prior or {}).items()}
    if prior is not None and set(said) != set(doubles):
        raise InputError("needs a number for every class", at="prior")
    found = {label: _meant(said.get(label), double, "prior") for label, double in doubles.items()}
    if (rest := sum(found.values(), Fraction(-1))) != 0:
        if abs(rest) > _NEARLY:
            raise InputError(f"the shares add up to {float(rest + 1):.6g}, not to 1", at="prior")
        way = "" if prior else "; say which numbers were meant, as prior={class: number}"
        raise InputError(f"the shares add up to 1 {float(rest):+.1e}{way}", at="prior")
    return found


def _meant(said: Exact | None, double: float, at: str) -> Fraction:
    """Return the number that was meant by a double: itself, or what is said and rounds to it."""
    if said is None:
        return Fraction(float(double))
    meant = Place.of(at).read(read_number, said)
    if float(meant) != double:
        raise InputError(f"{quoted(said)} is not {double}, which the classifier was given", at=at)
    return meant


@frozen
class _Shown:
    """Say what a text or a row of numbers shows."""

    kept: Kept
    vectorizer: Any

    def __call__(self, document: Any) -> Observation:
        numbers = self._numbers(document)
        kernel, names = self.kept.kernel, self.kept.names
        named = zip(names, numbers, strict=True)
        if kernel == "measures":
            return Observation({column: spell_number(x) for column, x in named})
        if kernel == "presence" and self.kept.fitted.binarize is not None:
            border = exact_number(self.kept.fitted.binarize)
            return Observation({word: "1" if x > border else "0" for word, x in named})
        other = next((x for x in numbers if x.denominator > 1 or x < 0), None)
        if other is not None:
            raise InputError(f"expected whole numbers, not negative; got {other}")
        if kernel == "words":
            return Observation({}, ({word: int(x) for word, x in named if x},))
        cells = {column: str(x) for column, x in named}
        known = self.kept.categories() if kernel == "values" else dict.fromkeys(names, ("0", "1"))
        for column, value in cells.items():
            if value not in known[column]:
                top = len(known[column]) - 1
                raise InputError(f"expected 0 to {top}; got {quoted(value)}", at=HERE / column)
        return Observation(cells)

    def _numbers(self, document: Any) -> list[Fraction]:
        if isinstance(document, str):
            if self.vectorizer is None:
                raise InputError("a text needs the CountVectorizer that made the rows", at="vectorizer")
            document = self.vectorizer.transform([document])
        self._check_names(document)
        is_sparse = sparse.issparse(document)
        row = exact_rows(document).toarray() if is_sparse else array_of(document)
        if row.ndim != 1 and row.shape[:-1] != (1,):
            raise InputError(f"expected one row; got numbers of shape {row.shape}")
        if row.size != len(self.kept.names):
            raise InputError(f"a row of {row.size} features; expected {len(self.kept.names)}")
        try:
            return [exact_number(x) for x in row.ravel().tolist()]
        except InputError as error:
            raise error.saying(f"expected a row of finite numbers; {error.message}") from None

    def _check_names(self, document: Any) -> None:
        """Refuse a DataFrame, or a row of one, whose columns are others, or in another order."""
        named = getattr(document, "columns", getattr(document, "index", None))
        if self.vectorizer is None and named is not None and not callable(named):
            names = tuple(map(str, named))
            if hasattr(self.kept.fitted, "feature_names_in_") and names != self.kept.names:
                expected = listing(self.kept.names)
                raise InputError(
                    f"expected the columns {expected}, in this order; got {listing(names)}"
                )


def _feature_names(fitted: Any, vectorizer: Any) -> tuple[str, ...]:
    number = fitted.n_features_in_
    if vectorizer is None:
        known = getattr(fitted, "feature_names_in_", None)
        if known is not None and not all(map(str.strip, known)):
            raise InputError("a column without a name has no quantities to be called by")
        return tuple(f"x{at}" for at in range(number)) if known is None else tuple(known.tolist())
    names = tuple(vectorizer.get_feature_names_out().tolist())
    if len(names) != number:
        message = f"{len(names)} words; the classifier has {number} features"
        raise InputError(message, at="vectorizer")
    return names
