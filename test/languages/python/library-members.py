"""Prints members of the classes of Python's standard library for ../library-members.mjs."""

import importlib
import inspect
import platform
import subprocess

MODULES = """builtins io pathlib re datetime collections collections.abc urllib.parse urllib.request http.client http.cookies
http.cookiejar http.server socket socketserver logging logging.handlers threading subprocess argparse asyncio queue
email.message tempfile zipfile tarfile csv json decimal fractions uuid sqlite3 ssl contextlib types inspect unittest
unittest.mock contextvars concurrent.futures string random struct time ast configparser shlex codecs traceback weakref enum
dataclasses abc select selectors multiprocessing html.parser xml.etree.ElementTree pickle gzip bz2 lzma hashlib hmac secrets
ipaddress calendar statistics array mmap""".split()

print(f"# Python {platform.python_version()}, dir() of every class of")
print(f"# {' '.join(MODULES)}")
classes = [kind for name in MODULES for _, kind in inspect.getmembers(importlib.import_module(name), inspect.isclass)]
# What a finished process has is set on the object, not on its class.
with subprocess.Popen(["true"]) as finished:
    pass
for source in [*classes, finished]:
    # Constants and classes inside classes are told by their capitals.
    print("\n".join(name for name in dir(source) if name[0].islower()))
