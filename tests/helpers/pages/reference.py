"""The reference of what Python can import, from its docstrings."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from doctest import DocTestParser
from importlib import import_module
from textwrap import dedent

from exactnb.errors import ExactnbError

_MODULES = (
    "exactnb", "exactnb.grading", "exactnb.exporting", "exactnb.counting", "exactnb.logspace",
    "exactnb.sklearn", "exactnb.errors",
)  # fmt: skip
_WIDTH = 92


def reference(_: str = "") -> str:
    """Return every public name of the package, of its large inputs and of its door to scikit-learn."""
    return "\n\n".join(part for name in _MODULES for part in _module(name))


def _module(name: str) -> Iterator[str]:
    module = import_module(name)
    yield f"## `{name}`"
    yield markdown(module.__doc__ or "")
    errors = [each for each, known in vars(module).items() if known in ExactnbError.__subclasses__()]
    for each in sorted(getattr(module, "__all__", [*errors, "TooMuch"]), key=str.lower):
        known = getattr(module, each)
        if name != "exactnb" and known is getattr(import_module("exactnb"), each, None):
            continue  # told already
        if inspect.isclass(known) or inspect.isfunction(known):
            yield from _named(each, known, "###")
            if inspect.isclass(known):
                yield from _methods(each, known)


def _named(title: str, known: object, level: str) -> Iterator[str]:
    yield f"{level} `{title}`"
    yield f"```text\n{_signature(title, known)}\n```"
    words = markdown(inspect.getdoc(known) or "")
    yield words.replace("```pycon\n", f"```pycon\n{_imports(words, inspect.unwrap(known))}", 1)


def _imports(words: str, known: object) -> str:
    """Return the lines that import what examples in `words` take from the file of `known`."""
    code = "".join(each.source for each in DocTestParser().get_examples(words))
    taken = {each.id for each in ast.walk(ast.parse(code)) if isinstance(each, ast.Name)}
    bound = {
        word
        for each in ast.walk(ast.parse(code))
        if isinstance(each, ast.alias)
        for word in (each.asname or each.name,)
    }
    space = vars(import_module(known.__module__))
    lines = set()
    for name in sorted((taken - bound) & {*space}):
        found = space[name]
        if inspect.ismodule(found):
            lines.add(f">>> import {found.__name__} as {name}\n")
            continue
        modules = ((home, import_module(home)) for home in _MODULES)
        homes = (
            home
            for home, module in modules
            if name in {*vars(module), *getattr(module, "__all__", ())}  # a name of old warns
            and getattr(module, name) is found
        )
        lines.add(f">>> from {next(homes, found.__module__)} import {name}\n")
    return "".join(sorted(lines))


def _methods(owner: str, own: type) -> Iterator[str]:
    """Yield what can be called on a class of the package, in the order of its file."""
    for base in reversed(own.__mro__):
        if not base.__module__.startswith("exactnb"):
            continue
        for name, raw in vars(base).items():
            method = inspect.unwrap(getattr(raw, "__func__", raw))
            if not name.startswith("_") and inspect.isfunction(method) and inspect.getdoc(method):
                yield from _named(f"{owner}.{name}", getattr(own, name), "####")


def _signature(title: str, known: object) -> str:
    """Return how something is called, a line for each argument where one line does not hold them."""
    signature = inspect.signature(known)  # type: ignore[arg-type]
    said = []
    for name, parameter in signature.parameters.items():
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in said:
            said.append("*")
        if name != "self":
            said.append(_parameter(parameter))
    back = signature.return_annotation
    end = "" if inspect.isclass(known) or back is inspect.Signature.empty else f" -> {back}"
    whole = f"{title}({', '.join(said)}){end}"
    if len(whole) <= _WIDTH:
        return whole
    return f"{title}(\n{''.join(f'    {each},{chr(10)}' for each in said)}){end}"


def _parameter(parameter: inspect.Parameter) -> str:
    """Return an argument with its type and its default, where this is a plain value."""
    stars = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
    given, default = parameter.annotation, parameter.default
    kind = "" if given is parameter.empty else f": {given}"
    if default is parameter.empty:
        return f"{stars}{parameter.name}{kind}"
    shown = repr(default) if isinstance(default, str | int | tuple | None) else "..."
    return f"{stars}{parameter.name}{kind} = {shown}"


def markdown(text: str) -> str:
    r"""Return a docstring as Markdown: what runs stands between fences.

    >>> markdown("Add.\n\n>>> 1 + 1\n2")
    'Add.\n\n```pycon\n>>> 1 + 1\n2\n```'
    """
    first, _, rest = text.partition("\n")
    parts = re.split(r"\n\n+", f"{first}\n{dedent(rest)}".strip())
    return "\n\n".join(f"```pycon\n{part}\n```" if part.startswith(">>>") else part for part in parts)
