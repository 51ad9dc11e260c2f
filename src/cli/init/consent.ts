/**
 * Asks a person for a yes, such as whether the changes that were shown may be written.
 */

/** Whether a person can be asked here. */
export function canAsk(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY && process.env['CI'] !== 'true';
}

/** True when the answer is yes. Anything else, and an input that ends, is no consent. */
export async function agreed(
  question = 'Write these changes?',
  input: NodeJS.ReadableStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Promise<boolean> {
  // Loaded here: `tripwire stop` asks nothing, and waits for all that it loads.
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input, output });
  const ended = new Promise<string>((resolve) => {
    lines.once('close', () => resolve(''));
  });
  try {
    const answer = await Promise.race([lines.question(`${question} [y/N] `), ended]);
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}
