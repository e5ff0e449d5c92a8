// Reserves stdout for the protocol: anything else in this process that writes there, such as a library's banner or console.log,
// goes to stderr.
import { Writable } from "node:stream";

let claimed: Writable | undefined;

/** Takes over stdout and returns the only stream that still reaches it. The first call is made before anything else runs. */
export function claimStdout(): Writable {
  claimed ??= claim();
  return claimed;
}

function claim(): Writable {
  const stdout = process.stdout;
  const write = stdout.write.bind(stdout);
  const protocol = new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, _encoding, done) => {
      write(chunk, (error) => done(error));
    },
  });
  stdout.on("error", (error) => protocol.destroy(error));
  // Streams piped into process.stdout and console.* both call its write method.
  stdout.write = process.stderr.write.bind(process.stderr);
  return protocol;
}
