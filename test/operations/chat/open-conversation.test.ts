// A conversation over a real index: what it sends again, and what it remembers in another process.
import { afterAll, beforeAll, expect, it } from "vitest";
import { completeWord } from "../../../src/operations/chat/complete-word.ts";
import { type Conversation, openConversation } from "../../../src/operations/chat/open-conversation.ts";
import { gatherContext } from "../../../src/operations/context/gather-context.ts";
import { prepareBy } from "../../../src/operations/reason/prepare-context.ts";
import { openToolsInProcess, type ToolsInProcess } from "../../support/tools-in-process.ts";

const FILES = {
  "src/cart.ts":
    "export class Cart {\n  total(): number {\n    return roundCents(1);\n  }\n}\n\nexport function roundCents(cents: number): number {\n  return Math.round(cents);\n}\n",
  "src/checkout/pay.ts":
    'import { Cart } from "../cart.ts";\n\nexport const pay = (cart: Cart): number => cart.total();\n',
};

let tools: ToolsInProcess;
beforeAll(async () => {
  tools = await openToolsInProcess(FILES);
});
afterAll(() => tools.close());

const open = (session: string): Promise<Conversation> => openConversation(tools.root, session, tools.context());

async function send(conversation: Conversation, task: string) {
  const { session, maxTokens } = conversation;
  const prepare = prepareBy(gatherContext, { project: tools.root, session }, tools.context());
  const { signal } = new AbortController();
  const gathered = await prepare(task, { maxTokens, focus: [], signal });
  return { gathered, sent: await conversation.extend(task, gathered, tools.context()) };
}

it("sends lines again that an earlier answer had, as critical where the task names their symbol", async () => {
  const first = await open("talk");
  const { sent } = await send(first, "explain roundCents");
  expect(sent.background.map(({ title }) => title)).toEqual(["The project"]);
  await first.remember({ question: "explain roundCents", answer: "It rounds." }, tools.context());
  const later = await open("talk");
  const { gathered, sent: again } = await send(later, "fix roundCents");
  expect(gathered.items.map(({ path }) => path)).not.toContain("src/cart.ts");
  expect(gathered.shownBefore).not.toEqual([]);
  const ofSymbol = again.items.filter(({ symbol }) => symbol === "roundCents");
  expect(ofSymbol).toMatchObject([{ path: "src/cart.ts", priority: "critical", stretches: [] }]);
  const lines = again.items.flatMap(({ stretches }) => stretches.map(({ source }) => source)).join("\n");
  expect(lines).toContain("return Math.round(cents);");
  expect(again.background.at(-1)).toMatchObject({ text: "Question: explain roundCents\n\nAnswer: It rounds." });
  expect(again.background[0]?.text).not.toContain(tools.root);
});

it("asks for edits where it is told to, whatever the task's words are", async () => {
  const conversation = await open("edits");
  conversation.asksForEdits = true;
  const { sent } = await send(conversation, "roundCents() rounds up; then it is called by Cart.total");
  expect(sent).toMatchObject({ intent: "fix", parts: [] });
});

it.each([
  ["src/c", ["src/cart.ts", "src/checkout/"]],
  ["src/checkout/", ["src/checkout/pay.ts"]],
  ["src/cart.ts#Ca", ["src/cart.ts#Cart", "src/cart.ts#Cart.total"]],
  ["round", ["roundCents"]],
  ["Cart.t", ["Cart.total"]],
  ["nothing", []],
])("completes %s", async (word, completions) => {
  expect(await completeWord(word, tools.root, tools.context())).toEqual(completions);
});
