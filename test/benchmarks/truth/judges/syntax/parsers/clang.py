"""Parses C and C++ files with libclang, each alone: no include is read, and what a missing one leads to is not judged.

argv: the folder of tools, a file that lists absolute paths, c or c++. stdout: a line of JSON for each file; `errors` has what
the parser and the lexer object to. What only follows from unknown names is of another category.
"""
import json
import os
import sys

sys.path.insert(0, os.path.join(sys.argv[1], "libclang"))
from clang import cindex  # noqa: E402

KEEP_GOING, SINGLE_FILE, INCOMPLETE = 0x200, 0x400, 0x02
CATEGORIES = {"Parse Issue", "Lexical or Preprocessor Issue"}
MISSING_INCLUDE = "file not found"
index = cindex.Index.create()
flags = ["-x", sys.argv[3], "-std=c++20" if sys.argv[3] == "c++" else "-std=gnu17", "-w", "-ferror-limit=0", "-fsyntax-only"]

for path in filter(None, open(sys.argv[2], encoding="utf-8").read().split("\n")):
    unit = index.parse(path, args=flags, options=KEEP_GOING | SINGLE_FILE | INCOMPLETE)
    errors = [
        f"{one.location.line}: {one.spelling}"
        for one in unit.diagnostics
        if one.severity >= cindex.Diagnostic.Error and one.category_name in CATEGORIES and MISSING_INCLUDE not in one.spelling
    ]
    print(json.dumps({"path": path, "error": errors[0] if errors else None}))
