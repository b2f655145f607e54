"""The family of one's own as Python makes it: of texts, or of what SymPy knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from exactnb.core.families.declared.family import DeclaredFamily
from exactnb.core.families.declared.reading import specification
from exactnb.core.families.declared.specification import OutcomeTable, Specification
from exactnb.core.record import frozen
from exactnb.errors import Place


def family_of(stated: Specification) -> DeclaredFamily:
    """Return the family that somebody stated: of numbers, or of named outcomes."""
    if isinstance(stated, OutcomeTable):
        from exactnb.core.families.declared.outcomes import OutcomeFamily

        return OutcomeFamily(stated)
    return DeclaredFamily(stated)


@frozen(repr=False)
class Family:
    """A family that somebody states by its density or mass: a model chooses it as it does a name.

    `declared` is what the package makes of it.

    >>> Family.of(density="s exp(-s x)", support="x > 0", parameters={"s": "s > 0"}, name="waiting")
    <Family Waiting: s exp(-s x)>
    """

    declared: DeclaredFamily

    def __repr__(self) -> str:
        return f"<Family {self.declared.titled()}: {self.declared.formula}>"

    @classmethod
    def of(
        cls,
        *,
        parameters: Mapping[str, str],
        support: str | None = None,
        density: str | None = None,
        mass: str | None = None,
        probabilities: Mapping[str, str] | None = None,
        constants: Mapping[str, str] | None = None,
        prior: str | Mapping[str, str] | None = None,
        shared: Sequence[str] = (),
        name: str = "",
    ) -> Self:
        """Return the family with a `density`, a `mass` function or `probabilities` of named outcomes.

        Texts or LaTeX state them. `parameters` and `constants` say of each letter what it may be, as
        `support` says of x; a `prior` of the parameter, up to a factor, asks for the MAP. All classes
        have one value of each of the `shared` parameters. Raises InputError, with the name of the
        argument, for what is not understood.

        >>> waiting = Family.of(
        ...     density="b^a/(a-1)! x^(a-1) exp(-b x)", support="x > 0", parameters={"b": "b > 0"},
        ...     constants={"a": "a in {1, 2, ...}"}, name="erlang",
        ... )
        >>> waiting.with_constants({"a": 2})
        <Family Erlang (a = 2): b^a/(a-1)! x^(a-1) exp(-b x)>
        """
        texts = {
            "density": density, "mass": mass, "probabilities": probabilities, "support": support,
            "parameters": parameters,
            "constants": constants, "prior": prior, "shared": shared or None,
        }  # fmt: skip
        keys = {key: text for key, text in texts.items() if text is not None}
        return cls(family_of(specification(name, keys, Place())))

    @classmethod
    def from_sympy(
        cls,
        density: Any,
        *,
        support: str | None = None,
        parameters: Mapping[str, str] | None = None,
        constants: Mapping[str, str] | None = None,
        name: str = "",
    ) -> Self:
        """Return the family of a `density` that is an expression of SymPy in x, or a random variable.

        What is not said of its letters, SymPy's assumptions say; a random variable of `sympy.stats` has
        a support of its own. Raises InputError where the letter that is estimated is not clear.

        >>> from sympy import symbols
        >>> from sympy.stats import Exponential
        >>> Family.from_sympy(Exponential("wait", symbols("r", positive=True)))
        <Family This family: r*exp(-r*x)>
        """
        from exactnb.core.families.declared.of_sympy import as_texts

        texts = as_texts(density, support, parameters, constants)
        return cls(DeclaredFamily(specification(name, texts, Place())))

    def with_constants(self, constants: Mapping[str, object]) -> Self:
        """Return the family with numbers for its `constants`, by their letters.

        Raises InputError for an unknown letter, and for one that is missing or out of range.
        """
        return type(self)(self.declared.with_numbers(constants))
