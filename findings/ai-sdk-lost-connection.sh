#!/bin/sh
# streamText of the `ai` SDK calls `onError` for an error that a provider reports in its stream, and for a stream that ends without a finish
# reason. For a connection that is lost in the middle it does not: neither `onError` nor `onFinish` is called, no part of the type `error` comes,
# and reading fullStream throws, with the message "Failed to process successful response" and the status 200. The page "streamText is not working"
# says that errors become part of the stream and are not thrown, and that onError hears of them.
# So whoever logs or counts failures in onError misses lost connections, and a status of 200 says nothing about success.
# Exits 1 if the SDK behaves otherwise.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --ignore-scripts --no-audit --no-fund ai@6.0.325 @ai-sdk/openai-compatible@2.0.92 zod@4.6.7
cat > lose.mjs <<'EOF'
import { once } from "node:events";
import { createServer } from "node:http";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { streamText } from "ai";
const data = (value) => `data: ${JSON.stringify(value)}\n\n`;
const choices = [{ index: 0, delta: { content: "Half" }, finish_reason: null }];
const half = data({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices });
const cases = [
  ["a reported error", (response) => response.end(half + data({ error: { message: "overloaded" } })), "error: 1; onError: 1; onFinish: 1; nothing"],
  ["no finish reason", (response) => response.end(half), "error: 1; onError: 1; onFinish: 1; nothing"],
  [
    "a lost connection",
    (response) => response.write(half, () => setTimeout(() => response.socket.destroy(), 50)),
    "error: 0; onError: 0; onFinish: 0; Failed to process successful response (200)",
  ],
];
let changed = 0;
for (const [name, answer, seen] of cases) {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "text/event-stream" });
    answer(response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const model = createOpenAICompatible({ name: "x", baseURL: `http://127.0.0.1:${server.address().port}/v1` })("m");
  let [errors, onError, onFinish, thrown] = [0, 0, 0, "nothing"];
  const { fullStream } = streamText({ model, prompt: "hi", onError: () => void (onError += 1), onFinish: () => void (onFinish += 1) });
  try {
    for await (const { type } of fullStream) errors += type === "error" ? 1 : 0;
  } catch (error) {
    thrown = `${error.message} (${error.statusCode})`;
  }
  const found = `error: ${errors}; onError: ${onError}; onFinish: ${onFinish}; ${thrown}`;
  console.log(`${name}: parts of the type ${found} thrown`);
  changed += found === seen ? 0 : 1;
  server.closeAllConnections();
  server.close();
}
process.exit(changed === 0 ? 0 : 1);
EOF
node lose.mjs
