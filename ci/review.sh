#!/usr/bin/env bash
# A step of action.yml: reviews the change, writes annotations, the step's summary, the SARIF report and the outputs.
set -euo pipefail
broker() { node "$GITHUB_ACTION_PATH/dist/main.js" "$@"; }

case "$FAIL_ON" in changes_requested | blocked | never) ;; *)
  echo "::error title=Context Broker::fail-on must be changes_requested, blocked or never"
  exit 2
  ;;
esac
if [ -z "$BASE" ]; then
  echo "::error title=Context Broker::There is no base: run this on pull_request, or set the input base"
  exit 2
fi
# A checkout of depth 1 has neither the base nor where the change left it.
if ! git merge-base "$BASE" "$HEAD" >/dev/null 2>&1; then
  if [ "$(git rev-parse --is-shallow-repository)" = true ]; then
    git fetch --quiet --no-tags --unshallow origin
  fi
  git cat-file -e "$BASE^{commit}" 2>/dev/null || git fetch --quiet --no-tags origin "$BASE"
fi

if [ "$EMBED" = true ]; then
  broker index >/dev/null
fi
report="$(mktemp)"
code=0
broker review --mode pr --base "$BASE" --head "$HEAD" ${INTENT:+"--intent=$INTENT"} --output github \
  --write "sarif=$SARIF_FILE" --write "json=$report" --write "markdown=$GITHUB_STEP_SUMMARY" || code=$?
# Neither approved nor judged: the review could not run.
[ "$code" -le 1 ] || exit "$code"

field() { node -e 'process.stdout.write(String(JSON.parse(fs.readFileSync(process.argv[1], "utf8"))[process.argv[2]] ?? ""))' "$report" "$1"; }
status="$(field status)"
{
  echo "status=$status"
  echo "risk-score=$(field risk_score)"
} >>"$GITHUB_OUTPUT"
case "$FAIL_ON:$status" in
  changes_requested:approved | blocked:approved | blocked:changes_requested | never:*) exit 0 ;;
  *) exit 1 ;;
esac
