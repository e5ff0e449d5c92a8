// The sets that tools come in. Each tool is in one of them, since a client pays for every tool in every conversation.

/** `edit` has the tools that change files, and those that go with them; `emacs` those that the user's running Emacs offers. */
export const TOOLSETS = ["search", "code", "code-more", "edit", "emacs"] as const;
export type Toolset = (typeof TOOLSETS)[number];

/** What a server offers: sets, or all that only read. */
export type Offer = readonly (Toolset | "all")[];

/** Only a user who names `edit` or `emacs` gets it: `all` was chosen by people for whom every tool only read. */
export const offers = (offer: Offer, toolset: Toolset): boolean =>
  offer.includes(toolset) || (offer.includes("all") && toolset !== "edit" && toolset !== "emacs");

/**
 * Whether only Emacs decides what a session may do, as for an agent that it holds to a scope. Then nothing else is offered, nor anything that every
 * other session has, such as saved results.
 */
export const isOfEmacsAlone = (offer: Offer): boolean => offer.length > 0 && offer.every((set) => set === "emacs");
