// The forms of the text of an answer about code. Structured content is always JSON.

export const ANSWER_FORMATS = ["text", "toon", "json"] as const;
export type AnswerFormat = (typeof ANSWER_FORMATS)[number];
