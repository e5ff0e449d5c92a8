// @ts-check
// A review bot: names the lines elsewhere that a change may have broken, as annotations for GitHub Actions. Exit code 1 if there are any.
//
//   node examples/review.mjs              compares the worktree with HEAD
//   node examples/review.mjs main         compares HEAD with its merge base with main
import process from "node:process";
import { callTool, connect, readTable } from "./connect.mjs";

const client = await connect();
try {
  const [base] = process.argv.slice(2);
  const compared = base === undefined ? { scope: "worktree" } : { scope: "range", base };
  const ask = () => callTool(client, "analyze_diff", { ...compared, max_tokens: 10_000 });
  let answer = await ask();
  // `unweighed` counts symbols whose users were not looked for in time. What was read is cached, so a repetition gets further.
  for (let again = 0; again < 5 && answer["unweighed"] !== undefined; again += 1) {
    answer = await ask();
  }
  process.stdout.write(`${answer["summary"]}\n`);
  for (const { path, start_line, symbol, change, risk } of readTable(answer["changes"])) {
    process.stdout.write(`${path}:${start_line} ${symbol}: ${change}${risk == null ? "" : `, risk ${risk}/100`}\n`);
  }
  // Files that are part of the change have been looked at; the others still use what was changed or removed.
  const forgotten = readTable(answer["users"]).filter(({ changed }) => changed !== true);
  for (const { of, path, lines } of forgotten) {
    for (const line of lines) {
      process.stdout.write(`::warning file=${path},line=${line}::uses ${of}, which this change alters\n`);
    }
  }
  if (answer["unweighed"] !== undefined) {
    process.stdout.write(`::notice::users of ${answer["unweighed"]} symbols were not looked for in time\n`);
  }
  process.exitCode = forgotten.length > 0 ? 1 : 0;
} finally {
  await client.close();
}
