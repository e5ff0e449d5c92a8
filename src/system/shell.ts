/** One argument as a POSIX shell reads it: `it's` becomes `'it'\''s'`. */
export function shellQuoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
