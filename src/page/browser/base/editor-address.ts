// The address by which the browser hands a place of the project to the user's editor.

export interface Here {
  /** The project's, as the system writes it. */
  readonly root: string;
  /** The user's setting: a link with `{path}` and `{line}`; null without one. */
  readonly editor_link: string | null;
}

/** `place`: `src/a.ts`, `src/a.ts:3` or `src/a.ts:3-9`. Null without a link. */
export function editorAddress({ root, editor_link: link }: Here, place: string): string | null {
  if (link === null || root === "") {
    return null;
  }
  const [, path = place, line = "1"] = /^(.*?)(?::(\d+)(?:-\d+)?)?$/s.exec(place) ?? [];
  const whole = `${root.replaceAll("\\", "/")}/${path}`.split("/").map(encodeURIComponent).join("/");
  // A drive's colon is part of a path.
  const absolute = whole.replace(/^([A-Za-z])%3A/, "$1:");
  return link
    .split("/{path}")
    .join(`/${absolute.replace(/^\//, "")}`)
    .split("{path}")
    .join(absolute)
    .split("{line}")
    .join(line);
}
