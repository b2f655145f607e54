r"""How names of quantities look. A style is a table: role to template.

A template is plain text with `{field}`, `_{...}` for what is lowered and `^{...}` for what is
raised: "p_{column}^{class}" is p_a^+ in text and p_a^+ in LaTeX. Printers draw the marks.

How to read: `Notation.marks` finds the role of a name (`_role`), and the first template for it: of
the style, the family, the quantity's row, the tool; `parse_template` (in `templates.py`) fills it in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from types import MappingProxyType

from exactnb.core.naming.heads import HEADS
from exactnb.core.naming.kinds import QuantityKind
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.naming.templates import Field, Mark, Plain, Script, general_fields, parse_template
from exactnb.core.record import frozen

DEFAULTS: Mapping[str, str] = {
    "class": "{class}",
    "prior": "P({class})",
    "parameter": "P({column}={value}|{class})",
    "factor": "P(x_{j}|{class})",
    "index": "j",
    "word": "P({word}|{class})",
    "draw": "P(w|{class})^{n_{w}}",
    "draw index": "w",
    "likelihood": "P({x}|{class})",
    "joint": "P({class}, {x})",
    "evidence": "P({x})",
    "posterior": "P({class}|{x})",
    "conditional": "P({left}|{right})",
    "density": "P({left}|{right})",
    "probability": "P",
}
"""The tool's own notation of probabilities and of general formulas; other quantities have their own."""


@frozen(slots=True)
class Style:
    """A named table of templates; roles it leaves out fall back to the families' and the tool's.

    `kinds` are the quantities that it writes beside probabilities, by their heads.
    """

    name: str
    source: str
    templates: Mapping[str, str]
    kinds: Mapping[str, QuantityKind] = field(default_factory=dict)


@frozen(slots=True)
class Notation:
    """Turn names into marks in one style.

    `families` says of which family the parameter of a model, column and value is; that of words
    stands under "word". `numbers` are the numeric columns of each model, and `densities` those columns,
    and the queries that show them, that are continuous: P of them is written p. Parameters of a column
    that alone holds numbers, `only_numbers`, do not name it: μ_k. Names of another model than `model`
    are followed by its name in brackets; with the name of the `first` model, all but those of the data.

    >>> plus = Item("class", "class", "+")
    >>> notation = Notation(Style("own", "", {"prior": "π_{{class}}"}))
    >>> notation.marks(QuantityName("P", (plus,)))
    (Plain(text='π'), Script(sign='_', marks=(Field(text='+', general=False),)))
    """

    style: Style
    families: Mapping[tuple[str, str, str], str] = field(default_factory=dict)
    family_templates: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    model: str = ""
    numbers: frozenset[tuple[str, str]] = frozenset()
    densities: frozenset[tuple[str, str]] = frozenset()
    only_numbers: str = ""
    first: str = ""

    def inside(self, model: str) -> Notation:
        """Return the notation of a part that speaks of one model, and so need not name it."""
        return replace(self, model=model)

    def naming(self, first: str) -> Notation:
        """Return the notation of a part that sets models side by side, and so names each of them."""
        return replace(self, first=first)

    def marks(self, name: QuantityName) -> tuple[Mark, ...]:
        """Return a quantity's name as marks."""
        role, fields = self._role(name)
        own = self.style.kinds[name.head].templates if name.head != "P" else {}
        marks = self.role(role, fields, own)
        if name.head == "P" and self.is_density(name):
            marks = _small(marks)
        if name.index is not None:
            marks = (*marks, Plain(f"[{name.index}]"))
        if named := self._model_said(name):
            marks = (*marks, Plain(" ["), Field(named), Plain("]"))
        for wrapper in reversed(name.wrappers):  # the first is the outermost, and put on last
            marks = (
                (Plain("−"), *marks) if wrapper == "-" else (Plain(f"{wrapper}("), *marks, Plain(")"))
            )
        return marks

    def _model_said(self, name: QuantityName) -> str:
        """Return the model that a name is followed by, if it has to be."""
        if self.first and not self.style.kinds[name.head].of_data:
            return name.model or self.first
        return name.model if name.model != self.model else ""

    def is_density(self, name: QuantityName) -> bool:
        """Say whether what stands before the bar is continuous, so that P of it is a density."""
        return any((name.model, i.variable or i.value) in self.densities for i in name.before)

    def is_product(self, name: QuantityName) -> bool:
        """Say whether a name is written as several factors, as p(c) p(x|c) for a joint."""
        texts = [mark.text for mark in self.marks(name) if isinstance(mark, Plain)]
        return any(" " in text.replace(", ", "").replace(" [", "") for text in texts)

    def is_raised(self, name: QuantityName) -> bool:
        """Say whether a name ends in a raised mark, so that a power needs parentheses."""
        marks = self.marks(name)
        return bool(marks) and any(isinstance(mark, Script) and mark.sign == "^" for mark in marks)

    def role(
        self,
        role: str,
        fields: Mapping[str, tuple[Mark, ...]],
        own: Mapping[str, str] = MappingProxyType({}),
    ) -> tuple[Mark, ...]:
        """Return the template of a role with its fields filled in; `own` are those of a quantity."""
        family_table = self.family_templates.get(role, {})
        tables = (self.style.templates, family_table, own, DEFAULTS)
        general = role
        if role in self.family_templates:
            general = "word" if role in self._of_words else "parameter"
        template = next((t[role] for t in tables if role in t), self.style.templates.get(general))
        return parse_template(template or DEFAULTS[general], fields)

    @property
    def _of_words(self) -> frozenset[str]:
        """Return the families of words that are drawn."""
        return frozenset(family for place, family in self.families.items() if place[1:] == ("word", ""))

    def general(self, role: str, value: str) -> tuple[Mark, ...]:
        """Return a role for a general class, column and value; of a parameter, `value` is its shape."""
        fields = general_fields(value)
        own: Mapping[str, str] = {}
        if role in HEADS:
            own = self.style.kinds[role].templates
            columns, _, label = value.rpartition("|") if "|" in value else (value, "", "")
            if columns == "k":
                columns, label = "", "k"
            if self.only_numbers and columns:
                columns = ""
            fields["left"] = (Field(columns, general=True),)
            role = parameter_role(role, columns, label)
        return self.role(role, fields, own)

    def index_of(self, role: str) -> tuple[Mark, ...]:
        """Return the index of a product over columns or, of its general factor, over words."""
        return self.role("index" if role == "factor" else f"{role} index", {})

    def class_marks(self, label: Item) -> tuple[Mark, ...]:
        """Return a class as the style writes it."""
        return self.role("class", {"class": (_label(label),)})

    def _role(self, name: QuantityName) -> tuple[str, dict[str, tuple[Mark, ...]]]:
        left = name.before
        label = next((i for i in (*left, *name.right) if i.kind in ("class", "general")), None)
        rest = tuple(i for i in (*left, *name.right) if i is not label)
        fields: dict[str, tuple[Mark, ...]] = {
            "left": _listed(left),
            "right": _listed(name.right),
            "x": _listed(rest),
            "class": (_label(label),) if label else (),
        }
        fields["classes"] = fields["class"]
        if (pair := name.pair) is not None:
            fields["classes"] = (_label(pair.first), Plain(":"), _label(pair.second))
        if name.head == "P":
            return self._role_of_probability(name, label, fields)
        of_columns = any(i.kind == "column" and i.variable != self.only_numbers for i in left)
        kind = self.style.kinds[name.head]
        return kind.role(name, of_class=label is not None, of_columns=of_columns), fields

    def _role_of_probability(
        self, name: QuantityName, label: Item | None, fields: dict[str, tuple[Mark, ...]]
    ) -> tuple[str, dict[str, tuple[Mark, ...]]]:
        left, right, model = name.before, name.right, name.model
        if not right:
            if label is None:
                return "evidence", fields
            return ("prior" if len(left) == 1 else "joint"), fields
        if left == (label,):
            return "posterior", fields
        if right == (label,):
            if len(left) == 1 and (model, left[0].variable) in self.numbers:
                return "density", fields
            if len(left) == 1 and left[0].kind == "cell":
                cell = left[0]
                fields |= {"column": (Field(cell.variable),), "value": (Field(cell.value),)}
                family = self.families.get((model, cell.variable, cell.value), "")
                own = family in self.style.templates or family in self.family_templates
                return (family if own else "parameter"), fields
            if len(left) == 1 and left[0].kind == "word":
                fields |= {"word": (Field(left[0].value),)}
                family = self.families.get((model, "word", ""), "")
                own = family in self.style.templates or family in self.family_templates
                return (family if own else "word"), fields
            return "likelihood", fields
        return "conditional", fields


def parameter_role(head: str, of_column: object, label: object) -> str:
    """Return the role of a parameter of numeric columns: what it is of decides.

    >>> parameter_role("variance", "length", None), parameter_role("variance", "", None)
    ('shared variance', 'only variance')
    """
    if of_column:
        return head if label else f"shared {head}"
    return f"class {head}" if label else f"only {head}"


def greek() -> dict[str, str]:
    """Return templates for the parameters of numeric columns in the usual letters: μ, σ², λ, Σ.

    >>> greek()["variance"], greek()["class mean"]
    ('σ_{{left},{class}}^{2}', 'μ_{{class}}')
    """
    below = {
        "{}": "_{{left},{class}}",
        "shared {}": "_{{left}}",
        "class {}": "_{{class}}",
        "only {}": "",
    }
    return {
        shape.format(head.name): head.letter + places + head.power
        for head in HEADS.values()
        for shape, places in below.items()
    }


def _label(item: Item) -> Field:
    return Field(item.value, general=item.kind == "general")


def _small(marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
    """Return a probability written with a small p, where it begins with P."""
    first, *rest = marks
    if isinstance(first, Plain) and first.text.startswith("P("):
        return (Plain("p" + first.text[1:]), *rest)
    return marks


def _listed(items: tuple[Item, ...]) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    for item in items:
        if marks:
            marks.append(Plain(", "))
        if item.kind == "column":
            marks.append(Field(item.variable))
        elif item.kind == "cell":
            marks += [Field(item.variable), Plain("="), Field(item.value)]
        else:
            marks.append(_label(item))
    return tuple(marks)
