/**
 * Asks for a name to be typed again, so that nobody releases an agent by habit.
 */

/** True when the name was typed. An input that ends is no consent. */
export async function confirmName(
  name: string,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<boolean> {
  // Loaded here: `tripwire stop` asks nothing, and waits for all that it loads.
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input, output, terminal: false });
  const ended = new Promise<string>((resolve) => {
    lines.once('close', () => resolve(''));
  });
  try {
    const question = `Type the name of the agent to let it work again (${name}): `;
    const typed = await Promise.race([lines.question(question), ended]);
    return typed.trim() === name;
  } finally {
    lines.close();
  }
}
