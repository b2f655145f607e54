"""The meaning of names in one problem: its classes, columns, values, queries and models.

A short form with several readings is refused, and the error lists them: neither case nor order nor
similarity chooses one.

How to read: `Scope.resolve` finds the registry's row of a head, and the model, and passes the rest to
a `_Reading`: `item` reads one item, `bare_item` a name without an equals sign. The row says which
items its head takes (`kinds.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import field, replace

from exactnb.core.arithmetic.numerals import read_number, spell_number
from exactnb.core.lazy import once
from exactnb.core.naming.grammar import GREEK, SyntaxItem, SyntaxName, is_numeral, parse_name
from exactnb.core.naming.kinds import OWN, QuantityKind
from exactnb.core.naming.names import (
    ESTIMATE,
    KINDS,
    LAMBDA,
    LAMBDA_ITEM,
    Item,
    Pair,
    QuantityName,
    in_order,
    word_item,
)
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError, listing, near, printable, quoted

_COUNTED_KINDS = ("cell", "word", "class")  # the usual order in counts: count(Sky=Blue,yes)


@frozen
class View:
    """The names of one model, or of the data.

    `columns` maps every column to its values; `binary` lists the 0/1 columns, `numbers` the numeric
    ones, which take any number, and `stated` those of families that somebody stated. `words` is the
    vocabulary of texts, and `queries` maps the id of every query or row to the columns that it gives.
    """

    columns: Mapping[str, tuple[str, ...]]
    binary: Collection[str] = frozenset()
    words: Collection[str] = ()
    queries: Mapping[str, Collection[str]] = field(default_factory=dict)
    numbers: Collection[str] = frozenset()
    stated: Collection[str] = frozenset()

    @once
    def places(self) -> Mapping[str, int]:
        """Return the position of each column, word and query in canonical order."""
        names = (*self.columns, *self.words, *self.queries)
        return {name: index for index, name in enumerate(dict.fromkeys(names))}


@frozen(slots=True)
class Scope:
    """Resolve names of quantities in one problem.

    `kinds` maps heads to the rows of the registry. `views` maps each model, by its name in quantities
    ("" for the default), to its names; `data` has the names of the data. `models` lists the models that
    a name may mention, `default_model` is how the default one may be called, and `letters` are those of
    parameters that somebody stated. With `fold_case` classes and values are in lower case.

    >>> from exactnb.core.quantities import QUANTITIES
    >>> view = View({"a": ("0", "1")}, frozenset("a"), queries={"e*": ("a",)})
    >>> scope = Scope("class", ("+", "-"), QUANTITIES, {"": view}, view)
    >>> str(scope.resolve("Pr( not a | + )")), str(scope.resolve("log(odds(+:-|e*))"))
    ('P(a=0|+)', 'log_odds(+:-|e*)')

    Raises InputError, with the text, if a name is unknown or ambiguous.
    """

    class_variable: str
    classes: tuple[str, ...]
    kinds: Mapping[str, QuantityKind]
    views: Mapping[str, View]
    data: View
    models: tuple[str, ...] = ()
    default_model: str = "model"
    letters: frozenset[str] = frozenset()
    fold_case: bool = False

    def resolve(self, text: str) -> QuantityName:
        """Return the name of the quantity that `text` spells in any of the accepted ways."""
        syntax = parse_name(text)
        with HERE.named(quoted(text)):
            try:
                return self._name(syntax)
            except InputError:  # p(share|a) is no probability, but a parameter with the letter p
                for candidate in (self._long_form_of_letter(syntax), self._in_lower_case(syntax)):
                    if candidate is not None:
                        with suppress(InputError):
                            return self._name(candidate)
                raise

    def _in_lower_case(self, syntax: SyntaxName) -> SyntaxName | None:
        """Return a name with its classes and values in lower case, as the data have them."""
        if not self.fold_case:
            return None

        def folded(item: SyntaxItem) -> SyntaxItem:
            is_column = item.sign == "=" or item.first in self.data.columns
            first = item.first if is_column else item.first.lower()
            return replace(item, first=first, second=item.second.lower())

        return replace(
            syntax, left=tuple(map(folded, syntax.left)), right=tuple(map(folded, syntax.right))
        )

    def _name(self, syntax: SyntaxName) -> QuantityName:
        """Return the name that a head and its items spell."""
        kind, model, syntax = self._kind_and_model(syntax)
        view = self.data if kind.of_data else self.views[model]
        return _Reading(self, view, kind).name(syntax, model)

    def _long_form_of_letter(self, syntax: SyntaxName) -> SyntaxName | None:
        """Return the long form of a parameter of one's own; None if its letter is not the head."""
        short, _, index_text = syntax.head.partition("_")
        short = GREEK.get(short, short)
        if short not in self.letters:
            return None
        left = (SyntaxItem(short), *syntax.left)
        return replace(syntax, head=ESTIMATE, left=left, model=syntax.model or index_text)

    def class_item(self, label: str) -> Item:
        """Return the item of the class `label`."""
        return Item("class", self.class_variable, label)

    def _kind_and_model(self, syntax: SyntaxName) -> tuple[QuantityKind, str, SyntaxName]:
        """Return the quantity and the model that a head names: odds_laplace is odds in laplace."""
        kinds = self.kinds
        if syntax.head not in kinds:
            syntax = self._long_form_of_letter(syntax) or syntax
        head, model = syntax.head, syntax.model
        if head not in kinds and not model:
            # Heads and models may both contain "_": the longest head that leaves a model is taken.
            places = [index for index, sign in enumerate(head) if sign == "_" and head[:index] in kinds]
            if places and head[places[-1] + 1 :]:
                head, model = head[: places[-1]], head[places[-1] + 1 :]
        if head not in kinds:
            raise InputError(f"unknown quantity {quoted(head)}{near(head, kinds)}")
        kind, wrappers = kinds[head], syntax.wrappers
        if model and kind.of_data:
            raise InputError(f"{kind.head} belongs to the data and takes no model")
        if model and model not in self.models:
            raise InputError(f"unknown model {quoted(model)}{near(model, self.models)}")
        if kind.logarithm and wrappers and wrappers[-1] == "log":
            kind, wrappers = kinds[kind.logarithm], wrappers[:-1]
        return kind, "" if model == self.default_model else model, replace(syntax, wrappers=wrappers)


@frozen(slots=True)
class _Reading:
    """Read the items of one quantity of a kind, with the names of a view."""

    scope: Scope
    view: View
    kind: QuantityKind

    def name(self, syntax: SyntaxName, model: str) -> QuantityName:
        kind = self.kind
        if syntax.index is not None and not kind.indexed:
            raise InputError(f"{kind.head} takes no index in brackets")
        if syntax.index == 0:
            raise InputError(f"the first of the points has the index 1, as in {kind.head}(k:l)[1]")
        subjects, letters = syntax.left, []
        if "letter" in kind.terms and subjects:
            letters, subjects = [self.letter(subjects[0])], subjects[1:]
        left = (*letters, *self.ordered(map(self.subject, subjects)))
        right = tuple(i for i in self.ordered(map(self.item, syntax.right)) if isinstance(i, Item))
        name = QuantityName(kind.head, left, right, model, syntax.index, syntax.wrappers)
        kind.check(name)
        self.check_distinct(left, right)
        return name

    def ordered(self, unordered: Iterable[Item | Pair]) -> tuple[Item | Pair, ...]:
        """Return items in canonical order: classes, columns as in the table, words, queries.

        The class is last in quantities of the data; a pair or λ is always first.
        """
        first, items = [], []
        for item in unordered:
            if isinstance(item, Pair) or item is LAMBDA_ITEM:
                first.append(item)
            else:
                items.append(item)
        if self.kind.of_data and any(item.kind == "query" for item in items):
            what = "speaks of classes, cells and words; a query is not data"
            raise InputError(f"{self.kind.head} {what}")
        kinds = _COUNTED_KINDS if self.kind.of_data else KINDS
        return (*first, *in_order(items, self.view.places, kinds))

    def letter(self, syntax: SyntaxItem) -> Item:
        """Read the letter of a parameter, which stands first."""
        letters, name = self.scope.letters, GREEK.get(syntax.first, syntax.first)
        if name not in letters or syntax.sign:
            expected = (
                f"the letter of a parameter: {listing(sorted(letters))}"
                if letters
                else ("a family that the problem states by its density; here is none")
            )
            raise InputError(f"{self.kind.head} takes {expected}; got {quoted(syntax.first)}")
        return Item("letter", "", name)

    def subject(self, syntax: SyntaxItem) -> Item | Pair:
        """Read an item before the bar, where some quantities take a pair of classes or λ."""
        if "λ" in self.kind.terms and (syntax.first, syntax.sign) in ((LAMBDA, ""), ("lambda", "")):
            return LAMBDA_ITEM
        if syntax.sign != ":" or "pair" not in self.kind.terms:
            return self.item(syntax)
        first, second = self.label(syntax.first), self.label(syntax.second)
        if first == second:
            raise InputError("a pair needs two different classes")
        return Pair(first, second)

    def check_distinct(self, left: tuple[Item | Pair, ...], right: tuple[Item, ...]) -> None:
        occurring: set[tuple[str, str]] = set()
        for item in (*left, *right):
            for kind, variable in self.variables(item):
                if (kind, variable) in occurring:
                    raise InputError(f"{quoted(variable)} occurs twice{self.suggestion(left)}")
                occurring.add((kind, variable))

    def variables(self, item: Item | Pair) -> list[tuple[str, str]]:
        if isinstance(item, Pair) or item.kind == "class":
            return [("class", self.scope.class_variable)]
        if item is LAMBDA_ITEM or item.kind == "letter":
            return []
        if item.kind == "word":  # the same word may occur again
            return []
        if item.kind == "query":
            return [("column", column) for column in self.view.queries[item.value]]
        return [("column", item.variable)]

    def suggestion(self, left: tuple[Item | Pair, ...]) -> str:
        alternatives = [
            printable(cell.spell())
            for item in left
            if isinstance(item, Item) and item.kind == "class"
            for cell in self.cells_with(item.value)
        ]
        return f" (did you mean {' or '.join(alternatives)}?)" if alternatives else ""

    def item(self, syntax: SyntaxItem) -> Item:
        if syntax.sign == ":":
            heads = listing(head for head, kind in self.scope.kinds.items() if "pair" in kind.terms)
            raise InputError(f"a pair of classes stands only before the bar, in {heads}")
        if syntax.sign == "=":
            return self.cell(syntax.first, syntax.second)
        name = syntax.first
        if syntax.negated:
            if name in self.view.binary:
                return Item("cell", name, "0")
            if f"not {name}" not in self.all_names() and name in self.scope.classes:
                return self.other_class(name)
            if f"not {name}" not in self.all_names():
                raise InputError(f"{quoted(name)} is not a 0/1 column{near(name, self.view.binary)}")
            name = f"not {name}"
        return self.bare_item(name)

    def other_class(self, label: str) -> Item:
        """Return the class that is not `label`, where there are two."""
        rest = [k for k in self.scope.classes if k != label]
        if len(rest) != 1:
            message = f"'not {label}' is {len(rest)} classes together; name one of {listing(rest)}"
            raise InputError(message)
        return self.cell(self.scope.class_variable, rest[0])

    def bare_item(self, name: str) -> Item:
        view, classes = self.view, self.scope.classes
        reads_columns = bool(self.kind.terms & {"feature", "parts"})
        if "number" in self.kind.terms:
            is_stated = self.kind.head == OWN.name and name in view.stated
            reads_columns = name in view.numbers or is_stated
            if not reads_columns and name in view.columns and name not in classes:
                numeric = listing(view.numbers) or "none"
                what = f"{quoted(name)} is none (numeric: {numeric})"
                raise InputError(f"{self.kind.head} is of numeric columns; {what}")
            if reads_columns and name in classes:
                raise InputError(f"{quoted(name)} can be read as a column or as a class")
        if "counted" in self.kind.terms and name in view.numbers:
            reads_columns = True
        if reads_columns and name in view.columns:
            return Item("column", name, "")
        numeral = is_numeral(name)
        if reads_columns and name in view.words:
            return word_item(name, classes)
        if name in classes:
            return self.scope.class_item(name)
        if name in view.queries and not numeral:
            return Item("query", "", name)
        if name in view.words and not numeral:
            return word_item(name, classes)
        # A bare number could be a value of many columns. Were it matched against them, a new column
        # would change the meaning of an old name; so only a class may be a bare number.
        readings = [] if numeral else list(self.cells_with(name))
        if name in view.binary:
            readings.append(Item("cell", name, "1"))
        if len(readings) == 1:
            return readings[0]
        if readings:
            spelled = " or ".join(printable(reading.spell()) for reading in readings)
            raise InputError(f"{quoted(name)} can be read as {spelled}")
        if name in view.columns:
            values = view.columns[name]
            example = f", such as {printable(Item('cell', name, values[0]).spell())}" if values else ""
            starred = next((q for q in view.queries if q.rstrip("*") == name), "")
            query = f"; the query is called {starred}" if starred else ""
            raise InputError(f"column {quoted(name)} needs one of its values{example}{query}")
        hint = near(name, self.all_names())
        raise InputError(f"{quoted(name)} is no class, query, value, word or 0/1 column here{hint}")

    def cell(self, variable: str, value: str) -> Item:
        columns = self.view.columns
        if variable in self.view.numbers:
            number = HERE.column(variable).read(read_number, value)
            return Item("cell", variable, spell_number(number))
        if variable in columns:
            if value not in (allowed := columns[variable]):
                expected = f"expected one of {listing(allowed)}{near(value, allowed)}"
                raise InputError(f"{quoted(variable)} has no value {quoted(value)}; {expected}")
            return Item("cell", variable, value)
        if variable in (self.scope.class_variable, "class"):
            return self.label(value)
        words = self.view.words
        if variable == "word" and words:
            if value not in words:
                raise InputError(f"unknown word {quoted(value)}{near(value, words)}")
            return word_item(value, self.scope.classes)
        if variable in words:
            raise InputError(f"{quoted(variable)} is a word here, drawn as often as it occurs")
        variables = (*columns, self.scope.class_variable)
        raise InputError(f"unknown column {quoted(variable)}{near(variable, variables)}")

    def label(self, label: str) -> Item:
        classes = self.scope.classes
        if label not in classes:
            expected = f"expected one of {listing(classes)}{near(label, classes)}"
            raise InputError(f"unknown class {quoted(label)}; {expected}")
        return self.scope.class_item(label)

    def cells_with(self, value: str) -> Iterator[Item]:
        for column, values in self.view.columns.items():
            if value in values:
                yield Item("cell", column, value)

    def all_names(self) -> Iterator[str]:
        yield from self.scope.classes
        yield from self.view.queries
        yield from self.view.columns
        yield from self.view.words
        for values in self.view.columns.values():
            yield from values
