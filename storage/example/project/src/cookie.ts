/** The value of one cookie in a request's Cookie header. */
export function readCookie(header: string, name: string): string | null {
  for (const pair of header.split("; ")) {
    const [key, value] = pair.split("=", 2);
    if (key === name && value !== undefined) {
      return value;
    }
  }
  return null;
}
