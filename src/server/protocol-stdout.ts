// Reserves stdout for the protocol: anything else in this process that writes there, such as a library's banner or console.log,
// goes to stderr.
import { Writable } from "node:stream";

let claimed: Writable | undefined;
/** Ids, as JSON, of requests that the client has the answer to. */
const unwanted = new Set<string>();

/** Takes over stdout and returns the only stream that still reaches it. The first call is made before anything else runs. */
export function claimStdout(): Writable {
  claimed ??= claim();
  return claimed;
}

/** Leaves out the first answer that is written from now on to each of these ids, given as JSON. */
export function leaveOutAnswers(ids: Iterable<string>): void {
  for (const id of ids) {
    unwanted.add(id);
  }
}

/** `message`: one line. */
function isUnwanted(message: string): boolean {
  try {
    const { id, method } = JSON.parse(message) as { readonly id?: unknown; readonly method?: unknown };
    return method === undefined && unwanted.delete(JSON.stringify(id));
  } catch {
    // Whatever it is, it is no answer to one of them.
    return false;
  }
}

function claim(): Writable {
  const stdout = process.stdout;
  const write = stdout.write.bind(stdout);
  const protocol = new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, _encoding, done) => {
      if (unwanted.size > 0 && isUnwanted(chunk.toString())) {
        done();
        return;
      }
      write(chunk, (error) => done(error));
    },
  });
  stdout.on("error", (error) => protocol.destroy(error));
  // Streams piped into process.stdout and console.* both call its write method.
  stdout.write = process.stderr.write.bind(process.stderr);
  return protocol;
}
