"""What CPython itself says about the imports below a folder, one line of JSON per file.

Found: its own parser. Resolved: its own PathFinder, step by step along each dotted name, so that no package code runs.
Usage: python3 python-oracle.py ROOT, where ROOT is the folder that would stand on sys.path.
"""

import ast
import importlib.util
import json
import os
import sys
import warnings
from functools import lru_cache
from importlib.machinery import PathFinder

warnings.simplefilter("ignore")
root = os.path.realpath(sys.argv[1])


@lru_cache(maxsize=None)
def locate(parts):
    """The spec's (origin, search path) for a dotted name, or None where there is no such module below the root."""
    path = [root]
    for index, part in enumerate(parts):
        # The tail alone: a full name would make a namespace package look for its parent in sys.modules.
        spec = PathFinder.find_spec(part, path)
        if spec is None:
            return None
        path = list(spec.submodule_search_locations or [])
        if not path and index < len(parts) - 1:
            return None
    return (spec.origin if spec.has_location else None, tuple(path)) if parts else (None, (root,))


def absolute(package, text):
    if not text.startswith("."):
        return text
    try:
        return importlib.util.resolve_name(text, package) if package else None
    except ImportError:
        return None


def files_of(package, text, names):
    """The files meant; None where the import leads out of the root, or to something that is not a Python file."""
    name = absolute(package, text)
    if name is None:
        return None
    parts = tuple(part for part in name.split(".") if part)
    found = locate(parts)
    if found is None:
        return None
    origin, path = found
    files = set()
    for name in names or ["*"]:
        below = locate(parts + (name,)) if path and name != "*" else None
        # A folder without __init__ is no file to be tied to: the name then comes from the package itself.
        file = below[0] if below and below[0] else origin
        if file is None or not file.endswith(".py"):
            return None
        files.add(os.path.relpath(file, root))
    return sorted(files)


def is_import_call(func):
    if isinstance(func, ast.Name):
        return func.id in ("__import__", "import_module")
    if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name):
        return (func.value.id, func.attr) in (("importlib", "import_module"), ("builtins", "__import__"))
    return False


def is_module_name(text):
    return text.replace(".", "").isidentifier() and not text.endswith(".")


def is_own_package(call):
    """import_module('.a', x) is relative to x, which only sometimes stands in the file."""
    package = call.args[1:2] + [keyword.value for keyword in call.keywords if keyword.arg == "package"]
    return any(isinstance(value, ast.Name) and value.id in ("__package__", "__name__") for value in package)


def mentions(tree):
    """(text, kind) -> names, where '*' beside other names also stands for the module itself. As in mentions.ts."""
    found = {}
    whole = set()

    def add(text, kind, names):
        found.setdefault((text, kind), set()).update(names)
        if not names:
            whole.add((text, kind))

    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                add(alias.name, "import", [])
        elif isinstance(node, ast.ImportFrom):
            add("." * node.level + (node.module or ""), "import", [alias.name for alias in node.names])
        elif isinstance(node, ast.Call) and node.args and is_import_call(node.func):
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str) and is_module_name(first.value):
                if not first.value.startswith(".") or is_own_package(node):
                    add(first.value, "dynamic", [])
    for key in whole:
        if found[key]:
            found[key].add("*")
    return found


for folder, folders, names in os.walk(root):
    folders.sort()
    package = os.path.relpath(folder, root).replace(os.sep, ".").strip(".")
    for name in sorted(names):
        path = os.path.join(folder, name)
        if not name.endswith(".py") or os.path.islink(path):
            continue
        row = {"path": os.path.relpath(path, root)}
        try:
            with open(path, "rb") as file:
                tree = ast.parse(file.read())
            row["specifiers"] = [
                {"text": text, "kind": kind, "names": sorted(taken), "files": files_of(package, text, taken)}
                for (text, kind), taken in mentions(tree).items()
            ]
        except (SyntaxError, ValueError, RecursionError) as error:
            row["refused"] = str(error)
        print(json.dumps(row))
