// Names that package managers and tools of Python give.
import type { FileNames } from "../../vocabulary/file-names.ts";

export const pythonFiles: FileNames = {
  rootMarkers: "pyproject.toml setup.py",
  lockFiles: "poetry.lock Pipfile.lock uv.lock pdm.lock pixi.lock conda-lock.yml",
  generatedEnds: "_pb2.py _pb2.pyi _pb2_grpc.py _pb2_grpc.pyi",
  binaryExtensions: "pyc pyo pyd whl egg pyz npy npz pickle",
  codeExtensions: "py",
  vendoredFolders: "site-packages __pycache__ .venv .virtualenv .tox .nox .eggs .mypy_cache .pytest_cache .ruff_cache",
  vendoredBeside: { dist: "pyproject.toml setup.py" },
  // An environment, whatever it is called.
  vendoredInside: "pyvenv.cfg",
};
