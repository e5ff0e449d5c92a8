// @ts-check
// What the examples share: a connection to the server over stdio, a tool call, and reading a table of an answer.
import process from "node:process";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const SERVER = fileURLToPath(new URL("../dist/main.js", import.meta.url));

/**
 * Starts the server for the project in the current folder. With an installed package, `command` is `context-broker` and the first
 * argument falls away. Close the client to end the server.
 */
export async function connect() {
  const client = new Client({ name: "context-broker-example", version: "1.0.0" });
  const env = /** @type {Record<string, string>} */ (process.env);
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [SERVER, "serve"], env }));
  return client;
}

/**
 * Calls a tool and returns its structured answer. docs/use/tools.md lists the fields of each tool.
 *
 * @param {Client} client
 * @param {string} name
 * @param {Record<string, unknown>} input
 * @returns {Promise<Record<string, any>>}
 */
export async function callTool(client, name, input) {
  const answer = await client.callTool({ name, arguments: input });
  const structured = /** @type {Record<string, any>} */ (answer.structuredContent);
  if (answer.isError) {
    throw new Error(`${structured["error"].message}: ${structured["error"].hint}`);
  }
  return structured;
}

/**
 * The rows of a table as objects. Its rows are tuples under `columns`; what all rows share is in `same`; in a grouped table, `rows` maps
 * each value of the first column to its tuples.
 *
 * @param {undefined | { columns: string[], same?: object, rows: unknown[][] | Record<string, unknown[][]> }} table
 * @returns {Record<string, any>[]}
 */
export function readTable(table) {
  if (table === undefined) {
    return [];
  }
  const { columns, same = {}, rows } = table;
  const tuples = Array.isArray(rows)
    ? rows
    : Object.entries(rows).flatMap(([first, group]) => group.map((tuple) => [first, ...tuple]));
  return tuples.map((tuple) => ({
    ...same,
    ...Object.fromEntries(columns.map((name, index) => [name, tuple[index] ?? null])),
  }));
}
