"""Parses files with Python's own parser. argv: a file that lists absolute paths. stdout: a line of JSON for each file."""
import ast
import json
import sys
import warnings

warnings.simplefilter("ignore")
for path in filter(None, open(sys.argv[1], encoding="utf-8").read().split("\n")):
    error = None
    try:
        with open(path, "rb") as file:
            ast.parse(file.read(), path)
    except SyntaxError as problem:
        error = f"{problem.lineno}: {problem.msg}"
    except (ValueError, RecursionError, MemoryError) as problem:
        error = f"0: {problem}"
    print(json.dumps({"path": path, "error": error}))
