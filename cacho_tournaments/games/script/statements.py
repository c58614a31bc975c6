"""Statements and functions of Python as JavaScript writes them.

Knows: blocks, loops, refusals that are caught, generators, where names are declared.
Does not know: classes and modules.
"""

import ast
from collections.abc import Iterator

from cacho_tournaments.games.script.calls import Calls
from cacho_tournaments.games.script.expressions import wrapped
from cacho_tournaments.games.script.kinds import ANY, STR, Kind, of_annotation
from cacho_tournaments.games.script.scope import Declarations, Scope, spelled
from cacho_tournaments.games.script.sources import Key, Module, within

_INDENT = "  "


def indented(lines: list[str]) -> list[str]:
    return [f"{_INDENT}{line}" if line else line for line in lines]


class Block:
    """What a statement needs to know of the function around it."""

    def __init__(self, scope: Scope, declarations: Declarations, raised: str = "") -> None:
        self.scope = scope
        self.declarations = declarations
        self.raised = raised  # the name of what was caught

    def caught(self, name: str) -> "Block":
        return Block(self.scope, self.declarations, name)


class Statements(Calls):
    """Writes functions."""

    def function(self, node: ast.FunctionDef, head: str, scope: Scope, *, bound: bool) -> list[str]:
        """Write a function, ``head`` before its parameters; ``scope`` holds the object itself where it is ``bound``."""
        module = scope.module
        if node.args.vararg is not None or node.args.posonlyargs:
            raise module.refused(node, "parameters of another kind")
        arguments = [*node.args.args[1 if bound else 0 :], *node.args.kwonlyargs]
        for each in arguments:
            scope.own(each.arg, of_annotation(self.sources, module, each.annotation))
        if node.args.kwarg is not None:
            scope.own(node.args.kwarg.arg, Kind(frozenset({"dict"}), each=STR, value=ANY))
        self.infer.learn(scope, node)
        declarations = Declarations(node)
        defaults = dict(
            zip(
                node.args.args[len(node.args.args) - len(node.args.defaults) :],
                node.args.defaults,
                strict=True,
            )
        ) | {
            each: default
            for each, default in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
            if default is not None
        }
        given = [
            spelled(each.arg) + (f" = {self.expr(defaults[each], Scope(module))}" if each in defaults else "")
            for each in arguments
        ]
        if node.args.kwarg is not None:
            given.append(f"{spelled(node.args.kwarg.arg)} = py.dict()")
        lines = self.body(node.body, Block(scope, declarations))
        if _gives_values(node) and not _ends(node.body):
            lines.append("return null;")
        if declarations.at_top:
            lines.insert(0, f"let {', '.join(spelled(each) for each in sorted(declarations.at_top))};")
        return [f"{head}({', '.join(given)}) {{", *indented(lines), "}"]

    def body(self, block: list[ast.stmt], within_: Block) -> list[str]:
        return [line for node in block for line in self._statement(node, within_)]

    def _statement(self, node: ast.stmt, block: Block) -> Iterator[str]:
        scope = block.scope
        match node:
            case ast.Pass() | ast.Expr(value=ast.Constant(value=str())):
                return
            case ast.Expr(value=ast.Yield(value=value)):
                yield f"yield {self.expr(value, scope) if value is not None else 'null'};"
            case ast.Expr(value=ast.YieldFrom(value=value)):
                yield f"yield* {wrapped(self.expr(value, scope))};"
            case ast.Expr(value=value):
                yield f"{self.expr(value, scope)};"
            case ast.Return(value=value):
                yield f"return {self.expr(value, scope) if value is not None else 'null'};"
            case ast.Break() | ast.Continue():
                yield f"{type(node).__name__.lower()};"
            case ast.Assign(targets=[target], value=value):
                yield self._assigned(node, target, value, block)
            case ast.AnnAssign(target=target, value=value):
                if value is not None:
                    yield self._assigned(node, target, value, block)
            case ast.AugAssign():
                yield self._changed(node, block)
            case ast.If():
                yield from self._if(node, block, "if")
            case ast.For(orelse=[]):
                word = block.declarations.word(node, node.target)
                source = self.source(node.target, node.iter, scope)
                yield f"for ({word}{self.target(node.target, scope)} of {source}) {{"
                yield from indented(self.body(node.body, block))
                yield "}"
            case ast.While(orelse=[]):
                yield f"while ({self.test(node.test, scope)}) {{"
                yield from indented(self.body(node.body, block))
                yield "}"
            case ast.Raise():
                yield self._raised(node, block)
            case ast.Try(handlers=[handler], orelse=[], finalbody=[]):
                yield from self._try(node, handler, block)
            case ast.Assert(test=test):
                yield f"if (!{wrapped(self.test(test, scope))}) throw new py.AssertionError();"
            case ast.FunctionDef():
                inner = Scope(scope.module, scope, is_function=True)
                head = f"function{'*' if yields(node) else ''} {spelled(node.name)}"
                if node.decorator_list:
                    raise scope.module.refused(node, "a decorator within a function")
                yield from self.function(node, head, inner, bound=False)
            case _:
                raise scope.module.refused(node, type(node).__name__)

    def _assigned(self, node: ast.stmt, target: ast.expr, value: ast.expr, block: Block) -> str:
        scope = block.scope
        written = self.expr(value, scope)
        if isinstance(target, ast.Subscript):
            if isinstance(target.slice, ast.Slice):
                raise scope.module.refused(node, "a slice that is assigned to")
            on, key = self.expr(target.value, scope), self.expr(target.slice, scope)
            return f"py.put({on}, {key}, {written});"
        if isinstance(target, ast.Attribute):
            return f"{self.target(target, scope)} = {written};"
        if isinstance(target, ast.Tuple) and not self.fits(target, self.infer.kind(value, scope)):
            written = self._unpacked(target, written)
        return f"{block.declarations.word(node, target)}{self.target(target, scope)} = {written};"

    def _unpacked(self, target: ast.Tuple, written: str) -> str:
        starred = any(isinstance(each, ast.Starred) for each in target.elts)
        if starred:
            return f"py.unpackMore({written}, {len(target.elts) - 1})"
        return f"py.unpack({written}, {len(target.elts)})"

    def _changed(self, node: ast.AugAssign, block: Block) -> str:
        scope, target = block.scope, node.target
        if any(isinstance(each, (ast.Call, ast.NamedExpr)) for each in ast.walk(target)):
            raise scope.module.refused(node, "a call in what is changed")
        kind = self.infer.kind(target, scope)
        if kind.only("list") and isinstance(node.op, ast.Add) and isinstance(target, ast.Name):
            # Python changes the very list, which others may hold.
            return f"{self.expr(target, scope)}.push(...{wrapped(self.expr(node.value, scope))});"
        figure = self.infer.kind(node.value, scope).only("int", "float", "bool")
        if not figure and not kind.only("int", "float", "bool", "str", "tuple"):
            raise scope.module.refused(node, "a change by a sign of what may be held elsewhere")
        written = self.operation(type(node.op), target, node.value, scope)
        if isinstance(target, ast.Subscript):
            if isinstance(target.slice, ast.Slice):
                raise scope.module.refused(node, "a slice that is changed")
            return f"py.put({self.expr(target.value, scope)}, {self.expr(target.slice, scope)}, {written});"
        return f"{self.target(target, scope)} = {written};"

    def _if(self, node: ast.If, block: Block, word: str) -> Iterator[str]:
        yield f"{word} ({self.test(node.test, block.scope)}) {{"
        yield from indented(self.body(node.body, block))
        match node.orelse:
            case []:
                yield "}"
            case [ast.If() as other]:
                yield from self._if(other, block, "} else if")
            case _:
                yield "} else {"
                yield from indented(self.body(node.orelse, block))
                yield "}"

    def _raised(self, node: ast.Raise, block: Block) -> str:
        if node.exc is None:
            if not block.raised:
                raise block.scope.module.refused(node, "raise with nothing caught")
            return f"throw {block.raised};"
        match node.exc:
            case ast.Call(func=ast.Name(id="ValueError" | "AssertionError" as name)):
                return f"throw new py.{name}();"
        return f"throw {self.expr(node.exc, block.scope)};"

    def _try(self, node: ast.Try, handler: ast.ExceptHandler, block: Block) -> Iterator[str]:
        scope = block.scope
        meaning = self.sources.resolve(scope.module, handler.type) if handler.type is not None else None
        if not isinstance(meaning, Key):
            raise scope.module.refused(handler, "catching what is none of our own refusals")
        name = spelled(handler.name) if handler.name else "raised"
        yield "try {"
        yield from indented(self.body(node.body, block))
        yield f"}} catch ({name}) {{"
        yield f"{_INDENT}if (!({name} instanceof {self.top(handler, meaning, scope)})) throw {name};"
        yield from indented(self.body(handler.body, block.caught(name)))
        yield "}"

    def top_function(self, node: ast.FunctionDef, module: Module, name: str) -> list[str]:
        """Write a function that stands at the top of a module."""
        scope = Scope(module, is_function=True)
        lines = self.function(node, f"function{'*' if yields(node) else ''} {name}", scope, bound=False)
        match node.decorator_list:
            case []:
                return lines
            case [ast.Call(func=ast.Name(id="lru_cache"), keywords=[ast.keyword(arg="maxsize", value=most)])]:
                lines[0] = f"const {name} = py.cached({self.expr(most, Scope(module))}, {lines[0]}"
                lines[-1] = "});"
                return lines
        raise module.refused(node, "this decorator")


def _gives_values(node: ast.FunctionDef) -> bool:
    return any(isinstance(each, ast.Return) and each.value is not None for each in within(node.body))


def _ends(block: list[ast.stmt]) -> bool:
    """Say whether a block never goes on behind its last statement."""
    match block[-1]:
        case ast.Return() | ast.Raise():
            return True
        case ast.If(body=body, orelse=orelse):
            return bool(orelse) and _ends(body) and _ends(orelse)
        case ast.Try(body=body, handlers=handlers):
            return _ends(body) and all(_ends(each.body) for each in handlers)
    return False


def yields(node: ast.FunctionDef) -> bool:
    return any(isinstance(each, (ast.Yield, ast.YieldFrom)) for each in within(node.body))
