// Whether a process is there to be signalled. One that has ended is until its parent has taken note, so a test polls.

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
