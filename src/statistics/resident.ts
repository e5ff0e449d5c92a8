// Tokens that stay in a client's context: an answer is sent to the model again with every later turn of its conversation. This server sees
// only the turns that call one of its tools, so the sums are lower bounds.
//
//   const conversations = new Conversations();
//   resident.add(session, conversations.add(session, ended, milliseconds), tokens);   // each answer, in the order of the journal
//   resident.sum(conversations);                                                      // after the last one

/** Counts the turns of each conversation. Calls that overlap in time count as one turn: the model gets their answers together. */
export class Conversations {
  readonly #conversations = new Map<string, { count: number; until: number }>();

  /** The turn of an answer, from 1. `ended`: when it was sent, in milliseconds since 1970; `milliseconds`: how long it took. */
  add(session: string, ended: number, milliseconds: number): number {
    const conversation = this.#conversations.get(session) ?? { count: 0, until: Number.NEGATIVE_INFINITY };
    this.#conversations.set(session, conversation);
    conversation.count += ended - milliseconds >= conversation.until ? 1 : 0;
    conversation.until = Math.max(conversation.until, ended);
    return conversation.count;
  }

  of(session: string): number {
    return this.#conversations.get(session)?.count ?? 0;
  }
}

/** Sums tokens × later turns: the tokens of each answer times the number of turns after its own. */
export class Resident {
  /** By conversation: the sum of tokens, and the sum of tokens × turn. Both are needed, since the last turn is known only at the end. */
  readonly #bySession = new Map<string, { tokens: number; weighted: number }>();

  add(session: string, turn: number, tokens: number): void {
    const sums = this.#bySession.get(session) ?? { tokens: 0, weighted: 0 };
    this.#bySession.set(session, sums);
    sums.tokens += tokens;
    sums.weighted += tokens * turn;
  }

  sum(conversations: Conversations): number {
    return [...this.#bySession].reduce(
      (total, [session, { tokens, weighted }]) => total + tokens * conversations.of(session) - weighted,
      0,
    );
  }
}
