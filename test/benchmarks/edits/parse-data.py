# Parses files of data with Python's own parsers, and YAML with PyYAML. argv: the language, the folder of tools, a file that lists
# absolute paths. stdout: a line of JSON for each file: its path, its first error or null, and whether that error is none of syntax.
import json
import os
import sys
import tomllib
from xml.parsers import expat

language, tools, listed = sys.argv[1:]
sys.path.insert(0, os.path.join(tools, "yaml"))


def parse_yaml(text):
    import yaml

    for _ in yaml.parse(text, Loader=yaml.SafeLoader):
        pass


def parse_xml(text):
    # What a text declares of its encoding is about its bytes.
    expat.ParserCreate("utf-8").Parse(text.encode(), True)


PARSERS = {"json": json.loads, "toml": tomllib.loads, "xml": parse_xml, "yaml": parse_yaml}
# A key that is there twice is read, and refused by its meaning.
TWICE = ("Cannot overwrite", "Cannot declare", "Cannot mutate", "Duplicate inline table key", "Cannot redefine")


def judge(path):
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    try:
        PARSERS[language](text)
    except Exception as error:
        message = str(error)
        twice = language == "toml" and message.startswith(TWICE)
        return {"path": path, "error": message.split("\n")[0] or type(error).__name__, "undecided": twice}
    return {"path": path, "error": None}


with open(listed, encoding="utf-8") as file:
    for one in file.read().split("\n"):
        if one:
            print(json.dumps(judge(one)))
