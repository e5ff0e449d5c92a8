// Prompts over MCP: list and get. Only translates; operations/ defines the prompts.
import { type Prompt as PromptEntry, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import { watchSending } from "../operations/answer/record-sent.ts";
import { composePrompt } from "../operations/compose-prompt.ts";
import { ALL_PROMPTS } from "../operations/prompts.ts";
import type { ResourceContext } from "../operations/saved/saved-resources.ts";
import { log } from "../system/log.ts";
import { protocolError, protocolErrors } from "./failures.ts";
import type { OpenContext } from "./resources.ts";

/**
 * `tools`: the names of the offered tools; a prompt mentions no others. `open`: for the savings journal, which counts what models are sent;
 * where it cannot be opened, prompts are answered all the same.
 */
export function answerPrompts(server: Server, tools: ReadonlySet<string>, open: OpenContext): void {
  server.setRequestHandler("prompts/list", () => ({ prompts: listedPrompts() }));
  server.setRequestHandler("prompts/get", async ({ params }, context) => {
    const prompt = ALL_PROMPTS.find(({ name }) => name === params.name);
    if (prompt === undefined) {
      throw protocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${params.name.slice(0, 80)}`);
    }
    const compose = () => composePrompt(prompt, params.arguments ?? {}, tools);
    const text = await protocolErrors(`the prompt ${prompt.name}`, compose);
    await record(text, () => open(context));
    return { description: prompt.description, messages: [{ role: "user", content: { type: "text", text } }] };
  });
}

export const listedPrompts = (): PromptEntry[] =>
  ALL_PROMPTS.map(({ name, title, description, arguments: listed }) => ({
    name,
    title,
    description,
    arguments: listed.map(({ name, description, required }) => ({ name, description, required })),
  }));

async function record(text: string, open: () => Promise<ResourceContext>): Promise<void> {
  let opened: ResourceContext;
  try {
    opened = await open();
  } catch (error) {
    log("info", "a prompt is not in the savings journal", { error: String(error) });
    return;
  }
  await watchSending(opened.services, { ...opened, onProgress: () => undefined }).record("prompts/get", text);
}
