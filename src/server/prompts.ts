// Prompts over MCP: list and get. Only translates; operations/ defines the prompts.
import { ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import { composePrompt } from "../operations/compose-prompt.ts";
import { ALL_PROMPTS } from "../operations/prompts.ts";
import { protocolError, protocolErrors } from "./failures.ts";

/** `tools`: the names of the offered tools; a prompt mentions no others. */
export function answerPrompts(server: Server, tools: ReadonlySet<string>): void {
  server.setRequestHandler("prompts/list", () => ({
    prompts: ALL_PROMPTS.map(({ name, title, description, arguments: listed }) => ({
      name,
      title,
      description,
      arguments: listed.map(({ name, description, required }) => ({ name, description, required })),
    })),
  }));
  server.setRequestHandler("prompts/get", async ({ params }) => {
    const prompt = ALL_PROMPTS.find(({ name }) => name === params.name);
    if (prompt === undefined) {
      throw protocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${params.name.slice(0, 80)}`);
    }
    const compose = () => composePrompt(prompt, params.arguments ?? {}, tools);
    const text = await protocolErrors(`the prompt ${prompt.name}`, compose);
    return { description: prompt.description, messages: [{ role: "user", content: { type: "text", text } }] };
  });
}
