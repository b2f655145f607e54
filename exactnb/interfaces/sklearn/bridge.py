"""From a classifier that scikit-learn has fitted to an exact model, which derives what it predicts.

Two things can be exact. The *data*: probabilities are fractions of the counts that the classifier
keeps, and λ is the double that it was given. The *stored model*: the logarithms, means and variances
that it has computed are taken for the doubles they are, roundings included.

How to read: `from_sklearn` asks what was fitted (`_classifier_and_vectorizer`) and by which choices
(`_conventions`), and makes a problem of it.
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

from exactnb.core.arithmetic.numerals import Exact, read_number, spell_number
from exactnb.core.conventions import Conventions
from exactnb.core.conventions.reading import prior_if_empty_class
from exactnb.core.data.counts import Counts
from exactnb.core.data.parameters import Parameters
from exactnb.core.families.base import Observation
from exactnb.core.problem.choice import ModelChoice
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError, Place, Unsupported, listing, one_of, quoted
from exactnb.interfaces.sklearn.fitted_numbers import FittedNumbers
from exactnb.interfaces.sklearn.mixed import MixedNB
from exactnb.interfaces.sklearn.mixed_bridge import Shares, exact_mixed_model, families_by_class_name
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
        raise InputError('needs basis="data"', at="prior" if alpha is None else "alpha")
    fitted, vectorizer = _classifier_and_vectorizer(fitted, vectorizer)
    if isinstance(fitted, MixedNB):
        return _mixed_model(fitted, basis, vectorizer, alpha, prior)
    by_class_name = families_by_class_name()
    # of two classes, as is looked at below, what is not of one is of the other
    name = "MultinomialNB" if isinstance(fitted, theirs.ComplementNB) else ""
    of_class = (name for name in by_class_name if isinstance(fitted, getattr(theirs, name)))
    kind = by_class_name.get(name or next(of_class, ""))
    if kind is None:
        expected = " or ".join(by_class_name)
        got = f"the class {fitted.__name__}" if isinstance(fitted, type) else type(fitted).__name__
        raise InputError.expected(f"a fitted {expected}", got)
    check_is_fitted(fitted)
    if isinstance(fitted, theirs.ComplementNB):
        _require_two_classes(fitted, basis)
    names = _feature_names(fitted, vectorizer)
    fitted_numbers = FittedNumbers(fitted, kind.kernel, names)
    if basis == "stored":
        data: Counts | Parameters = fitted_numbers.parameters()
        conventions = Conventions()
    else:
        data, conventions = fitted_numbers.counts(), _conventions(fitted_numbers, alpha, prior)
    by_column = dict.fromkeys(names, kind.name) if kind.kernel == "measures" else {}
    choice = ModelChoice(conventions, None if by_column else kind.name, by_column)
    return ExactModel(data, choice, _DocumentObservation(fitted_numbers, vectorizer), _BASES[basis])


def _mixed_model(
    fitted: MixedNB, basis: str, vectorizer: Any, alpha: Exact | None, prior: Mapping[Any, Exact] | None
) -> ExactModel:
    """Return the exact model of a table with columns of several kinds."""
    check_is_fitted(fitted)
    if basis == "stored" or vectorizer is not None:
        setting = "basis" if basis == "stored" else "vectorizer"
        raise InputError("MixedNB counts the columns of a table, and keeps these counts", at=setting)
    if prior is not None and fitted.class_prior is None:
        raise InputError("the classifier was given no prior", at="prior")

    def shares(labels: tuple[str, ...]) -> Shares:
        if fitted.class_prior is not None:
            return _prior(
                dict(zip(labels, np.asarray(fitted.class_prior).tolist(), strict=True)), prior
            )
        sizes = [int(size) for size in fitted._statistics.values.sizes]
        return (
            prior_if_empty_class(dict(zip(labels, sizes, strict=True)))
            if fitted.fit_prior
            else "uniform"
        )

    return exact_mixed_model(
        fitted, _intended_number(alpha, fitted.alpha, "alpha"), shares, _BASES[basis]
    )


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


def _classifier_and_vectorizer(fitted: Any, vectorizer: Any) -> tuple[Any, Any]:
    """Return the classifier and the vectorizer, out of a pipeline if it is one."""
    if isinstance(fitted, Pipeline):
        if vectorizer is not None:
            raise InputError("a pipeline has its own vectorizer", at="vectorizer")
        vectorizers = [step for _, step in fitted.steps[:-1] if step not in (None, "passthrough")]
        if len(vectorizers) > 1:
            names = ", ".join(type(step).__name__ for step in vectorizers)
            raise InputError(f"expected a CountVectorizer before the classifier; got {names}")
        vectorizer, fitted = (vectorizers[0] if vectorizers else None), fitted.steps[-1][1]
    counts = isinstance(vectorizer, CountVectorizer) and not isinstance(vectorizer, TfidfVectorizer)
    if vectorizer is not None and not counts:
        name = type(vectorizer).__name__
        raise InputError.expected("a CountVectorizer, which counts", name, at="vectorizer")
    return fitted, vectorizer


def _conventions(
    fitted_numbers: FittedNumbers, alpha: Exact | None, prior: Mapping[Any, Exact] | None
) -> Conventions:
    """Return how a classifier estimates; floats are the doubles they are, unless it is said."""
    fitted, is_gaussian = fitted_numbers.fitted, fitted_numbers.kernel == "measures"
    has_prior = not isinstance(fitted, theirs.ComplementNB)
    class_prior = fitted.priors if is_gaussian else fitted.class_prior if has_prior else None
    shares: Any = None
    if class_prior is None and prior is not None:
        raise InputError("the classifier was given no prior", at="prior")
    if class_prior is not None:
        shares = _prior(
            dict(zip(fitted_numbers.labels, np.asarray(class_prior).tolist(), strict=True)), prior
        )
    if is_gaussian:
        if alpha is not None:
            raise InputError("GaussianNB has no alpha", at="alpha")
        return Conventions(prior=shares, epsilon=fitted._normals.epsilon)
    if shares is None:
        shares = fitted_numbers.prior_with_zeros() if fitted.fit_prior and has_prior else "uniform"
    alphas = np.unique(fitted._check_alpha()).tolist()
    if len(alphas) > 1:
        raise Unsupported("an alpha for each feature; with one for all of them there is an exact model")
    return Conventions(prior=shares, smoothing=_intended_number(alpha, alphas[0], "alpha"))


def _prior(doubles: Mapping[str, float], prior: Mapping[Any, Exact] | None) -> dict[str, Fraction]:
    if prior is not None and not isinstance(prior, Mapping):
        raise InputError.expected("{class: number}", prior, at="prior")
    stated = {str(label): share for label, share in (prior or {}).items()}
    if prior is not None and set(stated) != set(doubles):
        raise InputError("needs a number for every class", at="prior")
    shares = {
        label: _intended_number(stated.get(label), double, "prior") for label, double in doubles.items()
    }
    if (rest := sum(shares.values(), Fraction(-1))) != 0:
        if abs(rest) > _NEARLY:
            raise InputError(f"the shares add up to {float(rest + 1):.6g}, not to 1", at="prior")
        way = "" if prior else "; say which numbers were meant, as prior={class: number}"
        raise InputError(f"the shares add up to 1 {float(rest):+.1e}{way}", at="prior")
    return shares


def _intended_number(stated: Exact | None, double: float, setting: str) -> Fraction:
    """Return the number that was meant by a double: itself, or what is said and rounds to it."""
    if stated is None:
        return Fraction(float(double))
    number = Place.of(setting).read(read_number, stated)
    if float(number) != double:
        raise InputError(
            f"{quoted(stated)} is not {double}, which the classifier was given", at=setting
        )
    return number


@frozen
class _DocumentObservation:
    """Say what a text or a row of numbers shows."""

    fitted_numbers: FittedNumbers
    vectorizer: Any

    def __call__(self, document: Any) -> Observation:
        numbers = self._numbers(document)
        kernel, names = self.fitted_numbers.kernel, self.fitted_numbers.names
        number_by_name = zip(names, numbers, strict=True)
        if kernel == "measures":
            return Observation({column: spell_number(x) for column, x in number_by_name})
        if kernel == "presence" and self.fitted_numbers.fitted.binarize is not None:
            border = exact_number(self.fitted_numbers.fitted.binarize)
            return Observation({word: "1" if x > border else "0" for word, x in number_by_name})
        misfit = next((x for x in numbers if x.denominator > 1 or x < 0), None)
        if misfit is not None:
            raise InputError(f"expected whole numbers, not negative; got {misfit}")
        if kernel == "words":
            return Observation({}, ({word: int(x) for word, x in number_by_name if x},))
        cells = {column: str(x) for column, x in number_by_name}
        categories = (
            self.fitted_numbers.categories() if kernel == "values" else dict.fromkeys(names, ("0", "1"))
        )
        for column, value in cells.items():
            if value not in categories[column]:
                top = len(categories[column]) - 1
                raise InputError.expected(f"0 to {top}", value, at=HERE / column)
        return Observation(cells)

    def _numbers(self, document: Any) -> list[Fraction]:
        if isinstance(document, str):
            if self.vectorizer is None:
                raise InputError("a text needs the CountVectorizer that made the rows", at="vectorizer")
            document = self.vectorizer.transform([document])
        self._check_names(document)
        row = exact_rows(document).toarray() if sparse.issparse(document) else array_of(document)
        if row.ndim != 1 and row.shape[:-1] != (1,):
            raise InputError(f"expected one row; got numbers of shape {row.shape}")
        if row.size != len(self.fitted_numbers.names):
            raise InputError(f"a row of {row.size} features; expected {len(self.fitted_numbers.names)}")
        try:
            return [exact_number(x) for x in row.ravel().tolist()]
        except InputError as error:
            raise error.saying(f"expected a row of finite numbers; {error.message}") from None

    def _check_names(self, document: Any) -> None:
        """Refuse a DataFrame, or a row of one, whose columns are others, or in another order."""
        labels = getattr(document, "columns", getattr(document, "index", None))
        if self.vectorizer is None and labels is not None and not callable(labels):
            names = tuple(map(str, labels))
            if (
                hasattr(self.fitted_numbers.fitted, "feature_names_in_")
                and names != self.fitted_numbers.names
            ):
                expected = listing(self.fitted_numbers.names)
                raise InputError(
                    f"expected the columns {expected}, in this order; got {listing(names)}"
                )


def _feature_names(fitted: Any, vectorizer: Any) -> tuple[str, ...]:
    number = fitted.n_features_in_
    if vectorizer is None:
        fitted_names = getattr(fitted, "feature_names_in_", None)
        if fitted_names is not None and not all(map(str.strip, fitted_names)):
            raise InputError("a column without a name has no quantities to be called by")
        if fitted_names is not None:
            return tuple(fitted_names.tolist())
        return tuple(f"x{index}" for index in range(number))
    names = tuple(vectorizer.get_feature_names_out().tolist())
    if len(names) != number:
        raise InputError(f"{len(names)} words; the classifier has {number} features", at="vectorizer")
    return names
