"""The definitions that jedi finds. argv: the folder of tools, a file that lists absolute paths. stdout as typescript.mjs."""
import json
import os
import sys

sys.path.insert(0, os.path.join(sys.argv[1], "libclang"))
import jedi  # noqa: E402

for path in filter(None, open(sys.argv[2], encoding="utf-8").read().split("\n")):
    with open(path, encoding="utf-8", newline="") as file:
        names = jedi.Script(file.read(), path=path).get_names(all_scopes=True, definitions=True)
    symbols = []
    for name in names:
        node = name._name.tree_name
        # Imports are names of their own to jedi.
        if node is None or node.parent.type.startswith("import") or node.parent.type in ("dotted_name", "dotted_as_name"):
            continue
        parent = name.parent()
        inside = parent is not None and parent.type == "function"
        kind = "attribute" if parent is not None and parent.type == "class" and name.type == "statement" else name.type
        symbols.append([name.name, name.line, kind, inside])
    print(json.dumps({"path": path, "symbols": symbols}))
