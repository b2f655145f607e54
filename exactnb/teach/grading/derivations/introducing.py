"""Letters and functions that a derivation introduces by using them, and Λ.

How to read: `define_ahead` looks for "where", `introduction` judges a line that introduces something.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Symbol
from exactnb.core.expression.reading.derivations.parser import DerivationChain
from exactnb.core.expression.reading.derivations.signs import CONSTANT, OBJECTIVES, PRIME, RANDOM
from exactnb.core.expression.reading.derivations.statements import DerivationStatement
from exactnb.teach.grading.derivations import introduced
from exactnb.teach.grading.derivations.introduced import function_key, is_clause, is_place, key_of
from exactnb.teach.grading.derivations.lines import Counterexample, DerivationLine
from exactnb.teach.grading.derivations.meanings import Parsed, parts_in, symbols_in
from exactnb.teach.grading.derivations.numbers import TooLarge
from exactnb.teach.grading.derivations.scope import DerivationScope
from exactnb.teach.grading.derivations.substituting import inverse_of, varied_in
from exactnb.teach.grading.derivations.trials import Trials, has_letters
from exactnb.teach.grading.derivations.worlds import DerivationBudget, Introduced, NotLargest, Unknown

_PROTECTED = ("θ", "λ", "p", "μ", "v", "σ", "n", "V", "multiplier", "hyper")
_ANY = nodes.Quotient(nodes.Integer(1), nodes.Integer(3))  # for the letter of a function
_SOUGHT = re.compile(r"\b(?:estimat|MLE|MAP\b|mode|maximi|solution)", re.I)
"""Words before the parameter, of what is looked for."""

_LET = re.compile(r"\b(?:let|put|define|denote|write|call|abbreviate)$", re.I)


class Introductions(Trials):
    """Keep what a derivation introduced, and judge the lines that do so."""

    def __init__(
        self, scope: DerivationScope, lines: Sequence[Parsed], budget: DerivationBudget
    ) -> None:
        super().__init__(scope, budget)
        self.lines = lines
        self.sides = [side for _, chains, _ in lines for chain in chains[:1] for side in chain.sides]
        self.has_multiplier = any(getattr(part, "head", "") == "Λ" for part in parts_in(self.sides))
        self.used: set[str] = set()

    def define_ahead(self, index: int) -> None:
        """Introduce letters that line `index`, or a later one, states in a "where" of its own."""
        here, own, _ = self.lines[index]
        clause = 0  # the row of the last "where"
        for statement, chains, _ in self.lines[index:]:
            if not chains or len(chains[0].sides) < 2 or chains[0].lead:
                continue
            same = statement.line == here.line
            left, chain = chains[0].sides[0], chains[0]
            if chain.relations[0] != "=":
                continue
            is_own = statement is here or (bool(own) and own[0].sides[0] == left)
            if isinstance(left, Call) and left.left and not is_own:
                self._define_call(left, chain.sides[1], statement.line)
            if not isinstance(left, Symbol) or self._may_be_estimate(left):
                continue
            key = key_of(left)
            has_where = statement.lead.lower().startswith("where")
            has_where |= clause == statement.line and statement.lead == "and"
            is_where = is_clause(statement) or has_where
            clause = statement.line if has_where else 0
            if (is_own and not is_where) or key in self.definitions or self._is_used(left):
                continue
            if not is_where and self._is_known(left):
                continue
            is_sum = isinstance(chain.sides[1], nodes.Series)
            if not (is_where or is_sum) and self.scope.may_be_parameter(left):
                continue  # b = −n/T solves an equation in b: it does not say what b was
            if self._is_protected(left, chain.sides[1], is_where=is_where):
                continue
            if not self._may_define(chain.sides[1], left):
                continue
            same |= has_where and here.line < statement.line <= here.line + 2  # "where A = …" below it
            if same or not self._is_known(left):
                if self._agrees(left, chain.sides[1]):
                    continue
                self._define(left, chain.sides[1], statement.line)

    def _is_used(self, symbol: Symbol) -> bool:
        """Say whether lines above use a letter: y_i too, where y_1 and y_2 stand."""
        key = key_of(symbol)
        places = sum(f"{symbol.letter}[{place}]" in self.used for place in range(4))
        return key in self.used or (places > 1 and key == f"{symbol.letter}[·]")

    def _may_be_estimate(self, symbol: Symbol) -> bool:
        """Say whether a letter may be an estimate of a parameter, which no line introduces.

        In α̂ = α + k it is none if right lines above are about the parameter.
        """
        names = [name for name in self.scope.names if self.scope.is_parameter(Symbol(name))]
        is_read = any(key_of(Symbol(name)) in self.used for name in names)
        return symbol.is_estimate and not (is_read and symbol.letter not in (PRIME.letter, *names))

    def _define_call(self, left: Call, right: Expression, line: int) -> None:
        """Introduce a function that a line further on says, and the scope does not know."""
        if function_key(left) in self.definitions or self.scope.is_objective(left) or left.head == "Λ":
            return
        if not self._is_new_function(left, right) or left in self.kept():
            return  # each line looks at all that follow it, mostly with the same letters
        try:
            self.kept()[left] = self.trial(left, left, "identity")
        except Unknown:
            self._define(left, right, line)

    def _is_new_function(self, left: Call, right: Expression) -> bool:
        """Say whether a formula may define a function of letters; E, say, is of something else."""
        is_own = any(getattr(part, "head", "") == left.head for part in right.walk())
        if self.scope.cases is not None:  # P(θ | D) is none that a theorem in print has not
            is_own |= self.scope.is_objective(left) or left.head in "Pp"
        places = (*left.left, *left.right)  # f(x*) = 0 says something of a place
        are_letters = all(isinstance(part, Symbol) and not part.is_estimate for part in places)
        return are_letters and not is_own and left.head not in (*RANDOM, "B")

    def _agrees(self, left: Expression, right: Expression) -> bool:
        """Say whether two sides are known to agree, so that nothing new is introduced."""
        try:
            return self.trial(left, right, "identity") is None
        except (Unknown, TooLarge):
            return False

    def _may_define(self, right: Expression, left: Symbol) -> bool:
        """Say whether a formula can stand behind a new letter: it does not hold the letter itself."""
        return not introduced.is_of_itself(left, right) and not self._is_of_some_places(right, left)

    def _is_of_some_places(self, right: Expression, left: Symbol) -> bool:
        """Say whether a line gives one number for any index, which is no definition: else z_ij = 0."""
        runs = any(isinstance(index, Symbol) and not is_place(index) for index in left.lower)
        return runs and isinstance(right, nodes.Integer)

    def _is_known(self, symbol: Expression) -> bool:
        """Say whether the scope gives a letter or a function a meaning."""
        try:
            return self._is_worked_out(symbol)
        except Unknown:
            return False

    def _is_worked_out(self, formula: Expression) -> bool:
        """Say whether a formula stands for something at a place; raise Unknown for what is not."""
        world = self.scope.worlds()[0]  # what a letter or function means is the same in all
        try:
            for env in self.places(world, (formula,)):
                self.evaluator(world).value(formula, env)
                return True
        except (ArithmeticError, NotLargest):
            return True
        return False

    def _is_of_data(self, left: Symbol, right: Expression) -> bool:
        """Say whether a letter of a sum is introduced as one of the data: S = Σ (x_i − μ)²."""
        return self.scope.names.get(left.letter) == "sum" and any(
            isinstance(part, nodes.Series) for part in right.walk()
        )

    def _is_beside_parameter(self, symbol: Symbol) -> bool:
        """Say whether a letter has a number below it that the parameter of the lines has not: μ_0."""
        is_numbered = len(symbol.lower) == 1 and isinstance(symbol.lower[0], nodes.Integer)
        plain = replace(symbol, lower=())
        is_used = any(key_of(replace(plain, is_estimate=hat)) in self.used for hat in (False, True))
        return is_numbered and is_used and self.scope.is_parameter(symbol)

    def _is_statistic(self, symbol: Symbol, right: Expression) -> bool:
        """Say whether a letter is one statistic alone: the log-odds, a mean, a count of a value."""
        is_counted = any(
            isinstance(part, nodes.Iverson) or getattr(part, "sign", "") == "product"
            for part in right.walk()
        )
        is_count = self.scope.names.get(symbol.letter) in ("n", "count") and bool(symbol.lower)
        return symbol.letter == "LO" or symbol.letter.endswith("\u0304") or (is_count and is_counted)

    def _is_protected(self, symbol: Symbol, right: Expression, *, is_where: bool = False) -> bool:
        """Say whether a letter has a meaning of its own, whatever formula it is said to be."""
        role, _, _ = self.scope.names.get(symbol.letter, "").partition(" ")
        is_share = isinstance(right, nodes.Quotient)  # with β = n/(n + m)
        is_other = is_where and self._is_beside_parameter(symbol)
        if is_other or (role == "n" and (symbol.lower or role in self.scope.weak_roles(symbol.letter))):
            return False  # T = t + b − 1 says what T is: a usual letter of a size may be another number
        if is_share and (
            (role == "multiplier" and not self.has_multiplier) or (role == "hyper" and is_where)
        ):
            return False
        is_free = self.scope.names.get(symbol.letter, "").startswith("free")
        return self.scope.is_parameter(symbol) or (role in _PROTECTED and not is_free)

    def _define(self, left: Symbol | Call, right: Expression, line: int) -> None:
        if isinstance(left, Call):
            places = (*left.lower, *left.left, *left.right)
            letters = tuple(part.letter if isinstance(part, Symbol) else "°" for part in places)
            self.definitions[function_key(left)] = Introduced(letters, right, line)
            return
        places = (*left.lower, *left.upper)
        letters = tuple(i.letter for i in places if isinstance(i, Symbol) and not is_place(i))
        self.definitions[key_of(left)] = Introduced(letters, right, line)

    def reparametrise(self, formula: Expression, parameter: Symbol, line: int) -> bool:
        """Introduce the one new letter of a formula that the parameter is; say whether there is one."""
        inverse = inverse_of(formula, parameter)
        if inverse is None or self.is_defined(inverse[0]):
            return False
        letter = inverse[0]
        is_sum = self.scope.names.get(letter.letter) == "sum" and key_of(letter) not in self.used
        if self._is_known(letter) and not (is_sum and letter in varied_in(self.sides)):
            return False
        self._define(*inverse, line)
        return True

    def is_new(self, right: Expression) -> bool:
        """Say whether a right side is a letter alone that nothing is known of: c_j/p_j =: α."""
        if not isinstance(right, Symbol) or right.is_estimate:
            return False
        return not (self._is_known(right) or self.is_defined(right))

    def introduction(
        self,
        statement: DerivationStatement,
        chain: DerivationChain,
        left: Expression,
        right: Expression,
    ) -> DerivationLine | None:
        """Return the verdict on a `statement` that introduces `left` by `right`; None for any other.

        `chain` has all sides of the line.
        """
        if self.is_new(right) and not isinstance(left, Symbol):
            left, right = right, left  # θ_u + θ_v = r
        is_known = self.scope.cases is not None  # a theorem's own Λ is what it says
        if isinstance(left, Call) and left.head == "Λ" and self.has_parameter(right) and not is_known:
            return self._lagrangian(statement, left, right)
        if (
            isinstance(left, Call)
            and self.scope.has_prior
            and left.head in ("ℓ", "J", "LP", "LL")
            and f"{left.head}()" not in self.definitions
            and self._is_objective_of(right)
        ):
            arguments = left.left or (self.scope.only_parameter(),)
            return self._define_objective(statement, Call(left.head, arguments), right)
        if isinstance(left, Symbol):
            key = key_of(left)
            definition = self.definitions.get(key)
            if definition is not None and definition.body == right:
                return DerivationLine(statement, "definition", "definition")
            if definition is not None or (left.is_estimate and self._is_known(left)):
                return None
            is_beside = self._is_beside_parameter(left)
            known = not is_beside and (self._is_known(left) or self.scope.is_stated(left.letter))
            if self._may_be_estimate(left) and not isinstance(right, nodes.Extremum):  # ŷ = argmax_y …
                raise Unknown(left.role if left.letter == PRIME.letter else left.letter)
            if not known and not self._is_used(left):
                is_sought = not is_beside and _SOUGHT.search(statement.lead)
                if is_sought and self.scope.may_be_parameter(left):
                    raise Unknown(left.letter)  # the estimate is b = …: of what was never said
                self._is_worked_out(right)
                if self._is_of_some_places(right, left):
                    raise Unknown(left.letter)
                self._define(left, right, statement.line)
                return DerivationLine(statement, "definition", "definition")
            is_parameter = known and self.scope.is_parameter(left)
            may_be_let = (
                (not is_parameter or any(map(is_place, left.lower)))
                and self.scope.names.get(left.letter) not in ("n", "V")
                and not isinstance(right, nodes.Integer | Symbol)
            )
            is_other = (
                known
                and not self._is_protected(left, right)
                and not self._is_statistic(left, right)
                and (not any(map(self.scope.is_parameter, symbols_in([right])))
                     or self._is_of_data(left, right))
            )  # fmt: skip
            if (
                ((may_be_let and _LET.search(statement.lead)) or is_other)
                and not self._is_used(left)
                and self._may_define(right, left)
                and self.trial(left, right, "identity") is not None
            ):  # the words say that the letter is new, or it is another than usual
                self._define(left, right, statement.line)
                return DerivationLine(statement, "definition", "definition")
            if is_parameter and not is_known and self.reparametrise(right, left, statement.line):
                return DerivationLine(statement, "definition", "definition")
            return None
        known_as = self.definitions.get(function_key(left)) if isinstance(left, Call) else None
        if known_as is not None:
            is_own = known_as.body == right and known_as.line == statement.line
            return DerivationLine(statement, "definition", "definition") if is_own else None
        if isinstance(left, Call) and left.left:
            heads = {part.head for part in right.walk() if isinstance(part, Call)}
            if (
                _LET.search(statement.lead)
                and heads
                and left.head not in (*heads, "P", "p")
                and not self.scope.is_objective(left)
                and self._is_new_function(left, right)
                and self._is_known(left)
                and self.trial(left, right, "identity") is not None
            ):  # let f_c(x) = π_c p(x | c): a usual letter of a density is another function
                self._define(left, right, statement.line)
                return DerivationLine(statement, "definition", "definition")
            try:
                self._is_worked_out(left)
            except Unknown:
                # A constant has no value, u of g(u) any: the rest of the formula has to be known.
                rest = nodes.replace(right, lambda part: nodes.Integer(0) if part == CONSTANT else None)
                of_any = nodes.replace(rest, lambda part: _ANY if part in left.left else None)
                if not self._is_known(of_any):
                    self._is_worked_out(rest)
                if not self._is_new_function(left, right):
                    raise
                if left.left == (self.scope.only_parameter(),) and self._is_objective_of(right):
                    return self._define_objective(statement, left, right)
                self._define(left, right, statement.line)
                return DerivationLine(statement, "definition", "definition")
        return None

    def abbreviate(self, line: DerivationLine) -> None:
        """Let the head of a density stand for it, as in log p, where a right line states it.

        A head that has other arguments somewhere, or is a letter of its own, stands for nothing; but
        beside f(t), of one, it stands for f(t_1, …, t_n).
        """
        left = line.chain.sides[0] if line.chain is not None else None
        left = left.argument if isinstance(left, nodes.Function) else left  # log P(x | θ)
        if line.verdict != "right" or not (isinstance(left, Call) and left.left):
            return
        if left.head in OBJECTIVES:
            return  # ℓ is ℓ(θ) wherever it stands
        head = Symbol(left.head)
        calls = [part for part in parts_in(self.sides) if isinstance(part, Call)]
        is_only = all(
            call == left or len(call.left) < len(left.left) for call in calls if call.head == left.head
        )
        if is_only and head not in self.sides and not self._is_known(head):
            self._define(head, left, line.statement.line)

    def _is_objective_of(self, right: Expression) -> bool:
        """Say whether a formula is the log-posterior or the log-likelihood, up to a constant."""
        heads = (Call("LP", ()), Call("LL", ()))
        return any(self.moves(head, right, "difference") is None for head in heads)

    def is_let(self, statement: DerivationStatement) -> bool:
        """Say whether words before a `statement`, or one that it goes on with by "and", say "let"."""
        if statement.lead == "and" and statement.is_shared:
            place = next(n for n, (each, *_) in enumerate(self.lines) if each is statement)
            return place > 0 and self.is_let(self.lines[place - 1][0])
        return bool(_LET.search(statement.lead))

    def is_maximised(self, formula: Expression) -> bool:
        """Say whether words may say of a formula that it is maximised, or with a minus minimised."""
        try:
            return has_letters(formula) and any(map(self._is_objective_of, (formula, -formula)))
        except (Unknown, TooLarge):
            return False

    def _define_objective(
        self, statement: DerivationStatement, left: Call, right: Expression
    ) -> DerivationLine:
        """Return the verdict on a function, `left`, that is introduced and is an objective."""
        self._define(left, right, statement.line)
        self.objectives.add(function_key(left))
        return DerivationLine(statement, "right", "definition")

    def _lagrangian(
        self, statement: DerivationStatement, left: Call, right: Expression
    ) -> DerivationLine | None:
        """Return the verdict on Λ: where the constraint holds, it is the objective up to a constant.

        What is made smallest is the objective with a minus.
        """
        if "Λ()" in self.definitions:
            return None
        objectives = (Call("LL", ()), Call("LP", ()), Call("LL", ()) / Symbol("n"))
        tried = (
            self.moves(each, right, "difference")
            for objective in objectives
            for each in (objective, -objective)
        )
        first = next(tried)
        failed = None if first is None or None in tried else first
        self._define(replace(left, left=left.left or (Symbol("°"),)), right, statement.line)
        self.objectives.add("Λ()")
        if failed is not None:
            return self.refuted(statement, "multiplier", failed)
        return DerivationLine(statement, "right", "definition")

    def refuted(
        self, statement: DerivationStatement, kind: str, failed: Counterexample | str
    ) -> DerivationLine:
        """Return `statement` as a line of a `kind` that `failed` refutes; open where that is a text."""
        if isinstance(failed, str):
            return DerivationLine(statement, "open", kind)
        return DerivationLine(statement, "wrong", kind, counterexample=failed)
