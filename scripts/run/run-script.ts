/**
 * The frame of a script that is started by its name: its words go in, its exit code comes out, and an error is one line.
 */

/** A script: the words behind its name, and its exit code. */
export type ScriptMain = (args: readonly string[]) => Promise<number>;

/** Runs it to its end. */
export async function runScript(name: string, main: ScriptMain): Promise<void> {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 2;
  }
}

/** The number that was given for an option; it must be above 0. */
export function positive(option: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`${option} takes a number above 0, not ${text}`);
  return value;
}
