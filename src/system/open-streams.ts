// Names that stand for something to write to that is no file: a device, a pipe, or a descriptor that the process has open.
import { statSync } from "node:fs";

const OWN_DESCRIPTOR = /^\/(?:dev\/(?:std(?<standard>out|err)|fd\/(?<dev>\d{1,4}))|proc\/self\/fd\/(?<proc>\d{1,4}))$/;

/** The number of this process's descriptor that an absolute path stands for, `/dev/stdout` for example; null for any other path. */
export function ownDescriptor(path: string): number | null {
  const { standard, dev, proc } = OWN_DESCRIPTOR.exec(path)?.groups ?? {};
  if (standard !== undefined) {
    return standard === "out" ? 1 : 2;
  }
  const number = dev ?? proc;
  return number === undefined ? null : Number(number);
}

/** Whether what is written to an absolute path becomes this process's standard output. */
export const isStandardOutput = (path: string): boolean => ownDescriptor(path) === 1;

/** Whether an absolute path leads to a device, a pipe or a descriptor of this process. */
export function isOpenStream(path: string): boolean {
  if (ownDescriptor(path) !== null) {
    return true;
  }
  try {
    const stats = statSync(path);
    return !stats.isFile() && !stats.isDirectory();
  } catch {
    return false;
  }
}
