// Completion over MCP: arguments of prompts and parts of the addresses of saved results. Every further keystroke cancels the
// previous request.
import { ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import { completePrompt } from "../operations/complete-prompt.ts";
import { ALL_PROMPTS } from "../operations/prompts.ts";
import { completeSaved, type ResourceContext } from "../operations/saved/saved-resources.ts";
import { SAVED_URI_TEMPLATE } from "../operations/saved/saved-uri.ts";
import { protocolError, protocolErrors } from "./failures.ts";
import type { OpenContext } from "./resources.ts";

/** The protocol's limit. */
const VALUES_MAX = 100;

interface Argument {
  readonly name: string;
  readonly value: string;
}

interface Values {
  readonly values: readonly string[];
  readonly more: boolean;
}

export function answerCompletions(server: Server, open: OpenContext): void {
  server.setRequestHandler("completion/complete", async ({ params: { ref, argument } }, context) => {
    const complete = ref.type === "ref/prompt" ? ofPrompt(ref.name, argument) : ofResource(ref.uri, argument);
    const { values, more } = await protocolErrors("a completion", async () => complete(await open(context)));
    return { completion: { values: values.slice(0, VALUES_MAX), hasMore: more || values.length > VALUES_MAX } };
  });
}

type Complete = (context: ResourceContext) => Promise<Values>;

function ofPrompt(name: string, argument: Argument): Complete {
  const prompt = ALL_PROMPTS.find((one) => one.name === name);
  if (prompt === undefined) {
    throw protocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name.slice(0, 80)}`);
  }
  return (context) => completePrompt(prompt, argument.name, argument.value, context);
}

function ofResource(uri: string, { name, value }: Argument): Complete {
  if (uri !== SAVED_URI_TEMPLATE || (name !== "project" && name !== "name")) {
    throw protocolError(
      ProtocolErrorCode.InvalidParams,
      `Unknown template or argument: ${uri.slice(0, 80)} ${name.slice(0, 80)}`,
    );
  }
  return async (context) => ({ values: await completeSaved(name, value, context), more: false });
}
