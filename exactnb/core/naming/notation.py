r"""Notation: how names of quantities are written. A style is a table from roles to templates.

A template is plain text with `{field}`, `_{...}` for a subscript and `^{...}` for a superscript:
"p_{column}^{class}" is p_a^+ in text and p_a^+ in LaTeX. Printers render the marks.

How to read: `Notation.marks` finds the role of a name (`_role_and_fields`), and the first template
for it: of the style, the family, the quantity's row, the tool; `parse_template` fills it in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from types import MappingProxyType

from exactnb.core.arithmetic.numerals import number_in
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.naming.kinds import HEADS, QuantityKind
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.record import frozen
from exactnb.errors import InputError, near, quoted

_LONGEST = 200  # characters of a template
_LONGEST_NUMBER = 20  # characters of a number in full; the exact value of a double may have a thousand
_SHORT = Rounding(figures=4)
_FIELDS = frozenset(
    ("class", "column", "value", "word", "x", "left", "right", "classes", "j", "letter")
)

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
"""The default notation of probabilities and of general formulas; the registry has that of others."""


@frozen(slots=True)
class Plain:
    """Literal characters of a template."""

    text: str


@frozen(slots=True)
class Field:
    """A label of the user's, put in for a field; `general` if it is a letter such as k instead."""

    text: str
    general: bool = False


@frozen(slots=True)
class Script:
    """A subscript (`sign` "_") or superscript ("^") of `marks`."""

    sign: str
    marks: tuple[Mark, ...]


Mark = Plain | Field | Script


def parse_template(template: str, fields: Mapping[str, tuple[Mark, ...]]) -> tuple[Mark, ...]:
    """Return `template` as marks; `fields` maps a field to its marks, other fields stay their names.

    >>> parse_template("x_{j}", {})
    (Plain(text='x'), Script(sign='_', marks=(Plain(text='j'),)))

    Raises InputError for an unknown field and for a brace that is not closed or not opened.
    """
    marks, rest = _parse(template, fields, depth=0)
    if rest:
        raise InputError(f"template {quoted(template)}: a brace that was not opened")
    return marks


def check_template(template: str) -> None:
    """Raise InputError if `template` cannot be read, is too long, or is not printable."""
    if len(template) > _LONGEST:
        raise InputError(f"a template of {len(template)} characters; at most {_LONGEST} are read")
    if not template.strip() or not template.isprintable():
        raise InputError.expected("a template such as 'P({class})'", template)
    parse_template(template, {})


def general_fields(value: str) -> dict[str, tuple[Mark, ...]]:
    """Return the marks of the fields in a general formula: k for a class, j for a column, `value`."""
    letter, _, value = value.rpartition(" ")  # "s j|k": a parameter of one's own has a letter
    letters = {"class": "k", "column": "j", "value": value, "word": "w", "letter": letter}
    return {key: (Field(letter, general=True),) for key, letter in letters.items()}


def _parse(
    text: str, fields: Mapping[str, tuple[Mark, ...]], depth: int
) -> tuple[tuple[Mark, ...], str]:
    marks: list[Mark] = []
    plain = ""
    while text and text[0] != "}":
        if text[0] in "_^" and text[1:2] == "{" and depth < 3:
            marks, plain = _flush(marks, plain)
            sign = text[0]
            inner, text = _parse(text[2:], fields, depth + 1)
            if not text:
                raise InputError("template: a brace that is not closed")
            marks.append(Script(sign, inner))
            text = text[1:]
        elif text[0] == "{":
            marks, plain = _flush(marks, plain)
            name, closed, text = text[1:].partition("}")
            if not closed or name not in _FIELDS:
                raise InputError(f"template: unknown field {quoted(name)}{near(name, _FIELDS)}")
            marks.extend(fields.get(name, (Plain(name),)))
        else:
            plain += text[0]
            text = text[1:]
    marks, _ = _flush(marks, plain)
    return tuple(marks), text


def _flush(marks: list[Mark], plain: str) -> tuple[list[Mark], str]:
    return ([*marks, Plain(plain)] if plain else marks), ""


@frozen(slots=True)
class Style:
    """A named table of templates; missing roles fall back to the families' and to `DEFAULTS`.

    `source` cites where the notation is used. `kinds` maps heads to the rows of the registry, whose
    templates are the fallback for quantities other than probabilities.
    """

    name: str
    source: str
    templates: Mapping[str, str]
    kinds: Mapping[str, QuantityKind] = field(default_factory=dict)


@frozen(slots=True)
class Notation:
    """Turn names into marks in one style.

    `families` maps (model, column, value) to the family of the parameter; the words of a model are
    under the column "word". `family_templates` maps the role of a family to its templates by role.
    `numbers` lists the numeric columns of each model, and `densities` the continuous ones and the
    queries that mention them: their P is written p. Parameters of `only_numbers`, the single numeric
    column, omit its name: μ_k. A name of a model other than `model` is followed by that model in
    brackets; if `first` names the first of several models, every name is, except those of the data.

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

    def omitting_model(self, model: str) -> Notation:
        """Return the notation of a part about one `model`, whose name it therefore omits."""
        return replace(self, model=model)

    def naming_models(self, first: str) -> Notation:
        """Return the notation of a part that compares models; `first` is the default one's name."""
        return replace(self, first=first)

    def marks(self, name: QuantityName) -> tuple[Mark, ...]:
        """Return `name` as marks: its template filled in, its index, its model, its functions."""
        role, fields = self._role_and_fields(name)
        kind_templates = self.style.kinds[name.head].templates if name.head != "P" else {}
        marks = self.role_marks(role, fields, kind_templates)
        if name.head == "P" and self.is_density(name):
            marks = _as_density(marks)
        if name.index is not None:
            marks = (*marks, Plain(f"[{name.index}]"))
        if model_name := self.model_suffix(name):
            marks = (*marks, Plain(" ["), Field(model_name), Plain("]"))
        for wrapper in reversed(name.wrappers):  # the first is the outermost, and put on last
            marks = (
                (Plain("−"), *marks) if wrapper == "-" else (Plain(f"{wrapper}("), *marks, Plain(")"))
            )
        return marks

    def model_suffix(self, name: QuantityName) -> str:
        """Return the model that a name must be followed by, or ""."""
        if self.first and not self.style.kinds[name.head].of_data:
            return name.model or self.first
        return name.model if name.model != self.model else ""

    def is_density(self, name: QuantityName) -> bool:
        """Say whether a subject of `name` is continuous, so that P(name) is a density."""
        return any((name.model, i.variable or i.value) in self.densities for i in name.subjects)

    def is_product(self, name: QuantityName) -> bool:
        """Say whether `name` is written as several factors, as p(c) p(x|c) for a joint."""
        texts = [mark.text for mark in self.marks(name) if isinstance(mark, Plain)]
        return any(" " in text.replace(", ", "").replace(" [", "") for text in texts)

    def ends_in_superscript(self, name: QuantityName) -> bool:
        """Say whether `name` has a superscript, so that a power of it needs parentheses."""
        marks = self.marks(name)
        return bool(marks) and any(isinstance(mark, Script) and mark.sign == "^" for mark in marks)

    def role_marks(
        self,
        role: str,
        fields: Mapping[str, tuple[Mark, ...]],
        kind_templates: Mapping[str, str] = MappingProxyType({}),
    ) -> tuple[Mark, ...]:
        """Return the template of `role` as marks, with `fields` put in.

        `kind_templates` are the quantity's own templates: used where neither style nor family has one.
        """
        family_table = self.family_templates.get(role, {})
        tables = (self.style.templates, family_table, kind_templates, DEFAULTS)
        general = role
        if role in self.family_templates:
            families = (family for place, family in self.families.items() if place[1:] == ("word", ""))
            general = "word" if role in families else "parameter"
        template = next((t[role] for t in tables if role in t), self.style.templates.get(general))
        return parse_template(template or DEFAULTS[general], fields)

    def general_marks(self, role: str, value: str) -> tuple[Mark, ...]:
        """Return `role` as marks, for a general class k and column j.

        `value` is written as the value; if `role` is a parameter of numbers, it is its shape, "j|k".
        """
        fields = general_fields(value)
        kind_templates: Mapping[str, str] = {}
        if role in HEADS:
            value = value.rpartition(" ")[2]
            kind_templates = self.style.kinds[role].templates
            columns, _, label = value.rpartition("|") if "|" in value else (value, "", "")
            if columns == "k":
                columns, label = "", "k"
            if self.only_numbers and columns:
                columns = ""
            fields["left"] = (Field(columns, general=True),)
            role = parameter_role(role, columns, label)
        return self.role_marks(role, fields, kind_templates)

    def index_marks(self, role: str) -> tuple[Mark, ...]:
        """Return the index of the product over `role`: j for columns, w for words."""
        return self.role_marks("index" if role == "factor" else f"{role} index", {})

    def class_marks(self, label: Item) -> tuple[Mark, ...]:
        """Return the class `label` as the style writes it."""
        return self.role_marks("class", {"class": (_label(label),)})

    def _role_and_fields(self, name: QuantityName) -> tuple[str, dict[str, tuple[Mark, ...]]]:
        left = name.subjects
        label = next((i for i in (*left, *name.right) if i.kind in ("class", "general")), None)
        rest = tuple(i for i in (*left, *name.right) if i is not label)
        fields: dict[str, tuple[Mark, ...]] = {
            "left": self._listed(name.model, tuple(i for i in left if i.kind != "letter")),
            "letter": (Plain(name.parameter),),
            "right": self._listed(name.model, name.right),
            "x": self._listed(name.model, rest),
            "class": (_label(label),) if label else (),
        }
        fields["classes"] = fields["class"]
        if (pair := name.pair) is not None:
            fields["classes"] = (_label(pair.first), Plain(":"), _label(pair.second))
        if name.head == "P":
            return self._role_of_probability(name, label, fields)
        mentions_column = any(i.kind == "column" and i.variable != self.only_numbers for i in left)
        kind = self.style.kinds[name.head]
        return kind.role(name, of_class=label is not None, of_columns=mentions_column), fields

    def _listed(self, model: str, items: tuple[Item, ...]) -> tuple[Mark, ...]:
        """Return items with commas between them; a long number of a numeric column is rounded."""
        marks: list[Mark] = []
        for item in items:
            if marks:
                marks.append(Plain(", "))
            if item.kind == "column":
                marks.append(Field(item.variable))
            elif item.kind == "cell":
                sign, value = "=", item.value
                if len(value) > _LONGEST_NUMBER and (model, item.variable) in self.numbers:
                    sign, value = "≈", str(rounded(number_in(value), _SHORT).shortest())
                marks += [Field(item.variable), Plain(sign), Field(value)]
            else:
                marks.append(_label(item))
        return tuple(marks)

    def _role_of_probability(
        self, name: QuantityName, label: Item | None, fields: dict[str, tuple[Mark, ...]]
    ) -> tuple[str, dict[str, tuple[Mark, ...]]]:
        left, right, model = name.subjects, name.right, name.model
        if not right:
            if label is None:
                return "evidence", fields
            return ("prior" if len(left) == 1 else "joint"), fields
        if left == (label,):
            return "posterior", fields
        if right == (label,):
            if len(left) == 1 and (model, left[0].variable) in self.numbers:
                return "density", fields
            if len(left) != 1 or left[0].kind not in ("cell", "word"):
                return "likelihood", fields
            (item,) = left
            usual, place = "word", (model, "word", "")
            if item.kind == "cell":
                usual, place = "parameter", (model, item.variable, item.value)
                fields |= {"column": (Field(item.variable),), "value": (Field(item.value),)}
            else:
                fields |= {"word": (Field(item.value),)}
            family = self.families.get(place, "")
            has_template = family in self.style.templates or family in self.family_templates
            return (family if has_template else usual), fields
        return "conditional", fields


def parameter_role(head: str, column: object, label: object) -> str:
    """Return the role of the parameter `head`, by whether it has a `column` and a class `label`.

    >>> parameter_role("variance", "length", None), parameter_role("variance", "", None)
    ('shared variance', 'only variance')
    """
    if column:
        return head if label else f"shared {head}"
    return f"class {head}" if label else f"only {head}"


def greek_templates() -> dict[str, str]:
    """Return the template of each role of a parameter, in the usual letters: μ, σ², λ, Σ.

    >>> greek_templates()["variance"], greek_templates()["class mean"]
    ('σ_{{left},{class}}^{2}', 'μ_{{class}}')
    """
    subscripts = {
        "{}": "_{{left},{class}}",
        "shared {}": "_{{left}}",
        "class {}": "_{{class}}",
        "only {}": "",
    }
    return {
        shape.format(head.name): head.letter + places + head.power
        for head in HEADS.values()
        for shape, places in subscripts.items()
    }


def _label(item: Item) -> Field:
    return Field(item.value, general=item.kind == "general")


def _as_density(marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
    """Return marks that begin with P( with a lower-case p: the notation of a density."""
    first, *rest = marks
    if isinstance(first, Plain) and first.text.startswith("P("):
        return (Plain("p" + first.text[1:]), *rest)
    return marks
