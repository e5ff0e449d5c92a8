// @ts-check
// Saves the answer to a question and reads it back as an MCP resource, as another assistant would. Deletes it in the end.
//
//   node examples/save-and-read.mjs how are orders stored
import process from "node:process";
import { callTool, connect } from "./connect.mjs";

const NAME = "context-broker example";

const client = await connect();
try {
  const query = process.argv.slice(2).join(" ") || "how are search results saved";
  const saved = await callTool(client, "saved_results", { action: "save", query, name: NAME, overwrite: true });
  process.stdout.write(`${saved["summary"]}\n`);
  if (saved["outcome"] === "found") {
    const { contents } = await client.readResource({ uri: saved["uri"] });
    for (const content of contents) {
      process.stdout.write(`${content.uri} (${content.mimeType})\n${"text" in content ? content.text : ""}\n`);
    }
    await callTool(client, "saved_results", { action: "delete", name: NAME });
  }
} finally {
  await client.close();
}
