// Signatures of overloads, as DefinitionFact.signature has them.

/** A definition does not repeat the defaults of its prototype. */
export const withoutDefaults = (signature: string): string => signature.replaceAll("=", "");
