"""Recounts what a repository's history says of its files, from what `git log` prints. Has none of the program's code.

usage: recount.py REPOSITORY < PATHS

PATHS are the project's files, one a line, relative to the repository. Prints JSON: `commits` that were looked at, `files` by path
(commits, last_ms, frecency, authors, author_count, co_changed, rank; a file without commits is left out) and `hotspots`.
The rules are those of docs/inside/code-intelligence.md, History.
"""
import json
import subprocess
import sys
from collections import Counter, defaultdict

COMMITS_MAX = 5000
HALF_LIFE_MS = 90 * 24 * 60 * 60 * 1000
BULK_FILES = 30
TOGETHER_MIN = 3
HOTSPOT_MIN = 3
TOGETHER_MAX = 10
AUTHORS_MAX = 5


def git(root, *args):
    command = ["git", "-c", "core.quotePath=false", "-C", root, *args]
    return subprocess.run(command, check=True, capture_output=True).stdout.decode("utf-8", "replace")


def commits_of(root):
    """(milliseconds, author, paths) of each commit, newest first; merges aside."""
    printed = git(
        root, "log", "-z", "--no-merges", "--no-renames", "--name-only", "--encoding=UTF-8",
        f"--max-count={COMMITS_MAX}", "--format=%x01%ct %an",
    )
    commits = []
    for part in printed.split("\0"):
        if part.startswith("\x01"):
            seconds, _, author = part[1:].partition(" ")
            commits.append((int(seconds) * 1000, author, []))
        elif part:
            # The first name of a commit stands behind a line's end.
            names = commits[-1][2]
            names.append(part.removeprefix("\n") if not names else part)
    return commits


def by_count(counter):
    """The most frequent first; of equally many, in the order of UTF-16."""
    return sorted(counter.items(), key=lambda item: (-item[1], item[0].encode("utf-16-be")))


def main():
    root = sys.argv[1]
    there = {line for line in sys.stdin.read().split("\n") if line}
    head_ms = int(git(root, "log", "-1", "--format=%ct").strip()) * 1000
    commits = commits_of(root)
    touching = defaultdict(list)
    for commit in commits:
        for path in commit[2]:
            if path in there:
                touching[path].append(commit)
    often = Counter({path: len(of) for path, of in touching.items() if len(of) >= HOTSPOT_MIN})
    hotspots = by_count(often)
    files = {}
    for path, of in touching.items():
        authors = by_count(Counter(author for _, author, _ in of))
        together = Counter(
            other for _, _, paths in of if len(paths) <= BULK_FILES for other in paths if other != path and other in there
        )
        files[path] = {
            "commits": len(of),
            "last_ms": max(ms for ms, _, _ in of),
            "frecency": sum(0.5 ** (max(0, head_ms - ms) / HALF_LIFE_MS) for ms, _, _ in of),
            "authors": [[name, count / len(of)] for name, count in authors[:AUTHORS_MAX]],
            "author_count": len(authors),
            "co_changed": [[p, n] for p, n in by_count(together) if n >= TOGETHER_MIN][:TOGETHER_MAX],
            "rank": 1 + sum(1 for count in often.values() if count > len(of)) if len(of) >= HOTSPOT_MIN else None,
        }
    print(json.dumps({"commits": len(commits), "files": files, "hotspots": hotspots}))


main()
