// Drives browsers that Playwright has no stock driver for, an installed Firefox and WebKitGTK, by the WebDriver (W3C) of each.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

type Scheme = "light" | "dark";

/** Asks the driver about its session. */
type Post = <Value>(path: string, body: object) => Promise<Value>;

interface Engine {
  /** The driver, and what it is started by; all of them on the PATH. */
  readonly programs: readonly string[];
  readonly args: (port: number) => readonly string[];
  readonly capabilities: (scheme: Scheme) => object;
  /** What else makes its window as narrow as a telephone. */
  readonly narrow?: (post: Post) => Promise<void>;
  /** `folder`: empty, for files that it reads. */
  readonly env?: (scheme: Scheme, folder: string) => Readonly<Record<string, string>>;
}

const ENGINES: Readonly<Record<string, Engine>> = {
  firefox: {
    programs: ["firefox-esr", "geckodriver"],
    args: (port) => ["geckodriver", "--allow-system-access", "--port", String(port)],
    capabilities: (scheme) => ({
      browserName: "firefox",
      "moz:firefoxOptions": {
        args: ["-headless"],
        prefs: { "layout.css.prefers-color-scheme.content-override": scheme === "dark" ? 0 : 1 },
      },
    }),
    narrow: async (post) => {
      await post("/moz/context", { context: "chrome" });
      const script = "document.documentElement.style.setProperty('min-width', '0', 'important')";
      await post("/execute/sync", { script, args: [] });
      await post("/moz/context", { context: "content" });
    },
  },
  webkit: {
    programs: ["WebKitWebDriver", "xvfb-run"],
    args: (port) => ["xvfb-run", "-a", "-s", "-screen 0 1600x1200x24", "WebKitWebDriver", "-p", String(port)],
    capabilities: () => ({ browserName: "MiniBrowser" }),
    env: (scheme, folder) => {
      // The window cannot be narrower than its toolbar.
      mkdirSync(join(folder, "gtk-3.0"), { recursive: true });
      writeFileSync(join(folder, "gtk-3.0", "gtk.css"), "* { min-width: 0; margin: 0; padding: 0; font-size: 4px; }");
      const theme = scheme === "dark" ? "Adwaita:dark" : "Adwaita";
      return { GTK_THEME: theme, XDG_CONFIG_HOME: folder, TMPDIR: folder };
    },
  },
};

function isOnPath(program: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** The engines whose programs are all on the PATH. */
export const installedEngines = (): string[] =>
  Object.keys(ENGINES).filter((name) => ENGINES[name]?.programs.every(isOnPath));

/** Keys without a character, as WebDriver sends them. */
export const KEY = { enter: "\uE007", escape: "\uE00C", up: "\uE013", down: "\uE015", right: "\uE014" } as const;

export interface Driven {
  readonly version: string;
  readonly go: (url: string) => Promise<void>;
  /** What the body of a function answers that is run in the page. */
  readonly run: <Answer>(body: string, ...args: readonly unknown[]) => Promise<Answer>;
  /** Presses keys one after another, wherever the focus is. */
  readonly press: (...keys: readonly string[]) => Promise<void>;
  /** Presses the mouse's button on the first element. */
  readonly click: (css: string) => Promise<void>;
  /** Of the window, CSS pixels. */
  readonly resize: (width: number, height: number) => Promise<void>;
  /** A PNG of what is visible. */
  readonly picture: () => Promise<Buffer>;
  readonly close: () => Promise<void>;
}

interface Session {
  readonly sessionId: string;
  readonly capabilities: { readonly browserVersion: string };
}

const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** `folder`: for files of the browser's own. */
export async function drive(name: string, scheme: Scheme, folder: string): Promise<Driven> {
  const engine = ENGINES[name];
  if (engine === undefined) {
    throw new Error(`no engine ${name}: there are ${Object.keys(ENGINES).join(", ")}`);
  }
  const port = await freePort();
  const [program = "", ...args] = engine.args(port);
  const env = { ...process.env, ...engine.env?.(scheme, join(folder, `${name}-${scheme}`)) };
  const driver = spawn(program, args, { stdio: "ignore", detached: true, env });
  const stop = async (): Promise<void> => {
    const exited = once(driver, "exit");
    process.kill(-(driver.pid ?? 0));
    await exited;
  };
  const ask = asking(`http://127.0.0.1:${port}`);
  try {
    await started(driver, () => ask("GET", "/status"));
    const alwaysMatch = engine.capabilities(scheme);
    const { sessionId, capabilities } = await ask<Session>("POST", "/session", { capabilities: { alwaysMatch } });
    const driven = drivenBy(ask, `/session/${sessionId}`);
    await engine.narrow?.(driven.post);
    const close = () => ask("DELETE", `/session/${sessionId}`).then(stop);
    return { ...driven, version: capabilities.browserVersion, close };
  } catch (error) {
    if (driver.exitCode === null) {
      await stop();
    }
    throw error;
  }
}

type Ask = ReturnType<typeof asking>;

function drivenBy(ask: Ask, at: string): Omit<Driven, "version" | "close"> & { readonly post: Post } {
  const post: Post = (path, body) => ask("POST", `${at}${path}`, body);
  return {
    post,
    go: (url) => post("/url", { url }),
    run: (script, ...given) => post("/execute/sync", { script, args: given }),
    press: async (...keys) => {
      const actions = keys.flatMap((value) => ["keyDown", "keyUp"].map((type) => ({ type, value })));
      await post("/actions", { actions: [{ type: "key", id: "keyboard", actions }] });
    },
    click: async (value) => {
      const { [ELEMENT]: id } = await post<Record<string, string>>("/element", { using: "css selector", value });
      await post(`/element/${id}/click`, {});
    },
    resize: (width, height) => post("/window/rect", { width, height }),
    picture: async () => Buffer.from(await ask<string>("GET", `${at}/screenshot`), "base64"),
  };
}

const asking =
  (origin: string) =>
  async <Value>(method: "GET" | "POST" | "DELETE", path: string, body?: object): Promise<Value> => {
    const response = await fetch(`${origin}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
    const { value } = (await response.json()) as { value: Value & { error?: string; message?: string } };
    if (!response.ok) {
      throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    }
    return value;
  };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function started(driver: ChildProcess, ask: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; attempt < 200 && driver.exitCode === null; attempt += 1) {
    try {
      await ask();
      return;
    } catch {
      await wait(100);
    }
  }
  throw new Error(`${driver.spawnfile} does not answer`);
}
