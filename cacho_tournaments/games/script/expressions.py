"""Expressions of Python as JavaScript writes them.

Knows: operators, truth, comprehensions, literals. Calls are ``calls``' affair.
Does not know: statements. What it does not know it refuses.
"""

import ast
import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable

from cacho_tournaments.games.script.infer import Inference
from cacho_tournaments.games.script.kinds import Kind, each_of
from cacho_tournaments.games.script.scope import Scope, bind, is_name, spelled
from cacho_tournaments.games.script.sources import Elsewhere, Key, Sources, shape_of

_ATOM = re.compile(r"[\w$.]+|\"(?:[^\"\\]|\\.)*\"|`[^`]*`")
_ORDER = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_SIGNS: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "add"),
    ast.Sub: ("-", "sub"),
    ast.Mult: ("*", "mul"),
    ast.FloorDiv: ("", "floordiv"),
    ast.Mod: ("", "mod"),
    ast.BitAnd: ("", "bitand"),
    ast.BitOr: ("", "bitor"),
}
_AS_VALUES = frozenset({"len", "int", "str"})


def wrapped(text: str) -> str:
    """Put an expression into parentheses where it might fall apart without."""
    return text if _ATOM.fullmatch(text) or _is_closed(text) else f"({text})"


def _is_closed(text: str) -> bool:
    """Say whether it is a name or nothing with one pair of brackets behind it that closes at its end."""
    head = re.match(r"(?:new )?[\w$.]*(?=[(\[])", text)
    if head is None:
        return False
    depth, quote = 0, ""
    for at in range(head.end(), len(text)):
        sign = text[at]
        if quote:
            quote = "" if sign == quote and text[at - 1] != "\\" else quote
        elif sign in '"`':
            quote = sign
        elif sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
            if depth == 0:
                return at == len(text) - 1
    return False


class Expressions(ABC):
    """Writes expressions. ``names`` are the names at the top: how each is called in what is written."""

    def __init__(self, sources: Sources, names: dict[Key, str]) -> None:
        self.sources = sources
        self.names = names
        self.infer = Inference(sources)

    @abstractmethod
    def call(self, node: ast.Call, scope: Scope) -> str:
        """Write a call. Raises: Untranslatable."""

    def expr(self, node: ast.expr, scope: Scope) -> str:
        """Write an expression. Raises: Untranslatable."""
        write: Callable[[ast.expr, Scope], str] | None = getattr(self, f"_{type(node).__name__}", None)
        if write is None:
            raise scope.module.refused(node, type(node).__name__)
        return write(node, scope)

    def test(self, node: ast.expr, scope: Scope) -> str:
        """Write what says whether an expression is true, as Python has it."""
        if isinstance(node, ast.BoolOp):
            sign = " && " if isinstance(node.op, ast.And) else " || "
            return sign.join(wrapped(self.test(each, scope)) for each in node.values)
        written = self.expr(node, scope)
        return written if self._is_true_alike(self.infer.kind(node, scope)) else f"py.truth({written})"

    def _is_true_alike(self, kind: Kind) -> bool:
        """Say whether JavaScript finds the same values of the kind true."""
        return kind.only("int", "float", "str", "bool", "object", "re.Match", "function")

    def _Constant(self, node: ast.Constant, scope: Scope) -> str:
        if node.value is None or isinstance(node.value, (bool, int, float, str)):
            return json.dumps(node.value, ensure_ascii=True)
        raise scope.module.refused(node, f"a literal of {type(node.value).__name__}")

    def _JoinedStr(self, node: ast.JoinedStr, scope: Scope) -> str:
        parts = []
        for each in node.values:
            if isinstance(each, ast.Constant):
                text = json.dumps(each.value, ensure_ascii=True)[1:-1].replace('\\"', '"')
                parts.append(text.replace("`", "\\`").replace("${", "\\${"))
            elif isinstance(each, ast.FormattedValue) and each.conversion == -1 and each.format_spec is None:
                written = self.expr(each.value, scope)
                is_plain = self.infer.kind(each.value, scope).of <= {"str", "int"}
                parts.append(f"${{{written if is_plain else f'py.str({written})'}}}")
            else:
                raise scope.module.refused(node, "a format in a text")
        return f"`{''.join(parts)}`"

    def _Name(self, node: ast.Name, scope: Scope) -> str:
        holder = scope.find(node.id)
        if holder is not None:
            written = holder.names[node.id]
            if written == "this" and scope.this_is_hidden(holder):
                raise scope.module.refused(node, "self in a function within a method")
            return written
        meaning = scope.module.meaning(node.id)
        if isinstance(meaning, Key):
            return self.top(node, meaning, scope)
        if meaning is None and node.id in _AS_VALUES:
            return f"py.{node.id}"
        raise scope.module.refused(node, f"the name {node.id}")

    def top(self, node: ast.AST, key: Key, scope: Scope) -> str:
        """Write a name that stands at the top of some module."""
        written = self.names[self.sources.definition(key).key]
        if not scope.is_free(written):
            raise scope.module.refused(node, f"{written} at the top, hidden by a name of the function")
        return written

    def _Attribute(self, node: ast.Attribute, scope: Scope) -> str:
        root = getattr(node.value, "id", "")
        meaning = None if scope.find(root) is not None else self.sources.resolve(scope.module, node)
        if isinstance(meaning, Key):
            return self.top(node, meaning, scope)
        if isinstance(meaning, Elsewhere):
            if meaning.name in ("re.escape", "re.DOTALL"):
                return f"py.{node.attr}"
            raise scope.module.refused(node, meaning.name)
        kind = self.infer.kind(node.value, scope)
        owner = self.infer.owner(kind)
        if "class" in kind.of and (owner is None or owner.kind != "enum"):
            raise scope.module.refused(node, "a value of a class")
        if node.attr.startswith("__"):
            raise scope.module.refused(node, node.attr)
        return f"{wrapped(self.expr(node.value, scope))}.{node.attr}"

    def _Subscript(self, node: ast.Subscript, scope: Scope) -> str:
        value = self.expr(node.value, scope)
        if not isinstance(node.slice, ast.Slice):
            return f"py.at({value}, {self.expr(node.slice, scope)})"
        ends = [node.slice.lower, node.slice.upper, *([node.slice.step] if node.slice.step else [])]
        written = ("null" if each is None else self.expr(each, scope) for each in ends)
        return f"py.slice({value}, {', '.join(written)})"

    def _Tuple(self, node: ast.Tuple | ast.List, scope: Scope) -> str:
        return f"[{', '.join(self.expr(each, scope) for each in node.elts)}]"

    _List = _Tuple

    def _Starred(self, node: ast.Starred, scope: Scope) -> str:
        return f"...{wrapped(self.expr(node.value, scope))}"

    def _Set(self, node: ast.Set, scope: Scope) -> str:
        return f"py.set([{', '.join(self.expr(each, scope) for each in node.elts)}])"

    def _Dict(self, node: ast.Dict, scope: Scope) -> str:
        pairs = [
            f"...py.dict({self.expr(value, scope)}).items()"
            if key is None
            else f"[{self.expr(key, scope)}, {self.expr(value, scope)}]"
            for key, value in zip(node.keys, node.values, strict=True)
        ]
        return f"py.dict([{', '.join(pairs)}])" if pairs else "py.dict()"

    def _NamedExpr(self, node: ast.NamedExpr, scope: Scope) -> str:
        holder = scope.find(node.target.id)
        if holder is None:
            raise scope.module.refused(node, "a name bound within an expression at the top")
        return f"({holder.names[node.target.id]} = {self.expr(node.value, scope)})"

    def _IfExp(self, node: ast.IfExp, scope: Scope) -> str:
        test, body, orelse = (
            self.test(node.test, scope),
            self.expr(node.body, scope),
            self.expr(node.orelse, scope),
        )
        return f"{wrapped(test)} ? {wrapped(body)} : {wrapped(orelse)}"

    def _BoolOp(self, node: ast.BoolOp, scope: Scope) -> str:
        sign, named = ("&&", "and") if isinstance(node.op, ast.And) else ("||", "or")
        *firsts, last = node.values
        written = wrapped(self.expr(last, scope))
        for each in reversed(firsts):
            first = wrapped(self.expr(each, scope))
            alike = self._is_true_alike(self.infer.kind(each, scope))
            written = (
                f"{first} {sign} {wrapped(written)}" if alike else f"py.{named}({first}, () => {written})"
            )
        return written

    def _UnaryOp(self, node: ast.UnaryOp, scope: Scope) -> str:
        if isinstance(node.op, ast.Not):
            return f"!{wrapped(self.test(node.operand, scope))}"
        if isinstance(node.op, ast.USub):
            written = self.expr(node.operand, scope)
            return f"-{written}" if isinstance(node.operand, ast.Constant) else f"py.neg({written})"
        raise scope.module.refused(node, type(node.op).__name__)

    def _BinOp(self, node: ast.BinOp, scope: Scope) -> str:
        if type(node.op) not in _SIGNS:
            raise scope.module.refused(node, type(node.op).__name__)
        return self.operation(type(node.op), node.left, node.right, scope)

    def operation(self, op: type[ast.operator], left: ast.expr, right: ast.expr, scope: Scope) -> str:
        """Write ``left op right``, by JavaScript's own sign where both are known to be figures, or texts to be
        joined."""
        if op not in _SIGNS:
            raise scope.module.refused(left, op.__name__)
        sign, named = _SIGNS[op]
        one, two = self.infer.kind(left, scope), self.infer.kind(right, scope)
        texts = op is ast.Add and one.only("str") and two.only("str")
        if sign and ((one.only("int", "float", "bool") and two.only("int", "float", "bool")) or texts):
            return f"{wrapped(self.expr(left, scope))} {sign} {wrapped(self.expr(right, scope))}"
        return f"py.{named}({self.expr(left, scope)}, {self.expr(right, scope)})"

    def _Compare(self, node: ast.Compare, scope: Scope) -> str:
        terms = [node.left, *node.comparators]
        for each in terms[1:-1]:
            if any(isinstance(part, (ast.Call, ast.NamedExpr)) for part in ast.walk(each)):
                raise scope.module.refused(node, "a call in the middle of a comparison")
        parts = [
            self._compared(op, left, right, scope)
            for op, left, right in zip(node.ops, terms[:-1], terms[1:], strict=True)
        ]
        return " && ".join(parts)

    def _compared(self, op: ast.cmpop, left: ast.expr, right: ast.expr, scope: Scope) -> str:
        one, two = self.infer.kind(left, scope), self.infer.kind(right, scope)
        a, b = self.expr(left, scope), self.expr(right, scope)
        match op:
            case ast.Is() | ast.IsNot():
                sign = "===" if isinstance(op, ast.Is) else "!=="
                return f"{wrapped(a)} {sign} {wrapped(b)}"
            case ast.In() | ast.NotIn():
                return f"{'' if isinstance(op, ast.In) else '!'}py.has({b}, {a})"
            case ast.Eq() | ast.NotEq():
                is_not = isinstance(op, ast.NotEq)
                figures = one.only("int", "float") and two.only("int", "float")
                flags = one.only("bool") and two.only("bool")
                if one.only("str") or two.only("str") or figures or flags:
                    return f"{wrapped(a)} {'!==' if is_not else '==='} {wrapped(b)}"
                return f"{'!' if is_not else ''}py.eq({a}, {b})"
            case _ if type(op) in _ORDER:
                sign = _ORDER[type(op)]
                if one.is_number and two.is_number:
                    return f"{wrapped(a)} {sign} {wrapped(b)}"
                return f"py.cmp({a}, {b}) {sign} 0"
        raise scope.module.refused(left, type(op).__name__)

    def _Lambda(self, node: ast.Lambda, scope: Scope) -> str:
        shape = shape_of(node, bound=False)
        if shape.defaults or shape.gathers or node.args.vararg:
            raise scope.module.refused(node, "a lambda with more than plain parameters")
        inner = Scope(scope.module, scope)
        for name in shape.names:
            inner.own(name)
        return f"({', '.join(map(spelled, shape.names))}) => {self.expr(node.body, inner)}"

    def _ListComp(self, node: ast.ListComp, scope: Scope) -> str:
        return self.drawn(node.elt, node.generators, scope, lazily=False)

    def _SetComp(self, node: ast.SetComp, scope: Scope) -> str:
        return f"py.set({self.drawn(node.elt, node.generators, scope, lazily=False)})"

    def _DictComp(self, node: ast.DictComp, scope: Scope) -> str:
        pair = ast.copy_location(ast.Tuple([node.key, node.value], ast.Load()), node)
        return f"py.dict({self.drawn(pair, node.generators, scope, lazily=False)})"

    def _GeneratorExp(self, node: ast.GeneratorExp, scope: Scope) -> str:
        return self.drawn(node.elt, node.generators, scope, lazily=True)

    def drawn(
        self, element: ast.expr, generators: list[ast.comprehension], scope: Scope, *, lazily: bool
    ) -> str:
        """Write a comprehension: one function for what is made of each, one for which of them count."""
        first, *more = generators
        inner = Scope(scope.module, scope)
        source = self.source(first.target, first.iter, scope)
        bind(inner, first.target, each_of(self.infer.kind(first.iter, scope)))
        given = self.target(first.target, inner)
        if more:
            made, named = self.drawn(element, more, inner, lazily=lazily), "chain" if lazily else "flat"
        else:
            made, named = self.expr(element, inner), "lazy" if lazily else "comp"
        parts = [source, f"({given}) => {made}"]
        if first.ifs:
            where = " && ".join(wrapped(self.test(each, inner)) for each in first.ifs)
            parts.append(f"({given}) => {where}")
        return f"py.{named}({', '.join(parts)})"

    def source(self, target: ast.expr, source: ast.expr, scope: Scope) -> str:
        """Write what is gone through, in parts of as many values as the target has names."""
        written = self.expr(source, scope)
        if isinstance(target, ast.Tuple) and not self.fits(target, each_of(self.infer.kind(source, scope))):
            return f"py.unpacked({written}, {len(target.elts)})"
        return written

    def fits(self, target: ast.expr, kind: Kind) -> bool:
        """Say whether it is known that a target has as many names as there will be values."""
        if not isinstance(target, ast.Tuple):
            return True
        if kind.parts is None or len(kind.parts) != len(target.elts):
            return False
        return all(self.fits(each, part) for each, part in zip(target.elts, kind.parts, strict=True))

    def target(self, node: ast.expr, scope: Scope) -> str:
        """Write names that are bound together."""
        match node:
            case ast.Name(id=name):
                holder = scope.find(name)
                return holder.names[name] if holder is not None else spelled(name)
            case ast.Tuple(elts=elts):
                return f"[{', '.join(self.target(each, scope) for each in elts)}]"
            case ast.Starred(value=value):
                return f"...{self.target(value, scope)}"
            case ast.Attribute():
                return self.expr(node, scope)
        raise scope.module.refused(node, "a target of another kind")

    def facts(self, pairs: list[tuple[str, str]]) -> str:
        """Write ``**facts`` as they are gathered."""
        return f"py.dict([{', '.join(f'[{json.dumps(name)}, {value}]' for name, value in pairs)}])"

    def changes(self, pairs: list[tuple[str, str]]) -> str:
        """Write named values as a plain object."""
        assert all(is_name(name) for name, _value in pairs)
        return f"{{ {', '.join(name if name == value else f'{name}: {value}' for name, value in pairs)} }}"
