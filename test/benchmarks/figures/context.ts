// Contexts for tasks in plain words, through a server: each task for the first time, and what the memory of a conversation adds, at its
// first question in a server that has just started and at a later one.
import { quantile, timed } from "../support.ts";
import { type Bench, type Measured, roundsFor } from "./part.ts";
import { environmentIn, type Server, startServer } from "./program.ts";
import { settle } from "./queries.ts";

/** Asked first and not counted. */
const WARM_UP = 5;
const ASKED = 40;
/** Questions of a conversation, each asked once within it and once without. */
const FOLLOW_UPS = 10;

/** Milliseconds; with `session`, in the conversation of that name. */
const msOf = async (server: Server, task: string, session?: string): Promise<number> => {
  const input = session === undefined ? { task } : { task, session };
  return (await timed(() => server.call("gather_context", input))).ms;
};

export async function measureContext({ program, project, home, questions }: Bench): Promise<readonly Measured[]> {
  const name = `bench-${Date.now().toString(36)}`;
  const [first = "", ...others] = questions;
  // What a task's searches found is not to be at hand when the same task is asked within the conversation.
  const env = environmentIn(home, { CONTEXT_BROKER_QUERY_CACHE: "off" });
  const opened: number[] = [];
  for (let round = 0; round < roundsFor(project); round++) {
    const server = await startServer(program, project.root, env);
    opened.push(await msOf(server, first, `${name}-${round}`));
    await server.close();
  }
  const server = await startServer(program, project.root, env);
  try {
    for (const task of others.slice(0, WARM_UP)) {
      await msOf(server, task);
    }
    await settle(server);
    const times: number[] = [];
    for (const task of others.slice(WARM_UP, WARM_UP + ASKED)) {
      times.push(await msOf(server, task));
    }
    const added: number[] = [];
    for (const task of others.slice(WARM_UP, WARM_UP + FOLLOW_UPS)) {
      const without = await msOf(server, task);
      added.push((await msOf(server, task, `${name}-0`)) - without);
    }
    return [
      { name: "context of a task p50", values: [quantile(times, 0.5)] },
      { name: "context of a task p95", values: [quantile(times, 0.95)] },
      { name: "first context of a conversation, server just started", values: opened },
      { name: "added by a conversation that is remembered", values: [quantile(added, 0.5)] },
    ];
  } finally {
    await server.close();
  }
}
