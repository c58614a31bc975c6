"""What kind of value an expression gives, as far as annotations tell: so that plain figures and texts are handled by
JavaScript's own signs, and everything else by the runtime, which looks first.

Knows: annotations, which mypy has proved. Does not know: JavaScript. A kind that is not known is always safe.
"""

import ast
from dataclasses import dataclass

from cacho_tournaments.games.script.sources import Class, Elsewhere, Key, Module, Sources

PLAIN = {"int", "float", "str", "bool"}
_SEQUENCES = {"tuple", "list", "Sequence", "Iterable", "Iterator", "Collection", "set", "frozenset"}
_MAPPINGS = {"dict", "Mapping"}


@dataclass(frozen=True)
class Kind:
    """``of``: what it may be: names of Python's types, ``none``, ``object``, ``any``. ``owner`` its class; ``each``
    what a sequence or the keys hold, ``parts`` what a tuple of fixed length holds, ``value`` what a mapping leads to,
    ``gives`` what a function returns."""

    of: frozenset[str]
    owner: Key | None = None
    each: "Kind | None" = None
    parts: "tuple[Kind, ...] | None" = None
    value: "Kind | None" = None
    gives: "Kind | None" = None

    def __or__(self, other: "Kind") -> "Kind":
        if self == other or other.of == {"none"}:
            return Kind(self.of | other.of, self.owner, self.each, self.parts, self.value, self.gives)
        if self.of == {"none"}:
            return other | self
        return Kind(
            self.of | other.of,
            self.owner if self.owner == other.owner else None,
            self.each if self.each == other.each else None,
            self.parts if self.parts == other.parts else None,
            self.value if self.value == other.value else None,
        )

    def only(self, *names: str) -> bool:
        """Say whether it can be nothing but these, or nothing at all."""
        return bool(self.of) and self.of <= {*names, "none"}

    @property
    def is_number(self) -> bool:
        return self.only("int", "float")


ANY = Kind(frozenset({"any"}))


def simple(name: str) -> Kind:
    return Kind(frozenset({name}))


INT, STR, BOOL, NONE, FLOAT = (simple(name) for name in ("int", "str", "bool", "none", "float"))


def of_annotation(sources: Sources, module: Module, node: ast.expr | None) -> Kind:
    """Return the kind that an annotation promises."""
    match node:
        case ast.Constant(value=None):
            return NONE
        case ast.Constant(value=str(text)):
            return of_annotation(sources, module, ast.parse(text, mode="eval").body)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return of_annotation(sources, module, left) | of_annotation(sources, module, right)
        case ast.Subscript(value=ast.Name(id=name), slice=inner):
            return _of_generic(sources, module, name, inner)
        case ast.Name(id=name) if name in PLAIN and module.meaning(name) is None:
            return simple(name)
        case ast.Name() | ast.Attribute():
            meaning = sources.resolve(module, node)
            if isinstance(meaning, Key):
                return of_key_as_annotation(sources, meaning)
            if isinstance(meaning, Elsewhere) and meaning.name in ("re.Pattern", "re.Match"):
                return simple(meaning.name)
    return ANY


def of_key_as_annotation(sources: Sources, key: Key) -> Kind:
    definition = sources.definition(key)
    if isinstance(definition.node, ast.ClassDef):
        return of_class(Class(sources, definition))
    return of_annotation(sources, sources.module(definition.key.module), definition.value)


def of_class(owner: Class) -> Kind:
    """Return the kind of a class's objects."""
    return Kind(frozenset({"tuple" if owner.kind == "tuple" else "object"}), owner.key)


def _of_generic(sources: Sources, module: Module, name: str, inner: ast.expr) -> Kind:
    inners = inner.elts if isinstance(inner, ast.Tuple) else [inner]
    if name == "Callable" and len(inners) == 2:
        return Kind(frozenset({"function"}), gives=of_annotation(sources, module, inners[1]))
    if name in _MAPPINGS:
        key, value = (of_annotation(sources, module, each) for each in inners)
        return Kind(frozenset({"dict"}), each=key, value=value)
    if name == "tuple" and not (len(inners) == 2 and isinstance(inners[1], ast.Constant)):
        parts = tuple(of_annotation(sources, module, each) for each in inners)
        return Kind(frozenset({"tuple"}), each=merged(parts), parts=parts)
    if name in _SEQUENCES:
        of = name if name in ("tuple", "list") else "iterable"
        return Kind(frozenset({of}), each=of_annotation(sources, module, inners[0]))
    return ANY


def merged(kinds: "tuple[Kind, ...] | list[Kind]") -> Kind:
    """Return what any of the kinds may be."""
    if not kinds:
        return ANY
    result = kinds[0]
    for each in kinds[1:]:
        result = result | each
    return result


def each_of(kind: Kind) -> Kind:
    """Return what comes out of it, one by one."""
    if kind.only("str"):
        return STR
    return kind.each or ANY
