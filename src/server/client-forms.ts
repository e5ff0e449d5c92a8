// Which form of an answer a client's model reads best. JSON escapes each line end, tab and quote of source, so the structured form costs more
// tokens than the text (docs/records/answer-forms.md).

/**
 * Clients that hand their model the structured content alone, or both forms, and the text where there is no structured content: they get the
 * text alone. By the name under which they introduce themselves; docs/use/clients/README.md has what was seen.
 */
const READ_TEXT_ALONE: readonly string[] = ["claude-code", "codex-mcp-client", "kimi-code"];

/** `client`: as it introduced itself. Every other client gets both forms, since it may hand on either. */
export const readsTextAlone = (client: string): boolean => READ_TEXT_ALONE.includes(client);
