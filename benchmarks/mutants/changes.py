"""One-place changes of a source file: what is changed, how it is called, and the text after it."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

COMPARED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
OPERATED = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
RENAMED = {"any": "all", "all": "any", "min": "max", "max": "min"}


@dataclass(frozen=True)
class Mutant:
    """A change of one place: `key` says it without its line, so that it outlives edits elsewhere."""

    file: str
    inside: str
    kind: str
    before: str
    after: str
    line: int
    statement: range
    span: tuple[int, int]

    @property
    def key(self) -> str:
        return f"{self.file} {self.inside}: {self.kind}: {self.before} → {self.after}"

    def applied(self, source: bytes) -> bytes:
        start, end = self.span
        return source[:start] + self.after.encode() + source[end:]


class Source:
    """A file with the places in it."""

    def __init__(self, root: Path, file: Path) -> None:
        self.name = file.relative_to(root).as_posix()
        self.bytes = file.read_bytes()
        self.tree = ast.parse(self.bytes)

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        for line in self.bytes.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        return starts

    def mutants(self) -> Iterator[Mutant]:
        """Yield every change; of equal texts in one function the first stands for all."""
        seen = set()
        for node, inside, statement in _places(self.tree, "", None):
            for kind, after in _changed(node, statement):
                start = self._starts[node.lineno - 1] + node.col_offset
                end = self._starts[node.end_lineno - 1] + node.end_col_offset
                before = ast.unparse(node)
                if after == before:  # what is exchanged is alike
                    continue
                if isinstance(node, ast.expr):
                    after = f"({after})"
                head = statement if statement is not None else node
                lines = range(head.lineno, _head_end(head) + 1)
                place = node.lineno, lines, (start, end)
                mutant = Mutant(self.name, inside, kind, before, after, *place)
                if mutant.key not in seen:
                    seen.add(mutant.key)
                    yield mutant


def _head_end(statement: ast.stmt) -> int:
    """Return the last line of a statement, without the block that it opens."""
    body = getattr(statement, "body", None)
    return body[0].lineno - 1 if isinstance(body, list) and body else statement.end_lineno


def _places(node: ast.AST, inside: str, statement: ast.stmt | None) -> Iterator[tuple]:
    """Yield what may be changed, with the function and the statement around it."""
    if isinstance(node, ast.Assert | ast.Import | ast.ImportFrom) or _is_assertion(node):
        return
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        return
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
        return
    if isinstance(node, ast.stmt):
        statement = node
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        inside = f"{inside}.{node.name}".lstrip(".")
        parts = [*node.body]
        if isinstance(node, ast.FunctionDef):
            parts += [d for d in (*node.args.defaults, *node.args.kw_defaults) if d is not None]
    else:
        if isinstance(node, ast.expr | ast.stmt):
            yield node, inside, statement
        hidden = {"annotation", "type_comment", "ctx"}
        parts = [part for name, value in ast.iter_fields(node) if name not in hidden
                 for part in (value if isinstance(value, list) else [value])]  # fmt: skip
    for part in parts:
        if isinstance(part, ast.AST) and not isinstance(part, ast.JoinedStr):  # words are not changed
            yield from _places(part, inside, statement)


def _is_assertion(node: ast.AST) -> bool:
    """Say whether something only states what cannot be otherwise, to the type checker or to zip."""
    raised = ast.unparse(node) if isinstance(node, ast.Raise) else ""
    named = raised.startswith("raise AssertionError")
    return named or (isinstance(node, ast.keyword) and node.arg == "strict")


def _with(node: ast.AST, **changed: object) -> str:
    new = copy.deepcopy(node)
    for name, value in changed.items():
        setattr(new, name, value)
    return ast.unparse(new)


def _changed(node: ast.AST, statement: ast.stmt | None) -> Iterator[tuple[str, str]]:
    match node:
        case ast.Compare(ops=ops):
            for at, op in enumerate(ops):
                yield "comparison", _with(node, ops=[*ops[:at], COMPARED[type(op)](), *ops[at + 1 :]])
        case ast.BinOp(op=op) if type(op) in OPERATED and not _is_type(node):
            yield "operator", _with(node, op=OPERATED[type(op)]())
        case ast.UnaryOp(operand=operand):
            yield "sign", ast.unparse(operand)
        case ast.BoolOp(op=op, values=values):
            yield "and-or", _with(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())
            for at in range(len(values)):
                rest = [*values[:at], *values[at + 1 :]]
                yield "operand", _with(node, values=rest) if len(rest) > 1 else ast.unparse(rest[0])
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            for at, loop in enumerate(node.generators):
                for test in loop.ifs:
                    bare = copy.deepcopy(node)
                    bare.generators[at].ifs.pop(loop.ifs.index(test))
                    yield "filter", ast.unparse(bare)
        case ast.Constant(value=bool(value)):
            yield "constant", str(not value)
        case ast.Constant(value=int(value)):
            yield "constant", str(value + 1 if value < 100 else value // 100)  # limits fall by far
        case ast.IfExp(body=body, orelse=orelse):
            yield "condition", ast.unparse(body)
            yield "condition", ast.unparse(orelse)
        case ast.Call(func=ast.Name(id=name)) if name in RENAMED:
            yield "name", _with(node, func=ast.Name(RENAMED[name]))
        case ast.Call(args=[first, second, *rest]) if not _is_type_question(node):
            if not any(isinstance(part, ast.Starred) for part in (first, second)):
                yield "arguments", _with(node, args=[second, first, *rest])
        case ast.Return(value=ast.Constant(value=str(value))):
            yield "return", "return ''" if value else "return 'changed'"
        case ast.Return(value=ast.JoinedStr()):
            yield "return", "return ''"
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield "return", "return None"
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Raise() | ast.Continue() | ast.Break():
            yield "statement", "pass"
        case ast.Expr(value=ast.Yield() | ast.YieldFrom()):
            yield "statement", "if False: yield"
    if isinstance(statement, ast.If | ast.While) and node is statement.test:
        yield "condition", "False"
        if isinstance(statement, ast.If):  # what runs for ever is noticed, and takes long
            yield "condition", "True"


def _is_type_question(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Name) and node.func.id in ("isinstance", "cast", "TypeVar")


def _is_type(node: ast.BinOp) -> bool:
    """Say whether a | joins types, which are names that begin with a capital."""
    return all(ast.unparse(side)[:1].isupper() for side in (node.left, node.right))
