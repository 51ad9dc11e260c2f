/** What can be said of anything that was thrown: it need not be an Error. */

/** The code that the system gave an error, such as `ENOENT`; null for every other error. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null;
}
