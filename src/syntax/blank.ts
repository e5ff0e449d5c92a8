/** As many spaces as the text has characters, with its line breaks in their places. */
export const blank = (text: string): string => text.replace(/[^\r\n]/g, " ");
