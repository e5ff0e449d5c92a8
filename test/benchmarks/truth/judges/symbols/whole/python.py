"""The definitions of Python files by CPython's own parser, as `symbols(text)`; python.mjs runs it in Pyodide."""
import ast


def symbols(text):
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return None
    found = []

    def add(name, node, kind, inside, line=None):
        first = min([node.lineno, *[one.lineno for one in getattr(node, "decorator_list", [])]])
        found.append([name, line or node.lineno, kind, inside, first, node.end_lineno])

    def targets(node, whole, inside):
        # What is thrown away has no name.
        if isinstance(node, ast.Name) and node.id == "_":
            return
        if isinstance(node, ast.Name):
            add(node.id, whole, "variable", inside, node.lineno)
        elif isinstance(node, (ast.Tuple, ast.List)):
            for one in node.elts:
                targets(one, whole, inside)
        elif isinstance(node, ast.Starred):
            targets(node.value, whole, inside)

    def visit(node, inside, in_class):
        if isinstance(node, ast.ClassDef):
            add(node.name, node, "class", inside)
            for one in node.body:
                visit(one, inside, True)
            return
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            add(node.name, node, "method" if in_class else "function", inside)
            for one in node.body:
                visit(one, True, False)
            return
        if isinstance(node, ast.Assign):
            before = len(found)
            for one in node.targets:
                targets(one, node, inside)
            if isinstance(node.value, ast.Lambda):
                for one in found[before:]:
                    one[2] = "function"
        elif isinstance(node, ast.AnnAssign):
            targets(node.target, node, inside)
        elif isinstance(node, ast.TypeAlias):
            add(node.name.id, node, "type", inside)
        for one in ast.iter_child_nodes(node):
            visit(one, inside, in_class)

    for one in tree.body:
        visit(one, False, False)
    return found
