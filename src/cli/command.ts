/** What a module of a command exports, as `command`. */
export interface Command {
  /** How it is used, what it does, and its exit codes. */
  readonly help: string;
  /** Runs it with the words after its name; resolves with its exit code. */
  readonly run: (args: readonly string[]) => Promise<number>;
}
