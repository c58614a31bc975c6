"""Classes of Python as JavaScript writes them: records, named tuples, enums, refusals, and plain ones.

Knows: constructors, properties, what of a class is needed.
Does not know: what is in a method.
"""

import ast

from cacho_tournaments.games.script.kinds import of_class
from cacho_tournaments.games.script.reach import Reach
from cacho_tournaments.games.script.scope import Scope, spelled
from cacho_tournaments.games.script.sources import (
    Class,
    Key,
    Sources,
    field_option,
    is_false,
    is_property,
)
from cacho_tournaments.games.script.statements import Statements, indented, yields

_BASES = {"enum": "py.Enum", "tuple": "py.NamedTuple", "record": "py.Record"}
_DROPPED = frozenset({"__repr__", "__str__", "__hash__"})
_TRUTH = frozenset({"__len__", "__bool__", "__getattr__", "__new__"})


class Classes(Statements):
    """Writes classes."""

    def __init__(self, sources: Sources, names: dict[Key, str], reach: Reach) -> None:
        super().__init__(sources, names)
        self._reach = reach

    def is_kept(self, owner: Class, name: str) -> bool:
        return self._reach.keeps(owner, name)

    def class_(self, owner: Class, name: str) -> list[str]:
        """Write a class under a name. Raises: Untranslatable."""
        base = self._base(owner)
        lines: list[str] = []
        if owner.kind == "record":
            lines += self._record(owner)
        elif owner.kind == "tuple":
            lines += self._named_tuple(owner)
        elif owner.kind != "enum":
            lines += self._values(owner)
        for method in owner.methods.values():
            if method.name in _TRUTH:
                raise owner.module.refused(method, method.name)
            if (
                self._reach.keeps(owner, method.name)
                and method.name not in _DROPPED
                and not _is_abstract(method)
            ):
                lines += self._method(owner, method)
        after = self._members(owner, name) if owner.kind == "enum" else []
        return [f"class {name}{f' extends {base}' if base else ''} {{", *indented(lines), "}", *after]

    def _base(self, owner: Class) -> str:
        if owner.base is not None:
            if owner.kind in _BASES:
                raise owner.module.refused(owner.node, f"a {owner.kind} with a base of its own")
            return self.names[owner.base.key]
        return "py.Exception" if owner.kind == "error" else _BASES.get(owner.kind, "")

    def _record(self, owner: Class) -> list[str]:
        self._check_dataclass(owner)
        shape = self.made_by(owner)
        scope = Scope(owner.module)
        given = ", ".join(
            spelled(each) + (f" = {self.expr(shape.defaults[each], scope)}" if each in shape.defaults else "")
            for each in shape.names
        )
        compared = [
            each.target.id
            for each in owner.fields
            if isinstance(each.target, ast.Name) and not is_false(field_option(each, "compare"))
        ]
        lines = [f"static fields = [{_quoted(list(shape.names))}];"]
        if tuple(compared) != shape.names:
            lines.append(f"static compared = [{_quoted(compared)}];")
        body = ["super();", *(f"this.{each} = {spelled(each)};" for each in shape.names)]
        if "__post_init__" in owner.methods:
            body.append("this.__post_init__();")
        return [*lines, f"constructor({given}) {{", *indented(body), "}"]

    def _check_dataclass(self, owner: Class) -> None:
        match owner.node.decorator_list:
            case [ast.Call(func=ast.Name(id="dataclass"), args=[], keywords=keywords)]:
                for each in keywords:
                    if each.arg not in ("frozen", "slots", "repr", "eq"):
                        raise owner.module.refused(owner.node, f"a dataclass with {each.arg}")
                    if each.arg == "eq" and "__eq__" not in owner.methods:
                        raise owner.module.refused(owner.node, "a dataclass that is equal to itself alone")
            case _:
                raise owner.module.refused(owner.node, "this decorator")

    def _named_tuple(self, owner: Class) -> list[str]:
        shape = self.made_by(owner)
        scope = Scope(owner.module)
        given = ", ".join(
            spelled(each) + (f" = {self.expr(shape.defaults[each], scope)}" if each in shape.defaults else "")
            for each in shape.names
        )
        lines = [f"static fields = [{_quoted(list(shape.names))}];"]
        lines += [f"constructor({given}) {{", f"  super({', '.join(map(spelled, shape.names))});", "}"]
        for at, each in enumerate(shape.names):
            lines += [f"get {each}() {{", f"  return this[{at}];", "}"]
        return lines

    def _values(self, owner: Class) -> list[str]:
        """Write the values that stand in a class; they become those of each object, for nobody else reads them."""
        lines = []
        scope = Scope(owner.module)
        for node in owner.node.body:
            match node:
                case (
                    ast.Assign(targets=[ast.Name(id=name)], value=value)
                    | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
                ):
                    if name != "__slots__" and self._reach.keeps(owner, name):
                        lines.append(f"{name} = {self.expr(value, scope)};")
                case ast.AnnAssign() | ast.FunctionDef() | ast.Expr():
                    pass
                case _:
                    raise owner.module.refused(node, f"{type(node).__name__} in a class")
        return lines

    def _method(self, owner: Class, method: ast.FunctionDef) -> list[str]:
        scope = Scope(owner.module, is_function=True)
        if not method.args.args:
            raise owner.module.refused(method, "a method without an object")
        scope.own(method.args.args[0].arg, of_class(owner), written="this")
        decorators = [ast.unparse(each) for each in method.decorator_list]
        if not set(decorators) <= {"property"}:
            raise owner.module.refused(method, f"the decorator {decorators[0]}")
        star = "*" if yields(method) else ""
        head = f"{star}{method.name}"
        if method.name == "__init__":
            head = "constructor"
        elif method.name == "__iter__":
            head = f"{star}[Symbol.iterator]"
        elif is_property(method):
            head = f"get {method.name}"
        return self.function(method, head, scope, bound=True)

    def _members(self, owner: Class, name: str) -> list[str]:
        pairs = [
            f"{each.targets[0].id}: {self.expr(each.value, Scope(owner.module))}"
            for each in owner.node.body
            if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name)
        ]
        return [f"py.members({name}, {{ {', '.join(pairs)} }});"]


def _quoted(names: list[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def _is_abstract(method: ast.FunctionDef) -> bool:
    return any(isinstance(each, ast.Name) and each.id == "abstractmethod" for each in method.decorator_list)
