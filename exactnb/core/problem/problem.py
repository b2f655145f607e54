"""A problem: data, models, queries and what is asked. Checked whole when it is made.

How to read: `__post_init__` checks the whole by asking for all of it: `counts`, then `predictions`,
then `scope`. Each is found once, and `define` and `decide` go through them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, fields, replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from exactnb.core.arguments import require
from exactnb.core.data.counts import Counts, count
from exactnb.core.data.documents import Documents
from exactnb.core.data.findings import Doubt
from exactnb.core.data.parameters import Parameters
from exactnb.core.data.rows import in_list, name_of
from exactnb.core.data.schema import DATA, Case, Schema
from exactnb.core.data.table import Table
from exactnb.core.expression.results import decided_labels
from exactnb.core.lazy import once
from exactnb.core.model.data_quantities import DataQuantities
from exactnb.core.model.deciding import Decider
from exactnb.core.model.model import Model
from exactnb.core.model.probabilities import Prediction, Training, define_wrapped
from exactnb.core.model.quantity import EFFORT, Effort, Quantity
from exactnb.core.naming.grammar import is_numeral
from exactnb.core.naming.names import QuantityName
from exactnb.core.naming.notation import Notation, Style
from exactnb.core.naming.scope import Scope
from exactnb.core.problem import types, views
from exactnb.core.problem.absences import open_columns, texts_in, with_absences, without_unnamed_columns
from exactnb.core.problem.choice import (
    KEYWORDS,
    MODEL,
    WORDS,
    ModelChoice,
    ModelKeywords,
    check_word,
    chosen_models,
    number_style_in,
    read_digits,
)
from exactnb.core.problem.models import build_model, with_unseen_words
from exactnb.core.problem.numbers import (
    Covariates,
    check_covariates,
    check_numbers,
    check_used,
    columns_together,
    read_covariates,
)
from exactnb.core.problem.observing import Encoder, Observations, RawQuery, as_in_data
from exactnb.core.problem.printed import Printed
from exactnb.core.problem.queries import queries_of
from exactnb.core.problem.questions import Question, check_ids
from exactnb.core.problem.readable import Readable
from exactnb.core.problem.styles import custom_style, style
from exactnb.core.quantities import QUANTITIES
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, listing, near, quoted

if TYPE_CHECKING:
    from exactnb.core.problem.mistakes import StatedMistake


@frozen(eq=False)
class Problem(ModelKeywords, Readable):
    """Hold a problem; `solve` works it out.

    `data` are observations, or what is known of them: counts, or given parameters; a DataFrame is read
    as a table in a file is, with its floats as they are printed (0.1 is 1/10). `query` maps an
    id to cells `{column: value}`, to a text where the data are documents, or to an Observation; or it
    is one of these alone, called x, or cells as they are typed, "Outlook=Sunny, Strong". `models` maps
    names to choices; the first is meant where a quantity names no model. The one model of a problem may
    be said by keywords, as in its file: `family`, `families`, `smoothing`, `prior`, `divisor`, ...; and
    as on the command line by `var_smoothing`, and by `numbers` and `categories`: lists of columns, "*"
    for all others.

    >>> table = Table.from_rows([("1", "+"), ("1", "+"), ("0", "-")], ["a", "class"])
    >>> problem = Problem(table, query={"x": {"a": "1"}})
    >>> problem.define(problem.scope.resolve("P(+|x)"), Effort()).reason.words
    "Bayes' rule"

    Raises InputError for a query or a choice that does not fit the data.
    """

    data: Table | Documents | Counts | Parameters
    query: Mapping[str, RawQuery] = field(default_factory=dict)
    models: Mapping[str, ModelChoice] = field(default_factory=lambda: {MODEL: ModelChoice()})
    ask: Sequence[str] = ()
    title: str = ""
    source: str = ""
    notation_style: str | Mapping[str, str] = "plain"
    digits: int = 4
    rounding: Literal["half-up", "half-even"] = "half-up"
    log: str = ""
    number_style: Literal["", "exact", "decimal"] = ""
    pseudo_documents: bool = False
    chain_rule: bool = False
    exposure: Mapping[str, object] = field(default_factory=dict)
    questions: Sequence[Question] = ()
    mistakes: Sequence[StatedMistake] = ()
    answer_decimal: Literal[".", ","] = "."
    printed: Sequence[Printed] = ()

    def __post_init__(self, *values: object) -> None:
        keywords = {k: v for k, v in zip(KEYWORDS, values, strict=True) if v is not None}
        object.__setattr__(self, "number_style", number_style_in(keywords) or self.number_style)
        object.__setattr__(self, "models", chosen_models(self.models, keywords))
        if types.is_frame(self.data):
            from exactnb.core.problem.from_table import data_in_frame, query_as_in_frame

            object.__setattr__(self, "data", data_in_frame(self.data))
            query = Place.root("query").read(query_as_in_frame, self.query)
            object.__setattr__(self, "query", query)
        self._check_types()  # all else asks only for what has the right type
        if not self.models or not all(name.strip() for name in self.models):
            raise InputError("a problem needs at least one model, each with a name", at="models")
        if self.schema.fold_case:
            folded = {
                name: replace(choice, conventions=choice.conventions.in_lower_case())
                for name, choice in self.models.items()
            }
            object.__setattr__(self, "models", folded)
        types.check_classes(self.schema)
        views.check_query_ids(self.query, self._used_names)
        check_used(self.covariates, [p.model for p in self.predictions.values()])
        _ = self._style
        views.check_quantities(self.ask, self.questions, self.printed, self.resolve)
        if self.mistakes:  # few problems have any
            from exactnb.core.problem.mistakes import check_mistakes

            check_mistakes(self.mistakes, self.resolve)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how `pickle` and `copy` make it anew, as it is made: checked."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return partial(type(self), **values | {"query": {**self.query}, "models": {**self.models}}), ()

    def __repr__(self) -> str:
        title = f" {quoted(self.title)}" * bool(self.title)
        return f"<Problem{title}: {self.data!r}{f', queries {listing(self.query)}' * bool(self.query)}>"

    def __str__(self) -> str:
        from exactnb.core.problem.showing import as_text

        return as_text(self.title, self.data, self.query)

    def _looks_(self) -> dict[str, str]:
        """Return its data as a table, with its title and its queries."""
        from exactnb.core.problem.showing import as_markdown

        return {"markdown": as_markdown(self.title, self.data, self.query)}

    @once
    def counts(self) -> Counts:
        """Return the sufficient statistics: counted, given, or none at all."""
        if isinstance(self.data, Counts):
            return self.data
        if isinstance(self.data, Parameters):
            return Counts(self.data.schema, dict.fromkeys(self.data.schema.classes, 0), {}, sized=False)
        return count(self.data, columns_together(self.data, self.models.values()))

    @property
    def schema(self) -> Schema:
        """Return what there is to observe."""
        return self.counts.schema

    @once
    def doubts(self) -> tuple[Doubt, ...]:
        """Return what looks like a slip in the data, a sentence for each; none of it is an error.

        The `remedy` of a doubt has the keywords with which the data are read otherwise.

        >>> Problem(Table.from_rows([("NA", "+"), ("u", "-")], ["a", "class"])).doubts
        ('“NA” is a value of “a”, not a missing cell',)
        """
        from exactnb.core.data.doubts import constant_column_doubt, doubts_of

        blocks = [block for p in self.predictions.values() for block in p.model.blocks]
        stated = (column for block in blocks if block.states_values for column in block.cells)
        equal = (constant_column_doubt(*pair) for b in blocks for pair in b.family.constant_columns(b))
        of_file, listed = getattr(self.data, "doubts", ()), getattr(self.data, "listed", ())
        every = [*open_columns(self), *self.encoder.unseen_texts(self.query)]
        every += doubts_of(self.counts, {*self.measured, *stated}, listed)
        is_list = any(doubt.remedy.get("split") == "items" for doubt in of_file)  # no words
        every = [doubt for doubt in every if not is_list or "split" not in doubt.remedy]
        return tuple(dict.fromkeys((*every, *equal, *of_file)))

    @once
    def covariates(self) -> Covariates:
        """Return what rows bring along for the numbers of some columns."""
        free = isinstance(self.data, Parameters | Counts)
        covariates = read_covariates("exposure", self.exposure, self.schema, free=free)
        check_covariates(self.data, covariates)
        return covariates

    @once
    def encoder(self) -> Encoder:
        """Return what turns queries and rows into observations."""
        return Encoder.of_problem(self.data, self.schema)

    @once
    def default_model(self) -> str:
        """Return the name of the model meant when none is given."""
        return next(iter(self.models))

    @once
    def bag(self) -> tuple[str, ...]:
        """Return the words that are counted as words: those of the first model that draws them."""
        bags = (p.model.vocabulary for p in self.predictions.values() if p.model.draws_words)
        return next(bags, self.schema.words)

    @once
    def predictions(self) -> Mapping[str, Prediction]:
        """Return what each model defines, by the name used in quantities ("" for the default)."""
        predictions = {}
        for name, choice in self.models.items():
            short = "" if name == self.default_model else name
            with Place.of("models") / name if short else Place.of(MODEL):
                model = self._model(short, choice)
            predictions[short] = self._prediction(model)
        return predictions

    def model_named(self, name: str | None) -> Model:
        """Return a model by its name, the default one for None; InputError for any other name."""
        require(name, str | None, "the name of a model", "model")
        if (short := "" if name in (None, self.default_model) else str(name)) not in self.predictions:
            raise InputError(f"unknown model {quoted(name)}{near(short, self.models)}", at="model")
        return self.predictions[short].model

    @once
    def scope(self) -> Scope:
        """Return what names mean in this problem."""
        identities = list(map(name_of, self.query))
        by_model = {
            short: views.model_view(prediction, identities, self._row_ids)
            for short, prediction in self.predictions.items()
        }
        covariates = frozenset(e.name for e in self.covariates.values() if not e.constant)
        data = views.data_view(
            self.schema, by_model.values(), (*self.query, *self._row_ids), self.measured | covariates
        )
        variable, classes = self.schema.class_variable, self.schema.classes
        blocks = [block for p in self.predictions.values() for block in p.model.blocks]
        letters = frozenset(letter for block in blocks for letter in block.family.letters)
        models = tuple(self.models)
        names = variable, classes, QUANTITIES, by_model, data, models, self.default_model, letters
        return Scope(*names, self.schema.fold_case)

    def resolve(self, text: str, at: Place | str, effort: Effort) -> QuantityName:
        """Return the quantity that `text` names; `effort` pays for defining it.

        Raises an ExactnbError with the place where it was asked.
        """
        with Place.of(at):
            name = self.scope.resolve(text)
            self.define(name, effort)
        return name

    def decide(
        self, query: RawQuery, model: str | None = None, *, effort: int = EFFORT
    ) -> tuple[str, ...]:
        """Return the class of a `query`, decided exactly by `model`: several if tied, or none.

        It is made for many observations: what they have in common is worked out once.

        >>> rows = [("6", "rye"), ("8", "rye"), ("9", "oat"), ("12", "oat")]
        >>> table = Table.from_rows(rows, ["x", "k"])
        >>> gaussian = ModelChoice(families={"x": "gaussian"})
        >>> Problem(table, models={"model": gaussian}).decide({"x": "7.5"})
        ('rye',)
        """
        short = self.model_named(model).name
        cached, chosen = self._deciders.get(short), self.predictions[short].model
        allowed = Effort(effort)
        # what observations share is kept; how much work is allowed is said anew each time
        decider = replace(cached, effort=allowed) if cached else Decider(chosen, self.define, allowed)
        self._deciders[short] = decider
        query = as_in_data(query, self.schema)
        observation = self.encoder.encode(decider.model, query)
        items = self.encoder.observed_items(decider.model, observation)
        return decided_labels(decider.decide(observation, items))

    @once
    def _deciders(self) -> dict[str, Decider]:
        return {}

    def define(self, name: QuantityName, effort: Effort) -> Quantity:
        """Return the quantity that a resolved name stands for; to find a formula may take effort."""
        if name.wrappers:
            return define_wrapped(name, lambda inner: self.define(inner, effort))
        if not QUANTITIES[name.head].of_data:
            return self.predictions[name.model].define(name, effort)
        if isinstance(self.data, Parameters):
            raise InputError("nothing was counted, the numbers are given", at=name.place)
        return self._data_quantities.define(name, effort)

    @once
    def _data_quantities(self) -> DataQuantities:
        rows = self.data.cases if isinstance(self.data, Table | Documents) else None
        return DataQuantities(self.counts, QUANTITIES, self.bag, rows, self.measured)

    @once
    def in_decimals(self) -> bool:
        """Say whether numbers are shown as decimals: as chosen, else where columns hold numbers."""
        measured = any(prediction.model.numeric_blocks for prediction in self.predictions.values())
        return measured if not self.number_style else self.number_style == "decimal"

    @once
    def measured(self) -> frozenset[str]:
        """Return the columns that hold numbers in every model that looks at them."""
        models = [prediction.model for prediction in self.predictions.values()]
        numeric = {column for model in models for column in model.numeric_blocks}
        return frozenset(c for c in numeric if not any(c in model.finite_blocks for model in models))

    def notation(self, name: str | None = None) -> Notation:
        """Return the notation `name` for this problem's names; the problem's own style without one."""
        chosen = self._style if name is None else style(name)
        return views.problem_notation(
            self.predictions, chosen, list(map(name_of, self.query)), self._row_ids
        )

    @once
    def _style(self) -> Style:
        """Return the problem's own style: one by name, or a table of templates."""
        chosen = self.notation_style
        return style(chosen) if isinstance(chosen, str) else custom_style(chosen)

    def _model(self, short: str, choice: ModelChoice) -> Model:
        parameters = self.data if isinstance(self.data, Parameters) else None
        text = self.data.text if isinstance(self.data, Documents) else ""
        check_numbers(self.data, self.schema, choice)  # before a family looks at them
        model = build_model(
            short, choice, self.counts, text=text, parameters=parameters, covariates=self.covariates
        )
        if model.conventions.unseen_word == "zero" and self.schema.words and not model.draws_words:
            unseen = (
                pair for query in self.query.values() for pair in self.encoder.unseen(model, query)
            )
            unseen_words = dict.fromkeys(word for column, word in unseen if not column)
            model = with_unseen_words(model, tuple(unseen_words))
        return model

    def _prediction(self, model: Model) -> Prediction:
        queries = {}
        for raw_id, raw in self.query.items():
            with Place.root("query") / str(raw_id):
                queries[name_of(raw_id)] = self.encoder.encode(model, raw)

        def training() -> Iterator[Training]:
            for case in self.cases():
                identity = case.id if case.id in self._row_ids else ""
                yield Training(case, self.encoder.items(model, case, identity))

        observations = Observations(queries, self._row_ids, partial(self.encoder.observed_row, model))
        return Prediction(model, QUANTITIES, observations, training)

    def cases(self) -> Iterator[Case]:
        """Yield the observations, if there are any."""
        return self.data.cases() if isinstance(self.data, Table | Documents) else iter(())

    @once
    def _row_ids(self) -> Mapping[str, Case]:
        """Return the rows by the ids that may be asked like queries: no numerals, not taken."""
        identified = ((case.id, case) for case in self.cases() if case.id)
        return {i: case for i, case in identified if not is_numeral(i) and i not in self._used_names}

    @once
    def _used_names(self) -> Mapping[str, str]:
        """Return what each name is that is taken."""
        return types.used_names(self.schema, self.query)

    def _check_types(self) -> None:
        """Refuse what is no problem's part, and keep copies that nobody else can change."""
        require(self.data, types.Data, "a Table, Documents, Counts or Parameters", DATA)
        for name, choice in require(self.models, Mapping, "{ name = ModelChoice }", "models").items():
            require(choice, ModelChoice, "a ModelChoice", Place.of("models") / str(name))
        for key in ("ask", "questions", "mistakes", "printed"):
            object.__setattr__(self, key, in_list(getattr(self, key), key))
        entries = (*self.ask, *self.questions, *self.mistakes, *self.printed, self.exposure)
        stated = " ".join(texts_in(entries))
        data = without_unnamed_columns(type(self), self.data, self.models, self.query, stated)
        object.__setattr__(self, "data", with_absences(data, self.models))
        query = queries_of(self.query, self.data, [c.conventions for c in self.models.values()])
        for i, raw in query.items():
            query[i] = (Place.root("query") / str(i)).read(as_in_data, raw, self.data.schema)
        object.__setattr__(self, "query", MappingProxyType(query))
        object.__setattr__(self, "models", MappingProxyType({**self.models}))
        require(self.notation_style, str | Mapping, "text or a table of templates", "notation_style")
        for key in ("title", "source"):
            require(getattr(self, key), str, "text", key)
        object.__setattr__(self, "digits", read_digits(self.digits))
        for key in WORDS:
            object.__setattr__(self, key, check_word(key, getattr(self, key)))
        check_ids(self.questions, Place.of("questions"))
