"""The kind of value that an expression gives, worked out from the kinds of its names.

Knows: functions, classes, and what Python's own functions give. Does not know: how anything is written.
"""

import ast

from cacho_tournaments.games.script.kinds import (
    ANY,
    BOOL,
    FLOAT,
    INT,
    NONE,
    STR,
    Kind,
    each_of,
    merged,
    of_annotation,
    of_class,
    simple,
)
from cacho_tournaments.games.script.scope import Scope, bind
from cacho_tournaments.games.script.sources import Class, Key, Sources, is_property, within

_TEXT = frozenset(["strip", "rstrip", "lstrip", "replace", "removeprefix", "join", "lower"])
_GIVES = {"len": INT, "int": INT, "str": STR, "bool": BOOL, "any": BOOL, "all": BOOL, "isinstance": BOOL}
_CONSTANTS = {bool: BOOL, int: INT, float: FLOAT, str: STR}


def iterable(*parts: Kind) -> Kind:
    """Return the kind of what gives tuples of these parts, one by one."""
    return Kind(
        frozenset({"iterable"}), each=Kind(frozenset({"tuple"}), each=merged(list(parts)), parts=parts)
    )


class Inference:
    """Answers for one set of sources."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self._values: dict[Key, Kind] = {}

    def owner(self, kind: Kind) -> Class | None:
        """Return the class of an object."""
        return Class(self.sources, self.sources.definition(kind.owner)) if kind.owner is not None else None

    def kind(self, node: ast.expr, scope: Scope) -> Kind:
        match node:
            case ast.Constant(value=value):
                return NONE if value is None else _CONSTANTS.get(type(value), ANY)
            case ast.JoinedStr():
                return STR
            case ast.Name() | ast.Attribute():
                return self._named(node, scope)
            case ast.Compare() | ast.UnaryOp(op=ast.Not()):
                return BOOL
            case ast.UnaryOp(operand=operand):
                return self.kind(operand, scope)
            case ast.BoolOp(values=values):
                return merged([self.kind(each, scope) for each in values])
            case ast.NamedExpr(value=value):
                return self.kind(value, scope)
            case ast.IfExp(body=body, orelse=orelse):
                return self.kind(body, scope) | self.kind(orelse, scope)
            case ast.BinOp():
                return self._worked_out(node, scope)
            case ast.Tuple(elts=elts):
                return self._tuple(elts, scope)
            case ast.List(elts=elts):
                return Kind(frozenset({"list"}), each=self._tuple(elts, scope).each)
            case ast.Subscript():
                return self._part(node, scope)
            case ast.Call():
                return self._called(node, scope)
            case ast.ListComp() | ast.GeneratorExp() | ast.SetComp():
                inner = self.inner(scope, node.generators)
                of = "list" if isinstance(node, ast.ListComp) else "iterable"
                return Kind(frozenset({of}), each=self.kind(node.elt, inner))
            case ast.DictComp():
                inner = self.inner(scope, node.generators)
                return Kind(
                    frozenset({"dict"}), each=self.kind(node.key, inner), value=self.kind(node.value, inner)
                )
            case ast.Dict():
                return simple("dict")
        return ANY

    def inner(self, scope: Scope, generators: list[ast.comprehension]) -> Scope:
        """Return the scope within a comprehension."""
        inner = Scope(scope.module, scope)
        for each in generators:
            bind(inner, each.target, each_of(self.kind(each.iter, inner)))
        return inner

    def learn(self, scope: Scope, function: ast.FunctionDef) -> None:
        """Take every name that is bound in a function for the scope's own, with its kind."""
        in_comprehensions = {
            id(each)
            for node in within(function.body)
            if isinstance(node, (ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp))
            for each in ast.walk(node)
            if isinstance(each, ast.NamedExpr)
        }
        for _ in range(2):  # what is bound late may be read early in a loop
            for node in within(function.body):
                match node:
                    case ast.Assign(targets=targets, value=value):
                        for target in targets:
                            bind(scope, target, self.kind(value, scope))
                    case ast.AnnAssign(target=target, annotation=annotation):
                        bind(scope, target, of_annotation(self.sources, scope.module, annotation))
                    case ast.AugAssign(target=ast.Name(id=name) as target, op=op, value=value):
                        scope.own(name, self.kind(ast.BinOp(target, op, value), scope))
                    case ast.For(target=target, iter=source):
                        bind(scope, target, each_of(self.kind(source, scope)))
                    case ast.NamedExpr(target=target, value=value):
                        known = id(node) not in in_comprehensions
                        bind(scope, target, self.kind(value, scope) if known else ANY)
                    case ast.FunctionDef(name=name, returns=returns):
                        gives = of_annotation(self.sources, scope.module, returns)
                        scope.own(name, Kind(frozenset({"function"}), gives=gives))
                    case ast.ExceptHandler(name=str(name)):
                        scope.own(name)

    def _named(self, node: ast.Name | ast.Attribute, scope: Scope) -> Kind:
        root = node.id if isinstance(node, ast.Name) else getattr(node.value, "id", "")
        holder = scope.find(root)
        if holder is not None and isinstance(node, ast.Name):
            return holder.kinds[root]
        meaning = None if holder is not None else self.sources.resolve(scope.module, node)
        if isinstance(meaning, Key):
            return self._at_top(meaning)
        if isinstance(node, ast.Attribute):
            owner = self.owner(self.kind(node.value, scope))
            found = owner.annotation(node.attr) if owner is not None else None
            if owner is not None and owner.kind == "enum" and node.attr not in owner.methods:
                return of_class(owner)
            if found is not None and owner is not None:
                method = owner.method(node.attr)
                if method is None or is_property(method[1]):
                    return of_annotation(self.sources, *found)
        return ANY

    def _at_top(self, key: Key) -> Kind:
        if key not in self._values:
            self._values[key] = ANY  # where a value is made of itself
            definition = self.sources.definition(key)
            module = self.sources.module(definition.key.module)
            if isinstance(definition.node, ast.FunctionDef):
                gives = of_annotation(self.sources, module, definition.node.returns)
                self._values[key] = Kind(frozenset({"function"}), gives=gives)
            elif isinstance(definition.node, ast.ClassDef):
                made = of_class(Class(self.sources, definition))
                self._values[key] = Kind(frozenset({"class"}), made.owner, gives=made)
            elif isinstance(definition.node, ast.AnnAssign):
                self._values[key] = of_annotation(self.sources, module, definition.node.annotation)
            elif definition.value is not None:
                self._values[key] = self.kind(definition.value, Scope(module))
        return self._values[key]

    def _worked_out(self, node: ast.BinOp, scope: Scope) -> Kind:
        left, right = self.kind(node.left, scope), self.kind(node.right, scope)
        numbers = {"int", "bool"}
        if isinstance(node.op, ast.Mult) and left.only("list", "tuple") and right.of <= numbers:
            return Kind(left.of, each=left.each)
        if isinstance(node.op, ast.Add) and left.only("list", "tuple") and right.of == left.of:
            return Kind(left.of, each=left.each if left.each == right.each else None)
        if left.of <= numbers and right.of <= numbers:
            return INT if not isinstance(node.op, (ast.BitAnd, ast.BitOr, ast.Div)) else ANY
        if left.only("int", "bool") and right.only("int", "bool") and isinstance(node.op, (ast.Add, ast.Sub)):
            return INT
        if isinstance(node.op, ast.Add) and left.of == {"str"} and right.of == {"str"}:
            return STR
        if left.of <= {*numbers, "float"} and right.of <= {*numbers, "float"}:
            return FLOAT
        return ANY

    def _tuple(self, elts: list[ast.expr], scope: Scope) -> Kind:
        kinds = [
            each_of(self.kind(each.value, scope)) if isinstance(each, ast.Starred) else self.kind(each, scope)
            for each in elts
        ]
        starred = any(isinstance(each, ast.Starred) for each in elts)
        return Kind(frozenset({"tuple"}), each=merged(kinds), parts=None if starred else tuple(kinds))

    def _part(self, node: ast.Subscript, scope: Scope) -> Kind:
        whole = self.kind(node.value, scope)
        if isinstance(node.slice, ast.Slice):
            return Kind(whole.of, each=whole.each) if whole.owner is None else ANY
        if whole.only("str"):
            return STR
        if whole.only("dict"):
            return whole.value or ANY
        if whole.only("re.Match"):
            return STR | NONE
        if whole.parts is not None and isinstance(node.slice, ast.Constant):
            at = node.slice.value
            return whole.parts[at] if isinstance(at, int) and at < len(whole.parts) else ANY
        return whole.each or ANY

    def _called(self, node: ast.Call, scope: Scope) -> Kind:
        match node.func:
            case ast.Name(id=name) if scope.find(name) is None and scope.module.meaning(name) is None:
                return self._built_in(name, node, scope)
            case ast.Attribute(value=value, attr=name):
                kind = self.kind(value, scope)
                owner = self.owner(kind) if "class" not in kind.of else None
                method = owner.method(name) if owner is not None else None
                if method is not None and owner is not None:
                    return of_annotation(self.sources, method[0].module, method[1].returns)
                if kind.only("str", "dict", "list", "tuple", "re.Pattern", "re.Match"):
                    return self._of_method(kind, name)
        if isinstance(node.func, ast.Name) and node.func.id == "pairwise":
            each = each_of(self.kind(node.args[0], scope))
            return iterable(each, each)
        if isinstance(node.func, ast.Name) and node.func.id == "replace":
            return self.kind(node.args[0], scope)
        return self.kind(node.func, scope).gives or ANY

    def _built_in(self, name: str, node: ast.Call, scope: Scope) -> Kind:
        if name in _GIVES:
            return _GIVES[name]
        given = [self.kind(each, scope) for each in node.args if not isinstance(each, ast.Starred)]
        if name == "range":
            return Kind(frozenset({"iterable"}), each=INT)
        if name == "enumerate":
            return iterable(INT, each_of(given[0]))
        if name == "zip":
            return iterable(*(each_of(each) for each in given))
        if name in ("min", "max") and given:
            return merged(given) if len(given) > 1 else each_of(given[0])
        if name == "sum":
            return INT if each_of(given[0]).of <= {"int", "bool"} else ANY
        if name in ("sorted", "list", "tuple", "reversed", "set", "frozenset") and given:
            of = {"sorted": "list", "list": "list", "tuple": "tuple"}.get(name, "iterable")
            return Kind(frozenset({of}), each=each_of(given[0]))
        return INT if name == "abs" else ANY

    def _of_method(self, kind: Kind, name: str) -> Kind:
        if kind.only("str"):
            if name == "split":
                return Kind(frozenset({"list"}), each=STR)
            if name == "partition":
                return Kind(frozenset({"tuple"}), each=STR, parts=(STR, STR, STR))
            return STR if name in _TEXT else INT if name in ("count", "index", "rindex") else BOOL
        if kind.only("dict"):
            key, value = kind.each or ANY, kind.value or ANY
            found = {"items": iterable(key, value), "get": value | NONE}
            lists = {"keys": key, "values": value}
            return found.get(name) or Kind(frozenset({"iterable"}), each=lists.get(name, ANY))
        if kind.only("re.Pattern"):
            matches = simple("re.Match")
            return Kind(frozenset({"iterable"}), each=matches) if name == "finditer" else matches | NONE
        if kind.only("re.Match"):
            return INT if name in ("start", "end") else ANY
        return INT if name in ("count", "index") else ANY
