// The sets that tools come in. Each tool is in one of them, since a client pays for every tool in every conversation.

export const TOOLSETS = ["search", "code", "code-more"] as const;
export type Toolset = (typeof TOOLSETS)[number];

/** What a server offers: sets, or all of them. */
export type Offer = readonly (Toolset | "all")[];

export const offers = (offer: Offer, toolset: Toolset): boolean => offer.includes("all") || offer.includes(toolset);
