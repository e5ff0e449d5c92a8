// @ts-check
// Asks a question and prints the places that answer it.
//
//   node examples/search.mjs where are sessions renewed
import process from "node:process";
import { callTool, connect, readTable } from "./connect.mjs";

const client = await connect();
try {
  const query = process.argv.slice(2).join(" ") || "where is the token budget of an answer applied";
  const answer = await callTool(client, "search_codebase", { query, top_k: 5 });
  for (const { path, start_line, end_line, symbol, source = [] } of answer["hits"]) {
    process.stdout.write(`${path}:${start_line}-${end_line} ${symbol ?? ""}\n  ${source[0] ?? ""}\n`);
  }
  for (const { path, line, symbol } of readTable(answer["locations"])) {
    process.stdout.write(`${path}:${line} ${symbol ?? ""}\n`);
  }
} finally {
  await client.close();
}
