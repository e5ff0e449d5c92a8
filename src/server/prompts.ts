// Prompts over MCP: list and get. Only translates; operations/ defines the prompts.
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { ErrorCode, GetPromptRequestSchema, ListPromptsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { FastMCPSession } from "fastmcp";
import { composePrompt } from "../operations/compose-prompt.ts";
import { ALL_PROMPTS, type Prompt } from "../operations/prompts.ts";
import { protocolError, protocolErrors } from "./failures.ts";

type FastPrompt = ConstructorParameters<typeof FastMCPSession>[0]["prompts"][number];

/** A prompt in FastMCP's form, so that it announces the capability; all requests are answered by `answerPrompts`. */
export const promptOf = ({ name }: Prompt): FastPrompt => ({ name, load: async () => "" });

/** `tools`: the names of the offered tools; a prompt mentions no others. */
export function answerPrompts(server: Server, tools: ReadonlySet<string>): void {
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: ALL_PROMPTS.map(({ name, title, description, arguments: listed }) => ({
      name,
      title,
      description,
      arguments: listed.map(({ name, description, required }) => ({ name, description, required })),
    })),
  }));
  server.setRequestHandler(GetPromptRequestSchema, async ({ params }) => {
    const prompt = ALL_PROMPTS.find(({ name }) => name === params.name);
    if (prompt === undefined) {
      throw protocolError(ErrorCode.InvalidParams, `Unknown prompt: ${params.name.slice(0, 80)}`);
    }
    const compose = () => composePrompt(prompt, params.arguments ?? {}, tools);
    const text = await protocolErrors(`the prompt ${prompt.name}`, compose);
    return { description: prompt.description, messages: [{ role: "user", content: { type: "text", text } }] };
  });
}
