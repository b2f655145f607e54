"""Records are dataclasses: whatever is asked of one, in whatever order, `dataclass` answers alike."""

from __future__ import annotations

import copy
import pickle
import threading
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import (
    KW_ONLY,
    FrozenInstanceError,
    InitVar,
    asdict,
    dataclass,
    field,
    fields,
    is_dataclass,
    replace,
)
from importlib import import_module
from inspect import getattr_static, signature
from pkgutil import walk_packages
from types import MemberDescriptorType
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from thoroughness import choose, in_both_runs

import exactnb.core
import exactnb.explain
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.record import _UnwrittenInit, frozen

NAMES = ("a", "b", "c", "self", "name", "set", "new")
OPTIONS = ("init", "repr", "eq", "kw_only")


def member(draw: st.DrawFn) -> tuple[object, object]:
    """Return the annotation of a name in a class, and what it is set to there; `...` for nothing."""
    kinds = [int, "int", "int", "list", ClassVar[int], "ClassVar[int]", InitVar[int], "InitVar[int]"]
    kind = draw(st.sampled_from(kinds))
    if draw(st.booleans()):
        return kind, draw(st.sampled_from([..., ..., 3, 7, []]))
    said: dict[str, Any] = {}
    if "Var" not in str(kind):
        flags = st.sampled_from(["init", "repr", "compare", "hash", "kw_only"])
        said = draw(st.dictionaries(flags, st.booleans(), max_size=2))
        said |= draw(st.sampled_from([{}, {"default": 5}, {"default_factory": list}]))
    return kind, ("field", said)


def body(draw: st.DrawFn, allowed: tuple[str, ...]) -> dict[str, Any]:
    """Return what stands in a class: names with their kinds, and methods of its own."""
    names = draw(st.lists(st.sampled_from(allowed), unique=True, max_size=4))
    members = {name: member(draw) for name in names}
    kinds = {name: kind for name, (kind, _) in members.items()}
    if draw(st.integers(0, 5)) == 0:
        kinds["_"] = draw(st.sampled_from([KW_ONLY, "KW_ONLY"]))
    own = draw(
        st.sets(st.sampled_from(["__eq__", "__hash__", "__repr__", "__post_init__"]), max_size=2)
    )
    return {
        "values": {name: value for name, (_, value) in members.items() if value is not ...},
        "kinds": kinds,
        "methods": own,
    }


METHODS: dict[str, Callable[..., object]] = {
    "__eq__": lambda self, other: type(other) is type(self),
    "__hash__": lambda self: 11,
    "__repr__": lambda self: "its own",
    "__post_init__": lambda self, *said: object.__setattr__(self, "c", said),
}


def defined(parts: dict[str, Any], options: dict[str, bool], lazily: bool, base: type = object) -> type:
    """Return a class of a body, decorated by `dataclass` or by `frozen`."""
    values = {
        name: field(**value[1]) if isinstance(value, tuple) else value
        for name, value in parts["values"].items()
    }
    named = {"__module__": __name__, "__qualname__": "Drawn", "__doc__": "Say something."}
    own = {name: METHODS[name] for name in parts["methods"]}
    cls = type("Drawn", (base,), {**named, **own, **values, "__annotations__": parts["kinds"]})
    return frozen(**options)(cls) if lazily else dataclass(frozen=True, **options)(cls)


def outcome(of: Callable[..., object], *given: object) -> object:
    """Return what comes of a call: its value, or the error and its text."""
    try:
        return of(*given)
    except Exception as error:
        return type(error), str(error)


def state(of: object) -> dict[str, object]:
    return {name: getattr(of, name) for name in (*NAMES, "missing") if hasattr(of, name)}


def pickled(kind: Any, given: tuple[int, ...]) -> object:
    globals()["Drawn"] = kind  # where pickle looks for it
    return state(pickle.loads(pickle.dumps(kind(*given))))


def matched(kind: Any, given: tuple[int, ...]) -> object:
    match kind(*given):
        case kind(first):
            return first
    return "no match"


def refused(what: str, change: Callable[..., None], of: object, *given: object) -> str:
    """Return why an attribute does not change."""
    try:
        change(of, *given)
    except TypeError:  # a fault of `dataclass`, whose class with slots calls `super` of that without
        return f"cannot {what} field {given[0]!r}"
    except FrozenInstanceError as error:
        return str(error)
    return "changed"


ASKED: dict[str, Callable[[Any, tuple[int, ...]], object]] = {
    "made": lambda kind, v: state(kind(*v)),
    "named": lambda kind, v: state(kind(**dict(zip(NAMES, v, strict=False)))),
    "unexpected": lambda kind, v: state(kind(*v, nothing=1)),
    "shown": lambda kind, v: repr(kind(*v)).partition(" object at")[0],
    "equal": lambda kind, v: kind(*v) == kind(*v),
    "unequal": lambda kind, v: kind(*v) == kind(*reversed(v)),
    "equal to another": lambda kind, v: kind(*v) == 3,
    "hashed": lambda kind, v: kind.__hash__ is object.__hash__ or hash(kind(*v)),
    "hashable": lambda kind, v: (isinstance(kind(*v), Hashable), issubclass(kind, Hashable)),
    "fields": lambda kind, v: [repr(of) for of in fields(kind)],
    "parameters": lambda kind, v: repr(kind.__dataclass_params__),
    "is one": lambda kind, v: (is_dataclass(kind), is_dataclass(kind(*v))),
    "replaced": lambda kind, v: state(replace(kind(*v), a=100)),
    "as a dictionary": lambda kind, v: asdict(kind(*v)),
    "matched": matched,
    "matched by": lambda kind, v: kind.__match_args__,
    "pickled": pickled,
    "copied": lambda kind, v: state(copy.deepcopy(kind(*v))),
    "assigned": lambda kind, v: refused("assign to", setattr, kind(*v), "a", 1),
    "assigned what is none": lambda kind, v: refused("assign to", setattr, kind(*v), "other", 1),
    "deleted": lambda kind, v: refused("delete", delattr, kind(*v), "b"),
    "signed": lambda kind, v: str(signature(kind)),
    "described": lambda kind, v: kind.__doc__,
    "slotted": lambda kind, v: sorted(vars(kind).get("__slots__", ["none"])),
    "kept in the class": lambda kind, v: {
        n: vars(kind)[n] for n in NAMES if type(vars(kind).get(n)) is int
    },
    "of one's own": lambda kind, v: {n for n in vars(kind) if n not in ("__dict__", "__weakref__")},
}


def written(kind: type) -> type:
    """Return a class after each of its attributes was used."""
    for name in list(vars(kind)):
        getattr(kind, name)
    return kind


@in_both_runs
@settings(max_examples=choose(quick=10, exhaustive=100), deadline=None)
@given(st.data())
def test_a_record_is_what_dataclass_makes_of_its_class(data: st.DataObject) -> None:
    """Classes drawn, with a base or none, answer alike what is asked of them in a drawn order."""
    draw = data.draw
    options = draw(st.dictionaries(st.sampled_from(OPTIONS), st.booleans(), max_size=3))
    options |= draw(st.sampled_from([{}, {"slots": True}]))
    parts, below = body(draw, NAMES), body(draw, ("a", "b", "missing"))
    derived, slots = draw(st.booleans()), {"slots": draw(st.booleans())}

    def defined_by(lazily: bool) -> list[type]:
        bases = [defined(below, slots, lazily)] if derived else []
        return [*bases, defined(parts, options, lazily, *bases)]

    right = outcome(defined_by, False)
    if isinstance(right, tuple):  # what is refused at once here is refused there at the first use
        assert outcome(lambda: list(map(written, defined_by(True)))) == right
        return
    ours = defined_by(True)
    values = tuple(draw(st.lists(st.integers(0, 2), max_size=4)))
    for name in draw(st.permutations(list(ASKED)).map(lambda names: names[:12])):
        answers = [outcome(ASKED[name], kinds[-1], values) for kinds in (ours, right)]
        assert answers[0] == answers[1], name


def test_a_class_that_derives_from_a_record_has_attributes_of_its_own() -> None:
    """Fields stay what they are, whether the record has slots or not; other attributes may change."""
    for slots in (False, True):

        @frozen(slots=slots)
        class Point:
            x: int

        class Named(Point):
            label = ""

        point = Named(3)
        point.label = "P"
        with pytest.raises(FrozenInstanceError, match="cannot assign to field 'x'"):
            point.x = 4  # type: ignore[misc]
        with pytest.raises(FrozenInstanceError, match="cannot delete field 'x'"):
            del point.x
        del point.label
        assert (point.x, point.label) == (3, "")


@pytest.mark.parametrize("fault", [MemoryError, RecursionError, KeyboardInterrupt])
def test_what_stops_the_writing_of_a_method_is_raised(
    monkeypatch: pytest.MonkeyPatch, fault: type[BaseException]
) -> None:
    """A record that could not be made because `__init__` could not be written is made later."""

    @frozen
    class Point:
        x: int

    def stopped(kind: type, slots: bool) -> None:
        raise fault

    with monkeypatch.context() as patch:
        patch.setattr("exactnb.core.record._init", stopped)
        for _ in range(2):
            with pytest.raises(fault):
                Point(1)
    assert (Point(1) == Point(1), hash(Point(1)), repr(Point(1))[-10:]) == (
        True,
        hash((1,)),
        "Point(x=1)",
    )


def test_a_base_hears_of_a_record_alone() -> None:
    """What a base does with each class that derives from it, it does with no other than these."""
    heard = []

    class Base:
        __slots__ = ()

        def __init_subclass__(cls) -> None:
            heard.append(cls.__name__)

    @frozen
    class Point(Base):
        x: int

    assert (Point(3), hash(Point(3))) == (Point(3), hash((3,)))
    assert heard == ["Point"]


@in_both_runs
def test_threads_that_use_a_record_at_once_agree() -> None:
    """No thread meets a record without a method, whoever writes it."""
    for _ in range(choose(quick=10, exhaustive=100)):

        @frozen(slots=True)
        class Point:
            x: int
            y: int = 0

        def use(start: threading.Barrier, kind: Any = Point) -> tuple[object, ...]:
            start.wait()
            one, other = kind(1), kind(1, 2)
            return one == kind(1), hash(one), repr(one)[-10:], replace(one, y=2) == other

        with ThreadPoolExecutor(6) as threads:
            answers = list(threads.map(use, [threading.Barrier(6)] * 6))
        assert answers == [(True, hash((1, 0)), "(x=1, y=0)", True)] * 6


def test_every_record_of_the_package_can_be_written() -> None:
    """Each is declared as `dataclass` wants it, and has a slot for each of its fields, or none."""
    records = set()
    for wing in (exactnb.core, exactnb.explain):
        for module in walk_packages(wing.__path__, f"{wing.__name__}."):
            kinds = vars(import_module(module.name)).values()
            records |= {kind for kind in kinds if isinstance(kind, type) and is_dataclass(kind)}
    assert len(records) > 200
    for kind in map(written, records):
        assert not any(isinstance(value, _UnwrittenInit) for value in vars(kind).values())
        if "__slots__" in vars(kind):
            assert all(
                isinstance(getattr_static(kind, of.name), MemberDescriptorType) for of in fields(kind)
            )


def test_no_pickle_takes_a_hash_to_a_process_where_texts_have_others() -> None:
    """A name that was looked up is pickled as its fields alone, and its copy is the same key."""
    name = QuantityName("P", (Item("class", "y", "+"),))
    fresh = pickle.dumps(name)
    found = {name: 1}
    assert pickle.dumps(name) == fresh
    assert found[pickle.loads(fresh)] == 1
    with pytest.raises(FrozenInstanceError):
        name._hashed = 0
