from hypothesis import given
from hypothesis import strategies as st
from scopes import cell
from thoroughness import law

from exactnb.core.naming.grammar import is_numeral
from exactnb.core.naming.names import KINDS, Item, Pair, QuantityName, in_order, word_item
from exactnb.core.naming.scope import Scope, View
from exactnb.core.quantities import QUANTITIES
from exactnb.errors import InputError

OF_DATA = ("freq", "count", "independent_in_data")
COUNTED = ("column", "cell", "word", "class")

HOSTILE = [
    "a,b", 'say "hi"', "x|y", "f(x)", "(", ")", '"', '""', "not a", "not  a", "a", "not", "0", "1",
    "007", "1/2", "50%", "-1.5", "a=b", "k:l", "c;d", " two  blanks ", "+", "-", "é", "漢字", "P(+)",
    "log2", "class", "[1]", "ŷ", "‮abc", "x; laplace", "'", "\\", "{class}", "_{a}", "%", "$",
]  # fmt: skip
LETTERS = st.characters(exclude_categories=["Zs", "Zl", "Zp", "Cc", "Cs"]) | st.sampled_from(
    ' ,|=:;()"'
)
NAMES = st.sampled_from(HOSTILE) | st.text(LETTERS, max_size=6)
WRAPPERS = st.lists(st.sampled_from(["-", "log", "log2", "log10", "exp"]), max_size=4).map(tuple)


@st.composite
def scopes(draw: st.DrawFn) -> Scope:
    """Draw a problem whose every name is hostile."""
    names = draw(st.lists(NAMES, min_size=12, max_size=16, unique=True))
    variable, *columns = names[:5]
    classes = names[5:8]
    taken = {*names[:8]}
    values: dict[str, tuple[str, ...]] = {}
    binary = []
    for column in columns:
        if draw(st.booleans()):
            values[column] = ("0", "1")
            binary.append(column)
        else:
            values[column] = tuple(draw(st.lists(NAMES, min_size=1, max_size=3, unique=True)))
            taken |= {*values[column]}
    rest = [name for name in names[8:] if name not in taken and not is_numeral(name)]
    queries = {identity: (columns[at],) for at, identity in enumerate(rest[:2])}
    words = tuple(rest[2:]) if draw(st.booleans()) else ()
    view = View(values, frozenset(binary), words, queries)
    models = ("model", *draw(st.lists(NAMES.filter(lambda n: n != "model"), max_size=2, unique=True)))
    views = {"" if model == "model" else model: view for model in models}
    return Scope(variable, tuple(classes), QUANTITIES, views, view, models)


@st.composite
def names(draw: st.DrawFn, scope: Scope) -> QuantityName:
    """Draw a quantity of a problem, its items in canonical order."""
    head = draw(st.sampled_from([
        "P", "odds", "log_odds", "lr", "argmax", "freq", "count", "tokens", "weight", "bias", "rank",
        "independent", "independent_in_data", "accuracy", "free_parameters", "vocabulary",
    ]))  # fmt: skip
    view, of_data = scope.data, head in (*OF_DATA, "tokens", "vocabulary")
    items = [cell(c, draw(st.sampled_from(v))) for c, v in view.columns.items()]
    if not of_data:
        for identity, (column,) in view.queries.items():
            if draw(st.booleans()):
                items = [i for i in items if i.variable != column] + [Item("query", "", identity)]
    chosen = [item for item in items if draw(st.booleans())] or items[:1]
    if view.words and head in ("P", "lr", "count", "argmax"):
        chosen.append(word_item(draw(st.sampled_from(view.words)), scope.classes))
    labels = draw(st.permutations(scope.classes))
    model = "" if of_data else draw(st.sampled_from(["", *scope.models[1:]]))
    is_number = head not in ("argmax", "independent", "independent_in_data")
    wrappers = draw(WRAPPERS) if is_number else ()
    wrappers = tuple(
        w for at, w in enumerate(wrappers) if w != "-" or wrappers[at + 1 : at + 2] != ("-",)
    )
    while head == "odds" and wrappers[-1:] == ("log",):
        wrappers = wrappers[:-1]
    label = [scope.class_item(labels[0])]
    pair = Pair(*map(scope.class_item, labels[:2]))
    left: list[Item | Pair]
    right: list[Item] = []
    if head in ("accuracy", "free_parameters", "vocabulary"):
        left = []
    elif head == "tokens":
        left = list(label)
    elif head == "bias":
        left = [pair]
    elif head == "weight":
        left, right = [pair], [Item("column", draw(st.sampled_from(list(view.columns))), "")]
    elif head.startswith("independent"):
        left = [Item("column", c, "") for c in list(view.columns)[: draw(st.integers(2, 4))]]
        right = label if head == "independent_in_data" and draw(st.booleans()) else []
    elif head in ("argmax", "rank", "count"):
        left = chosen + (label if head == "count" and draw(st.booleans()) else [])
    elif head in ("odds", "log_odds", "lr"):
        left = label if head != "lr" and draw(st.booleans()) else [pair]
        right = chosen
    else:
        cut = draw(st.integers(1, len(chosen)))
        side = draw(st.integers(0, 2))
        left, right = chosen[:cut] + label * (side == 1), chosen[cut:] + label * (side == 2)
    kinds = COUNTED if head in ("freq", "count") else KINDS
    whole = left if left == [pair] else ordered(scope, left, kinds)
    return QuantityName(head, tuple(whole), ordered(scope, right, kinds), model, None, wrappers)


def ordered(scope: Scope, items: list[Item], kinds: tuple[str, ...]) -> tuple[Item, ...]:
    """Return items by kind, and within one as the columns, words and queries of the scope stand."""
    return in_order(items, scope.data.places, kinds)


@given(st.data())
@law(30)
def test_the_canonical_spelling_reads_back(data: st.DataObject) -> None:
    """Whatever labels, columns, queries and models are called, resolve(spell(name)) is the name."""
    scope = data.draw(scopes())
    name = data.draw(names(scope))
    assert scope.resolve(str(name)) == name


@given(st.data())
@law(12)
def test_the_order_of_a_list_does_not_count(data: st.DataObject) -> None:
    """A list of a class and cells in any order is spelled one way."""
    scope = data.draw(scopes())
    cells = [cell(c, data.draw(st.sampled_from(v))) for c, v in scope.data.columns.items()]
    items = [scope.class_item(scope.classes[0]), *cells]
    shuffled = data.draw(st.permutations(items))
    typed = f"P({','.join(item.spell() for item in shuffled)})"
    assert scope.resolve(typed) == QuantityName("P", tuple(items))


@given(st.data())
@law(12)
def test_short_forms_mean_one_thing(data: st.DataObject) -> None:
    """A name alone is resolved as what it is, and its spelling resolves again, or it is refused."""
    scope = data.draw(scopes())
    name = data.draw(NAMES)
    try:
        resolved = scope.resolve(f"P({name})")
    except InputError:
        return
    assert scope.resolve(str(resolved)) == resolved
    assert str(scope.resolve(str(resolved))) == str(resolved)
