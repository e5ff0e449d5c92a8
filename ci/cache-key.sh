#!/usr/bin/env bash
# A step of action.yml: what the index depends on. The content of the checked-out files, and this program's own sources.
set -euo pipefail
{
  echo "content=$(git rev-parse 'HEAD^{tree}')"
  echo "program=$(sha256sum "$GITHUB_ACTION_PATH/package-lock.json" "$GITHUB_ACTION_PATH/package.json" | sha256sum | cut -c1-16)"
} >>"$GITHUB_OUTPUT"
