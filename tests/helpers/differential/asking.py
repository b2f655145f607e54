"""Random questions in the language of quantities that a problem can be asked."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from differential.draw import NUMBERS
from differential.spec import Ask, Item, Model, Spec

__all__ = ["with_asks"]

WRAPS = (("log",), ("log2",), ("log10",), ("-",), ("-", "log2"), ("exp",), ("exp", "-"))


def with_asks(spec: Spec, seed: int, number: int = 10) -> Spec:
    """Return a problem with random questions about each of its models."""
    random = Random(f"asks {seed}")
    asks = []
    for _ in range(number):
        identity = random.choice(list(spec.models))
        model = spec.models[identity]
        form = random.choice(forms(spec, model))
        ask = replace(_ask(random, spec, model, form), model=identity)
        if form in (*OF_THE_DATA, "bad"):
            ask = replace(ask, model="")
        wrappable = form in ("P", "odds", "lr", "rate", "success", "mean", "variance")
        if wrappable and random.random() < 0.12:
            ask = replace(ask, wraps=tuple(reversed(random.choice(WRAPS))))
        if form in ("mean", "log_odds", "boundary") and "log" in "".join(ask.wraps):
            ask = replace(ask, wraps=())
        asks.append(ask)
    return replace(spec, asks=tuple(dict.fromkeys(asks)))


OF_THE_DATA = ("count", "freq", "tokens", "vocabulary", "independent_in_data")


def forms(spec: Spec, model: Model) -> list[str]:
    """Return the forms that a problem can be asked under a model."""
    families = set(model.families.values())
    found = ["P"] * 12 + ["argmax"] * 3 + ["free_parameters", "bad"]
    if len(spec.classes) > 1:
        found += ["odds", "odds", "log_odds", "lr", "lr"]
    if spec.form == "table":
        found += ["accuracy", "accuracy_left_out", "count", "freq"]
    if discrete(spec):
        found += ["rank", "independent", "independent"]
        found += ["independent_in_data", "freq", "count"] if spec.form == "table" else []
        found += (
            ["bayes_error"] if len(discrete(spec)) == len(spec.columns) and not spec.is_text else []
        )
    naive = families & {
        "gaussian", "poisson", "exponential", "geometric", "geometric0", "negative-binomial",
        "piecewise",
    }  # fmt: skip
    if naive and len(spec.columns) == 1 and not spec.is_text:
        found += ["bayes_error"]
    if families & {"multinomial"} and spec.form != "parameters":
        found += ["tokens", "vocabulary"]
    if families & {"gaussian", "lda", "qda", "spherical"}:
        found += ["mean"]
    if families & {"gaussian"}:
        found += ["variance", "sd"]
    if families & {"lda", "qda"}:
        found += ["covariance"]
    if families & {"lda", "qda"}:
        found += ["matrix", "precision", "means"]
        found += ["score"] * (len(families) == 1)
    if (
        len(spec.classes) > 1
        and set(model.families) - set(discrete(spec)) - {"text"}
        and not spec.is_text
    ) and not families & {"multinomial", "dirichlet-multinomial", "piecewise"}:
        found += ["boundary", "boundary", "region"]
    if len(spec.classes) > 1 and is_linear(spec, model):
        found += ["weight", "weight", "bias"]
    if families & {"poisson", "exponential"}:
        found += ["rate"]
    if families & {"geometric", "geometric0", "negative-binomial"}:
        found += ["success"]
    return found


def discrete(spec: Spec) -> list[str]:
    """Return the columns with finitely many values."""
    return [c.name for c in spec.columns if c.is_discrete]


def is_linear(spec: Spec, model: Model) -> bool:
    """Say whether the log-odds of any two classes are linear in all columns and words."""
    linear = {"bernoulli", "multinomial", "lda", "poisson", "exponential"}
    linear |= {"geometric", "geometric0", "negative-binomial"}
    if model.share in ("classes", "all"):
        linear.add("gaussian")
    return set(model.families.values()) <= linear and model.absent == "count" and not spec.exposure


def _shape(random: Random, spec: Spec, model: Model, form: str) -> Ask:
    """Return a question about a boundary, a weight, a discriminant or a matrix."""
    pair = tuple(random.sample(spec.classes, 2)) if len(spec.classes) > 1 else ()
    label: tuple[Item, ...] = (("class", random.choice(spec.classes)),)
    numbers = [c for c in spec.columns if not c.is_discrete and c.kind != "exposure"]
    if form in ("boundary", "region"):
        free = random.choice(numbers).name
        given: list[Item] = []
        for column in spec.columns:
            if column.name != free and (column in numbers or random.random() < 0.4):
                given.append(
                    ("cell", column.name, random.choice(column.values or NUMBERS[column.kind]))
                )
        return Ask(form, (), tuple(given), pair)
    if form == "score":
        given = [("cell", c.name, random.choice(NUMBERS["real"])) for c in numbers]
        return Ask(form, label, tuple(given[: random.randint(1, len(given))]))
    if form == "bias":
        return Ask(form, (), (), pair)
    if form == "weight":
        items: list[Item] = [
            ("word" if f == "multinomial" else "column", c)
            for c, f in model.families.items()
            if c != "text"
        ]
        if spec.is_text:
            bernoulli = model.families["text"] == "bernoulli"
            items += [("presence-of" if bernoulli else "word", w) for w in spec.vocabulary or ()]
        return Ask(form, (), (random.choice(items),), pair)
    shared = "lda" in model.families.values() and form != "means"
    forms = {"matrix": "covariance", "means": "mean"}
    return Ask(forms.get(form, form), () if shared else label)


SHAPES = ("boundary", "region", "score", "bias", "weight", "matrix", "precision", "means")


def _bad(random: Random, spec: Spec, model: Model) -> Ask:
    """Return a question that has no sense here, in no way of reading it."""
    k, query = spec.asked(Ask("P", (("class", spec.classes[0]),)))[2:-1], next(iter(spec.queries))
    found = ["P()", f"P({k}|{k})", "P(nosuch)", f"P(nosuch=1|{k})", "lr(a:b|nosuch)", f"argmax({k})"]
    found += [f"count({query})", f"freq({query}|{k})", f"rank({k})"]
    found += ["P(", "odds()", f"P({k}))", f"argmin({query})", "log()", f"P({k};nosuch)", f"rate({k})"]
    if len(spec.classes) > 1:
        j = spec.asked(Ask("P", (("class", spec.classes[1]),)))[2:-1]
        found += [f"P({k},{j})", f"P({k}|{j})"]
    for column in discrete(spec):
        found += [f"mean({column}|{k})", f"independent({column})", f"P({column}={k}{k}{k}x;nosuch)"]
    return Ask("bad", (("text", random.choice(found)),))


def _ask(random: Random, spec: Spec, model: Model, form: str) -> Ask:
    if form == "bad":
        return _bad(random, spec, model)
    if form in SHAPES:
        return _shape(random, spec, model, form)
    if form in ("free_parameters", "accuracy", "accuracy_left_out", "bayes_error", "vocabulary"):
        return Ask(form)
    if form == "tokens":
        return Ask(form, (("class", random.choice(spec.classes)),))
    if form in ("mean", "variance", "sd", "rate", "success", "covariance"):
        return _parameter(random, spec, model, form)
    if form in ("count", "freq", "independent", "independent_in_data", "rank"):
        return _of_cells(random, spec, form)
    if form == "P":
        return _probability(random, spec, model)
    observed = _observed(random, spec, model)
    if form == "argmax":
        return Ask(form, tuple(observed))
    pair = tuple(random.sample(spec.classes, 2))
    if form in ("odds", "log_odds") and random.random() < 0.3:
        pair = pair[:1]
    if form == "lr" and not observed:
        observed = [("query", random.choice(list(spec.queries)))]
    return Ask(form, (), tuple(observed), pair)


def _observed(random: Random, spec: Spec, model: Model) -> list[Item]:
    """Return a query or row, or some cells, or a query and cells that it does not name."""
    found: list[Item] = []
    taken: set[str] = set()
    if random.random() < 0.6:
        rows = [("row", row.identity) for row in spec.rows if row.identity]
        queries = [("query", identity) for identity in spec.queries]
        chosen = random.choice([*queries, *queries, *rows[:3]])
        found.append(chosen)
        if chosen[0] == "row":
            return found
        taken = set(spec.queries[chosen[1]])
        if random.random() < 0.7:
            return found
    return [*found, *_cells(random, spec, model, taken)]


def _cells(
    random: Random, spec: Spec, model: Model, taken: set[str], chance: float = 0.5
) -> list[Item]:
    """Return single items about what is not taken: cells, words and their presence."""
    found: list[Item] = []
    for column in spec.columns:
        family = model.families.get(column.name, "")
        if column.name in taken or random.random() > chance or column.kind == "exposure":
            continue
        if family in ("multinomial", "dirichlet-multinomial"):
            found.append(("word", column.name))
            continue
        found.append(("cell", column.name, random.choice(column.values or NUMBERS[column.kind])))
    if spec.is_text and "text" not in taken and spec.vocabulary and random.random() < chance:
        word = random.choice(spec.vocabulary)
        if model.families["text"] == "bernoulli":
            found.append(("presence", word, random.choice("01")))
        else:
            found += [("word", word)] * random.choice((1, 1, 2))
    return found


def _probability(random: Random, spec: Spec, model: Model) -> Ask:
    """Return P(A|B) with any lists: each item goes to one side, the other, or neither."""
    items: list[Item] = _observed(random, spec, model)
    if random.random() < 0.6:
        items.append(("class", random.choice(spec.classes)))
    words = model.families.get("text") in ("multinomial", "dirichlet-multinomial")
    if words and spec.vocabulary and random.random() < 0.15:
        items.append(("word", random.choice(spec.vocabulary)))
    if not items:
        items = [("class", random.choice(spec.classes))]
    random.shuffle(items)
    cut = random.randint(1, len(items))
    return Ask("P", tuple(items[:cut]), tuple(items[cut:]))


def _of_cells(random: Random, spec: Spec, form: str) -> Ask:
    columns = discrete(spec)
    label: list[Item] = [("class", random.choice(spec.classes))] if random.random() < 0.5 else []
    if form in ("independent", "independent_in_data"):
        names = random.sample(columns, min(len(columns), random.randint(1, 3)))
        items = [
            ("column", c)
            if random.random() < 0.6
            else ("cell", c, random.choice(spec.column(c).values))
            for c in names
        ]
        if len(items) < 2:
            items.append(("class", random.choice(spec.classes)))
            label = []
        given = label if form == "independent_in_data" else []
        return Ask(form, tuple(items), tuple(given))
    names = random.sample(columns, random.randint(1, min(2, len(columns)))) if columns else []
    cells: list[Item] = [("cell", c, random.choice(spec.column(c).values)) for c in names]
    if form == "rank":
        return Ask(form, tuple(cells))
    if form == "freq":
        return (
            Ask(form, tuple(cells), tuple(label)) if cells else Ask(form, (("class", spec.classes[0]),))
        )
    return Ask(form, (*cells, *label) or (("class", spec.classes[0]),))


def _parameter(random: Random, spec: Spec, model: Model, form: str) -> Ask:
    fitting = {
        "mean": ("gaussian", "lda", "qda", "spherical"), "variance": ("gaussian",), "sd": ("gaussian",),
        "rate": ("poisson", "exponential"), "success": ("geometric", "geometric0", "negative-binomial"),
        "covariance": ("lda", "qda"),
    }[form]  # fmt: skip
    columns = [c for c, family in model.families.items() if family in fitting]
    of: list[Item] = [("column", random.choice(columns))]
    label: tuple[Item, ...] = (("class", random.choice(spec.classes)),)
    if form == "covariance":
        others = [c for c in columns if c != of[0][1]]
        if not others:
            return Ask("mean", tuple(of), label)
        of.append(("column", random.choice(others)))
        if model.families[columns[0]] == "lda":
            label = ()
    if form in ("variance", "sd"):
        if model.share == "classes":
            return Ask(form, tuple(of))
        if "spherical" in model.families.values():  # which has a variance without a column too
            return Ask(form, tuple(of), label)
        if model.share == "features":
            return Ask(form, label)
        if model.share == "all":
            return Ask(form)
    return Ask(form, tuple(of), label)
