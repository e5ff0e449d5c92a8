// The forms in which the text of an answer about code can be had. What a client takes as structured content is JSON in any case.

export const ANSWER_FORMATS = ["text", "toon", "json"] as const;
export type AnswerFormat = (typeof ANSWER_FORMATS)[number];
