"""Reads a file of `context-broker index export` by docs/inside/file-format.md alone, with Python's standard library.

    python3 read_export.py FILE [STORE.sqlite]

Prints one JSON object: what the header states, and what is true of the records. With a vector store, also how many of its vectors
are in the file, byte for byte.
"""
import hashlib
import json
import math
import sqlite3
import struct
import sys


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    magic, version, length = struct.unpack_from("<8sII", data)
    header = json.loads(data[16 : 16 + length])
    size = 16 + 4 * header["dimensions"]
    body = data[16 + length : -32]
    records = [body[at : at + size] for at in range(0, len(body), size)]
    return data, magic, version, header, records


def main(path, store=None):
    data, magic, version, header, records = read(path)
    keys = [record[:16] for record in records]
    form = f"<{header['dimensions']}f"
    lengths = [math.sqrt(sum(value * value for value in struct.unpack(form, record[16:]))) for record in records]
    report = {
        "magic": magic == b"\x89CBV\r\n\x1a\n",
        "version": version,
        "header": header,
        "records": len(records),
        "checksum": hashlib.sha256(data[:-32]).digest() == data[-32:],
        "sha256": hashlib.sha256(data).hexdigest(),
        "ascending": all(a < b for a, b in zip(keys, keys[1:])),
        "unit": all(abs(length - 1) <= 1e-3 for length in lengths),
    }
    if store is not None:
        rows = sqlite3.connect(f"file:{store}?mode=ro", uri=True).execute("SELECT key, vector FROM vectors").fetchall()
        report["stored"] = len(rows)
        report["equal"] = len(set(key + vector for key, vector in rows) & set(records))
    print(json.dumps(report))


main(*sys.argv[1:])
