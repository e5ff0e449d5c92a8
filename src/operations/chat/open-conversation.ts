// A conversation with the language model: what is sent with each of its tasks beside what was gathered for it, and what it remembers. A language
// model remembers nothing, so whatever it should still know is sent again.
import { ContextBudget } from "../../context/budget.ts";
import { type Exchange, openMemory, type SessionMemory } from "../../context/memory/session-memory.ts";
import { ENTRIES_MAX } from "../../context/memory/session-store.ts";
import { withSnapshot } from "../../index/with-snapshot.ts";
import { readUnchanged } from "../../project/read-admitted.ts";
import type { GatheredItem, PreparedContext } from "../../reason/contract/prepared-context.ts";
import { loadTokenCounter } from "../../system/token-counter.ts";
import { splitLines } from "../../vocabulary/text.ts";
import { getRepoOverview } from "../code/project/get-repo-overview.ts";
import type { OperationContext } from "../contract/operation.ts";
import type { ProjectSession } from "../contract/services.ts";
import type { InConversation } from "../reason/open-reasoning.ts";
import { type Fitted, fitWindow } from "./fit-window.ts";

const GATHERED_TOKENS_MAX = 8_000;
const OVERVIEW_TOKENS_MAX = 1_500;
/** What a language model may write, and what a prompt has beside its source. */
const RESERVED = { forResponse: 8_000, forSystem: 2_000 };

export interface Conversation extends InConversation {
  /** Of what is gathered for one task. */
  readonly maxTokens: number;
  /** Tokens that the window has for what is sent. */
  readonly capacity: number;
  /** What was sent last; null before the first task. */
  readonly sent: Fitted | null;
  /** Whether the coming task asks for edits, whatever its words are. */
  asksForEdits: boolean;
  remember(exchange: Exchange, context: OperationContext): Promise<void>;
}

/** `session`: its name; a name of before resumes it. Throws INVALID_INPUT for what is no name. */
export async function openConversation(
  root: string,
  session: string,
  context: OperationContext,
): Promise<Conversation> {
  const counter = await loadTokenCounter();
  const window = { tokens: context.services.settings.languageModelWindow, ...RESERVED };
  const { capacity } = new ContextBudget(counter, window);
  const withMemory = <Value>(asked: OperationContext, use: (memory: SessionMemory) => Value): Promise<Value> =>
    asked.services.withProject(root, async (project) =>
      use(openMemory({ folder: (await project.index()).folder, session, counter })),
    );
  const overviewTokens = Math.min(OVERVIEW_TOKENS_MAX, Math.floor(capacity / 8));
  let exchanges = await withMemory(context, (memory) => memory.exchanges());
  let sent: Fitted | null = null;
  const conversation: Conversation = {
    session,
    capacity,
    maxTokens: Math.min(GATHERED_TOKENS_MAX, Math.floor(capacity / 2)),
    asksForEdits: false,
    get sent() {
      return sent;
    },
    async extend(task, gathered, asked) {
      const input = { project: root, max_tokens: overviewTokens, format: "text" };
      const { text } = await getRepoOverview.run(input, asked);
      // Where the project is on this machine is nobody's business.
      const overview = text.replace(`\n${root}\n`, "\n");
      const before = await asked.services.withProject(root, (project) => itemsAt(gathered, project));
      const all = { ...gathered, items: [...before, ...gathered.items] };
      sent = fitWindow({ task, gathered: all, overview, exchanges }, new ContextBudget(counter, window));
      return conversation.asksForEdits ? { ...sent.context, intent: "fix", parts: [] } : sent.context;
    },
    async remember(exchange, asked) {
      // Also where it cannot be kept.
      exchanges = [...exchanges, exchange].slice(-ENTRIES_MAX.exchange);
      await withMemory(asked, (memory) => {
        memory.keepExchange(exchange);
        memory.save();
      });
    },
  };
  return conversation;
}

/** The lines that an earlier answer had, as they are now, with the symbols that they belong to; without those of files that changed. */
async function itemsAt({ shownBefore, named }: PreparedContext, project: ProjectSession): Promise<GatheredItem[]> {
  const [index, corpus] = await Promise.all([project.index(), project.corpus()]);
  const items = shownBefore.map(async (place): Promise<GatheredItem[]> => {
    const [, path = "", first = "", last = ""] = /^(.+):(\d+)-(\d+)$/.exec(place) ?? [];
    const [startLine, endLine] = [Number(first), Number(last)];
    const found = withSnapshot(index, (snapshot) => {
      const document = snapshot.documentAt(path);
      const symbols = document === undefined ? [] : snapshot.symbols(document.id).map((symbol) => ({ ...symbol }));
      return { document, symbols: symbols.filter((one) => one.startLine <= endLine && one.endLine >= startLine) };
    });
    const text = found.document === undefined ? undefined : (await readUnchanged(corpus, found.document))?.text;
    if (text === undefined) {
      return [];
    }
    const source = splitLines(text)
      .slice(startLine - 1, endLine)
      .join("\n");
    const symbols = found.symbols.map((symbol) => symbol.path);
    const isNamed = symbols.some((symbol) => named.includes(`${path}#${symbol}`));
    const about = { path, why: "shown before", priority: isNamed ? "critical" : "high" } as const;
    // The names say which files a task means that names a symbol.
    const ofSymbols = symbols.map((symbol) => ({ ...about, symbol, stretches: [] }));
    return [{ ...about, symbol: null, stretches: [{ startLine, endLine, source }] }, ...ofSymbols];
  });
  return (await Promise.all(items)).flat();
}
