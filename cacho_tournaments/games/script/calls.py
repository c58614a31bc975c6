"""Calls: of functions and classes of the engines, of what Python brings along, of methods.

Knows: how arguments find their parameters. JavaScript knows no names of arguments, so every call is written in the
order of the parameters. Does not know: what the called does.
"""

import ast

from cacho_tournaments.games.script.expressions import Expressions, wrapped
from cacho_tournaments.games.script.kinds import Kind
from cacho_tournaments.games.script.scope import Scope
from cacho_tournaments.games.script.sources import (
    Class,
    Elsewhere,
    Key,
    Shape,
    field_option,
    is_false,
    shape_of,
)

# Python's own functions: what each may be told by name, in order, after the plain arguments.
_BUILT_IN: dict[str, tuple[str, ...]] = {
    "len": (),
    "int": (),
    "str": (),
    "any": (),
    "all": (),
    "sum": (),
    "iter": (),
    "next": (),
    "map": (),
    "divmod": (),
    "range": (),
    "reversed": (),
    "sorted": ("key", "reverse"),
    "min": ("key", "default"),
    "max": ("key", "default"),
    "enumerate": ("start",),
    "slice": (),
}
_MADE = {"tuple": "list", "list": "list", "set": "set", "frozenset": "set", "dict": "dict"}
_LIBRARY = frozenset(
    [
        "itertools.combinations",
        "itertools.combinations_with_replacement",
        "itertools.permutations",
        "itertools.pairwise",
        "re.compile",
        "re.escape",
    ]
)
_LAZY = frozenset({"any", "all", "next", "iter"})
# Methods of Python's own values that are functions of the runtime, and those that its values bring along.
_FUNCTIONS = frozenset(
    [
        "append",
        "count",
        "index",
        "split",
        "strip",
        "rstrip",
        "lstrip",
        "startswith",
        "endswith",
        "removeprefix",
        "partition",
        "rindex",
        "isascii",
        "isdigit",
        "join",
        "replace",
        "sort",
    ]
)
_OWN = frozenset(
    [
        "items",
        "keys",
        "values",
        "get",
        "setdefault",
        "update",
        "add",
        "fullmatch",
        "match",
        "finditer",
        "group",
        "groups",
        "start",
        "end",
    ]
)


class Calls(Expressions):
    """Writes calls."""

    def is_kept(self, owner: Class, name: str) -> bool:
        """Say whether a method is written at all."""
        return True

    def shape(self, key: Key) -> Shape | None:
        """Return how a function or a class at the top is called; None for what is neither."""
        definition = self.sources.definition(key)
        if isinstance(definition.node, ast.FunctionDef):
            return shape_of(definition.node, bound=False)
        if isinstance(definition.node, ast.ClassDef):
            return self.made_by(Class(self.sources, definition))
        return None

    def made_by(self, owner: Class) -> Shape:
        """Return how an object of a class is made."""
        if owner.kind in ("record", "tuple"):
            fields = [each for each in owner.fields if not is_false(field_option(each, "init"))]
            names = tuple(each.target.id for each in fields if isinstance(each.target, ast.Name))
            defaults: dict[str, ast.expr] = {}
            for name, each in zip(names, fields, strict=True):
                value = field_option(each, "default_factory")
                if value is not None:
                    defaults[name] = ast.copy_location(ast.Call(value, [], []), value)
                elif (value := field_option(each, "default")) is not None:
                    defaults[name] = value
                elif each.value is not None and not _is_field(each.value):
                    defaults[name] = each.value
            return Shape(names, defaults)
        method = owner.method("__init__")
        return shape_of(method[1], bound=True) if method is not None else Shape((), {})

    def call(self, node: ast.Call, scope: Scope) -> str:
        if isinstance(node.func, ast.Attribute) and _is_super(node.func.value):
            return self._super(node, node.func.attr, scope)
        root = getattr(node.func.value if isinstance(node.func, ast.Attribute) else node.func, "id", "")
        meaning = None if scope.find(root) is not None else self.sources.resolve(scope.module, node.func)
        if isinstance(meaning, Key):
            return self._top(node, meaning, scope)
        if isinstance(meaning, Elsewhere):
            return self._library(node, meaning.name, scope)
        if isinstance(node.func, ast.Attribute):
            return self._of_object(node, node.func, scope)
        if isinstance(node.func, ast.Name) and scope.find(node.func.id) is None:
            return self._built_in(node, node.func.id, scope)
        if isinstance(node.func, (ast.Name, ast.Subscript)):
            return f"{self.expr(node.func, scope)}({self._plain(node, scope)})"
        raise scope.module.refused(node, "a call of what an expression gives")

    _Call = call

    def _plain(self, node: ast.Call, scope: Scope) -> str:
        if node.keywords:
            raise scope.module.refused(node, "arguments by name where the parameters are not known")
        return ", ".join(self.expr(each, scope) for each in node.args)

    def arguments(self, node: ast.Call, shape: Shape, scope: Scope) -> str:
        """Write the arguments in the order of the parameters; those left out in between are ``undefined``."""
        given = [self.expr(each, scope) for each in node.args]
        if any(isinstance(each, ast.Starred) for each in node.args):
            if node.keywords:
                raise scope.module.refused(node, "arguments by name after a starred one")
            return ", ".join(given)
        if len(given) > len(shape.names):
            raise scope.module.refused(node, "more arguments than parameters")
        named, gathered = dict(zip(shape.names, given, strict=False)), []
        for each in node.keywords:
            if each.arg is None:
                raise scope.module.refused(node, "arguments by a mapping")
            value = self.expr(each.value, scope)
            if each.arg in shape.names and each.arg not in named:
                named[each.arg] = value
            elif shape.gathers:
                gathered.append((each.arg, value))
            else:
                raise scope.module.refused(node, f"no parameter {each.arg}")
        missing = [each for each in shape.names if each not in named and each not in shape.defaults]
        if missing:
            raise scope.module.refused(node, f"no argument for {missing[0]}")
        written = [named.get(each, "undefined") for each in shape.names]
        if shape.gathers:
            written.append(self.facts(gathered) if gathered else "undefined")
        while written and written[-1] == "undefined":
            written.pop()
        return ", ".join(written)

    def _top(self, node: ast.Call, key: Key, scope: Scope) -> str:
        definition = self.sources.definition(key)
        name = self.top(node, key, scope)
        if isinstance(definition.node, ast.ClassDef):
            owner = Class(self.sources, definition)
            if owner.kind == "enum":
                return f"py.member({name}, {self._plain(node, scope)})"
            return f"new {name}({self.arguments(node, self.made_by(owner), scope)})"
        shape = self.shape(key)
        return f"{name}({self.arguments(node, shape, scope) if shape else self._plain(node, scope)})"

    def _super(self, node: ast.Call, name: str, scope: Scope) -> str:
        holder = scope
        while holder.outer is not None:
            holder = holder.outer
        owner = self.infer.owner(next(iter(holder.kinds.values())))
        if owner is None or (owner is not None and name == "__init__" and owner.kind != "error"):
            raise scope.module.refused(node, "super() here")
        if name == "__init__":
            return f"super({self._plain(node, scope)})"
        method = owner.base.method(name) if owner.base is not None else None
        if method is None:
            raise scope.module.refused(node, f"super().{name}")
        return f"super.{name}({self.arguments(node, shape_of(method[1], bound=True), scope)})"

    def _library(self, node: ast.Call, name: str, scope: Scope) -> str:
        if name in _LIBRARY:
            short = name.rpartition(".")[2]
            return f"py.{'pattern' if short == 'compile' else short}({self._plain(node, scope)})"
        if name == "dataclasses.replace" and len(node.args) == 1:
            owner = self.infer.owner(self.infer.kind(node.args[0], scope))
            if owner is None or owner.kind != "record":
                raise scope.module.refused(node, "replace of what is not known to be a record")
            names = self.made_by(owner).names
            changes = [(each.arg or "", self.expr(each.value, scope)) for each in node.keywords]
            if any(name not in names for name, _value in changes):
                raise scope.module.refused(node, "replace of what is no field")
            return f"py.replace({self.expr(node.args[0], scope)}, {self.changes(changes)})"
        raise scope.module.refused(node, name)

    def _built_in(self, node: ast.Call, name: str, scope: Scope) -> str:
        if name == "bool" and len(node.args) == 1:
            return f"py.truth({self.expr(node.args[0], scope)})"
        if name == "isinstance" and len(node.args) == 2:
            meaning = self.sources.resolve(scope.module, node.args[1])
            if isinstance(meaning, Key):
                return f"({self.expr(node.args[0], scope)} instanceof {self.top(node, meaning, scope)})"
        if name == "getattr" and len(node.args) == 2:
            owner = self.infer.owner(self.infer.kind(node.args[0], scope))
            if owner is not None and owner.kind == "record":
                return f"{wrapped(self.expr(node.args[0], scope))}[{self.expr(node.args[1], scope)}]"
        if name == "zip":
            strict = next((each.value for each in node.keywords if each.arg == "strict"), None)
            given = ", ".join(self.expr(each, scope) for each in node.args)
            return f"py.zip({self.expr(strict, scope) if strict else 'false'}, {given})"
        if name in _MADE and not node.keywords and len(node.args) < 2:
            return self._made(node, name, scope)
        if name not in _BUILT_IN:
            raise scope.module.refused(node, f"the function {name}")
        if name in ("min", "max") and len(node.args) > 1:
            if node.keywords:
                raise scope.module.refused(node, f"{name} of several arguments with more")
            return f"py.{name}([{', '.join(self.expr(each, scope) for each in node.args)}])"
        arguments = [self._gone_through(each, name, scope) for each in node.args]
        arguments += self._by_name(node, _BUILT_IN[name], scope)
        return f"py.{'cut' if name == 'slice' else name}({', '.join(arguments)})"

    def _by_name(self, node: ast.Call, names: tuple[str, ...], scope: Scope) -> list[str]:
        by_name = {each.arg: self.expr(each.value, scope) for each in node.keywords}
        if not by_name.keys() <= set(names):
            raise scope.module.refused(node, "an argument by name that is not known")
        written = [by_name.get(each, "undefined") for each in names]
        while written and written[-1] == "undefined":
            written.pop()
        return written

    def _gone_through(self, node: ast.expr, name: str, scope: Scope) -> str:
        """Write an argument; a generator that will be gone through to its end need not be one."""
        if isinstance(node, ast.GeneratorExp) and name not in _LAZY:
            return self.drawn(node.elt, node.generators, scope, lazily=False)
        return self.expr(node, scope)

    def _made(self, node: ast.Call, name: str, scope: Scope) -> str:
        if not node.args:
            return {"list": "[]", "tuple": "[]"}.get(name, f"py.{_MADE[name]}()")
        source = self._gone_through(node.args[0], name, scope)
        is_new = isinstance(node.args[0], (ast.GeneratorExp, ast.ListComp))
        return source if is_new and _MADE[name] == "list" else f"py.{_MADE[name]}({source})"

    def _of_object(self, node: ast.Call, func: ast.Attribute, scope: Scope) -> str:
        name, value = func.attr, func.value
        if isinstance(value, ast.Name) and value.id == "object" and name == "__setattr__":
            return self._set_own(node, scope)
        if isinstance(value, ast.Name) and value.id == "dict" and name == "fromkeys":
            return f"py.fromkeys({', '.join(self._gone_through(each, name, scope) for each in node.args)})"
        kind = self.infer.kind(value, scope)
        owner = self.infer.owner(kind) if "class" not in kind.of else None
        on = wrapped(self.expr(value, scope))
        method = owner.method(name) if owner is not None else None
        if method is not None and not self.is_kept(method[0], name):
            raise scope.module.refused(node, f"{name}, which no tablet asks for")
        if method is not None:
            return f"{on}.{name}({self.arguments(node, shape_of(method[1], bound=True), scope)})"
        if owner is not None and owner.annotation(name) is not None:
            return f"{on}.{name}({self._plain(node, scope)})"
        if owner is not None and owner.kind != "tuple":
            raise scope.module.refused(node, f"{owner.key.name} has no {name}")
        return self._of_python(node, name, on, kind, scope)

    def _of_python(self, node: ast.Call, name: str, on: str, kind: Kind, scope: Scope) -> str:
        if name in _FUNCTIONS:
            arguments = [self._gone_through(each, name, scope) for each in node.args]
            by_name = self._by_name(node, ("key", "reverse") if name == "sort" else (), scope)
            written = "replaced" if name == "replace" else name
            return f"py.{written}({', '.join([on, *arguments, *by_name])})"
        if name in _OWN and not kind.only("str", "list", "tuple"):
            return f"{on}.{name}({self._plain(node, scope)})"
        raise scope.module.refused(node, f"the method {name}")

    def _set_own(self, node: ast.Call, scope: Scope) -> str:
        target, name, value = node.args
        if not (isinstance(name, ast.Constant) and isinstance(name.value, str)):
            raise scope.module.refused(node, "__setattr__ by a name that is worked out")
        return f"{self.expr(target, scope)}.{name.value} = {self.expr(value, scope)}"


def _is_super(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"


def _is_field(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "field"
