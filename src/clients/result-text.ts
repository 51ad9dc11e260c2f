/**
 * A tool's result as text, whatever shape the client gives it.
 *
 * The loop compares results with each other, so what matters is that the same result always gives the same text and
 * that nothing of what the agent read is lost.
 */

/** The text of a result. Shapes without text of their own become JSON. */
export function resultText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(resultText).join('\n');
  if (typeof value !== 'object') return JSON.stringify(value);
  const members = value as Readonly<Record<string, unknown>>;
  // A block of text, as providers and MCP servers make them.
  if (typeof members['text'] === 'string') return members['text'];
  if (typeof members['stdout'] === 'string') {
    const outputs = [members['stdout'], members['stderr']];
    return outputs.filter((text) => typeof text === 'string' && text !== '').join('\n');
  }
  if (Array.isArray(members['content'])) return resultText(members['content']);
  return JSON.stringify(value);
}
