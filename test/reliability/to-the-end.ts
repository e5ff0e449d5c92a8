/** Flags of a command that waits for every word and every vector, so that its answer is the final one. */
export const TO_THE_END = [
  "--embed-up-to",
  "100000",
  "--search-wait-ms",
  "120000",
  "--first-answer-ms",
  "120000",
  "--finish-index",
  "off",
];
