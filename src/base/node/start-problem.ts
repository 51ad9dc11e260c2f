/** Why a command could not be started, in words: Node's own name a system call and a number. */
const words: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such command',
  EACCES: 'it may not be executed (permission denied)',
};

/** What the `error` of a child process says. */
export function startProblem(error: Error): string {
  const code = 'code' in error ? String(error.code) : '';
  return words[code] ?? error.message;
}
