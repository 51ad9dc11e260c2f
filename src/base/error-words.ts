/** What can be said of anything that was thrown: it need not be an Error. */

/** The code that the system gave an error, such as `ENOENT`; null for every other error. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null;
}

/** The message of an error; anything else as a text. */
export function errorWords(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
