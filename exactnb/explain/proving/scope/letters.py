"""What letters, functions and indices are in a scope: what they stand for, or atoms of their own.

How to read: `letter` unfolds what a name stands for, or makes an atom of it; `index` reads what stands
below a letter; `variable_atom` asks whether anything else moves with one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping

from exactnb.core.expression import nodes
from exactnb.core.expression.spell import spell
from exactnb.explain.proving.forms import atoms
from exactnb.explain.proving.forms.algebra import mentions_any
from exactnb.explain.proving.forms.patterns import (
    Refused,
    free_letters,
    instance,
    is_label_or_value,
    is_same_letter,
    mentions,
)
from exactnb.explain.proving.forms.rational import Form
from exactnb.explain.proving.forms.signs import Signs
from exactnb.explain.proving.scope.scope import (
    Declared,
    dependent_names,
    has_random_index,
    is_expectation,
)

Env = Mapping[str, atoms.IndexAtom]
"""Which index each letter of a sum stands for."""

RANGES = ("span", "named")
"""The domains that say how many there are, by a letter."""


class LetterScope(ABC):
    """Look letters up in one scope, where counts of the data are unfolded too, or stand as letters."""

    def __init__(self, declared: Declared, *, counts: bool) -> None:
        self.declared = declared
        self.counts = counts
        self.forms = Signs()

    @abstractmethod
    def form(self, expression: nodes.Expression, env: Env) -> Form:
        """Return the form of `expression`, in which `env` maps some letters to other indices."""

    def variable_atom(self, variable: nodes.Symbol, env: Env) -> atoms.Indexed:
        """Return the atom of the letter `variable`, read in `env`, by which one may differentiate.

        Raises Refused if anything else varies with it: a definition, a count, a size, a matrix.
        """
        names, definitions = self.names(variable), self.declared.definitions
        if self.declared.definition(variable, counts=True) is not None:
            raise Refused(f"{spell(variable)} stands for something, so nothing changes with it")
        namesakes = (d.left for d in definitions if is_same_letter(d.left, variable))
        if any(len(namesake.lower) == len(variable.lower) for namesake in namesakes):
            raise Refused(f"{spell(variable)} stands for something at some place")
        if self.declared.matrix_domain(variable) is not None:
            raise Refused(f"{spell(variable)} does not change alone: its matrix is symmetric")
        if self._any_depends(
            (definition.right for definition in definitions if definition.assumed), variable, names
        ):
            raise Refused(f"something is assumed to be what {spell(variable)} says")
        if self._any_depends(
            (definition.right for definition in definitions if definition.counts), variable, names
        ):
            raise Refused(f"{spell(variable)} is counted")
        ranges = (
            *self.declared.ranges.values(),
            *(definition for _, definition in self.declared.domains),
        )
        sizes = (domain.parts[1] for domain in ranges if domain.kind in RANGES)
        if self._any_depends(sizes, variable, names):
            raise Refused(f"{spell(variable)} says how many there are")
        by = self.letter(variable, env).atom
        if not isinstance(by, atoms.Indexed):
            raise Refused(f"{spell(variable)} is not free")
        return by

    def names(self, *letters: nodes.Expression) -> frozenset[object]:
        """Return the names, as atoms have them, of `letters` and of all that depends on them."""
        dependents = [
            name for name in dependent_names(self.declared, *letters) if not is_expectation(name)
        ]
        free: Env = {letter: atoms.Free(letter) for name in dependents for letter in free_letters(name)}
        atom_names = (self._name(name, free, []) for name in dependents)
        return frozenset(
            (name.letter, name.hat) if isinstance(name, atoms.LetterName) else name
            for name in atom_names
        )

    def _any_depends(
        self, parts: Iterable[nodes.Expression], variable: nodes.Symbol, names: frozenset[object]
    ) -> bool:
        """Say whether some formula rests on a letter, by its name or through a definition."""
        return any(mentions(e, variable) or mentions_any(self.form(e, {}), names) for e in parts)

    def letter(self, expression: nodes.Symbol | nodes.Call, env: Env) -> Form:
        """Return the form of what `expression`, read in `env`, is defined as, or else an atom."""
        # What is defined for one index, as θ_1, is found only once that index is put in.
        constants = {
            name: _constant(value.value)
            for name, value in env.items()
            if isinstance(value, atoms.Constant)
        }
        expression_ = instance(expression, constants)
        assert isinstance(expression_, nodes.Symbol | nodes.Call)
        if has_random_index(self.declared, expression_):
            raise Refused("an index of what is drawn is drawn itself")
        defined = self.declared.definition(expression_, counts=self.counts)
        if defined is not None and self.declared.fitting(defined[0].left, expression_) is not None:
            definition, letters = defined
            inner = {letter: self.index(index, env) for letter, index in letters.items()}
            return self.form(definition.right, inner)
        if not self.declared.is_introduced(expression_):
            raise Refused(f"{spell(expression_)} was not introduced")
        indices: list[atoms.IndexAtom] = []
        name = self._name(expression_, env, indices)
        return atoms.Indexed(name, tuple(indices)).form

    def index(self, expression: nodes.Expression, env: Env) -> atoms.IndexAtom:
        """Return the index that `expression` stands for in `env`; raise Refused if it is none."""
        match expression:
            case nodes.Index(letter) if letter in env:
                return env[letter]
            case nodes.Index(letter) if letter in self.declared.ranges:
                domain, index = self.declared.ranges[letter], atoms.Free(letter)
                if domain.kind in RANGES and index not in self.forms.sizes:
                    self.forms.sizes[index] = self.form(domain.parts[1], {})
                return index
            case nodes.Integer(value):
                return atoms.Constant(value)
            case nodes.Symbol(letter, role="value"):  # what is last may be any place
                is_last = any(size == nodes.Symbol(letter) for size in self.declared.sizes)
                return atoms.Last(letter) if is_last else atoms.Constant(letter)
            case nodes.Sum((first, nodes.Negative(nodes.Integer(1)))):
                return atoms.preceding(self.index(first, env))
            case nodes.Symbol(role="label"):
                return self._label(expression, env)
        raise Refused(f"{spell(expression)} is no index")

    def _label(self, expression: nodes.Symbol, env: Env) -> atoms.IndexAtom:
        """Return a label of the data, which is one of as many as was said of it."""
        lookup = self.declared.domain(expression)
        if lookup is None or lookup[0].kind not in RANGES:
            raise Refused(f"what {spell(expression)} may be was not said")
        domain, letters = lookup
        inner = {letter: self.index(index, env) for letter, index in letters.items()}
        indices: list[atoms.IndexAtom] = []
        name = self._name(expression, env, indices)
        return atoms.Label(name, tuple(indices), self.form(domain.parts[1], inner))

    def _name(
        self, expression: nodes.Expression, env: Env, indices: list[atoms.IndexAtom]
    ) -> atoms.Name:
        """Return a letter or function without its indices, which are added to `indices` in order."""
        match expression:
            case nodes.Symbol(letter, lower, superscripts, hat, role):
                places = tuple(
                    self._class_or_word_name(part, env, indices) for part in (*lower, *superscripts)
                )
                return atoms.LetterName(letter, hat, role, len(lower), places)
            case nodes.Call(head, left, right, lower):
                places = tuple(
                    self._class_or_word_name(part, env, indices) for part in (*left, *right, *lower)
                )
                return atoms.FunctionName(head, len(left), len(right), places)
        raise Refused(f"{spell(expression)} stands where a letter is needed")

    def _class_or_word_name(
        self, part: nodes.Expression, env: Env, indices: list[atoms.IndexAtom]
    ) -> atoms.Name | None:
        if isinstance(part, nodes.Symbol | nodes.Call) and not is_label_or_value(part):
            return self._name(part, env, indices)
        indices.append(self.index(part, env))
        return None

    def _note_property(self, pattern: nodes.Expression, what: str) -> None:
        """Note what is known of a letter, for the indices of which it was said."""
        indices: list[atoms.IndexAtom] = []
        name = self._name(pattern, {}, indices)
        self.forms.properties.setdefault(name, []).append((tuple(indices), what))


def _constant(value: int | str) -> nodes.Expression:
    return nodes.Integer(value) if isinstance(value, int) else nodes.Symbol(value, role="value")
