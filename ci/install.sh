#!/usr/bin/env bash
# A step of action.yml: builds the program in the action's own folder, unless that was done before.
set -euo pipefail
cd "$GITHUB_ACTION_PATH"
if [ ! -f dist/main.js ]; then
  npm ci --no-audit --no-fund
  npm run build
fi
