/**
 * A worker's output as lines that a person, or an advisor, can read.
 *
 * One client tells its steps as JSON, one a line; of those the words and the calls are kept. Everything else is already
 * text.
 */
import { parseJson } from '../../base/json-text.ts';
import { fieldsOf, type JsonObject } from '../../base/json-values.ts';

const RESULT_LENGTH_MAX = 2_000;
const ARGS_LENGTH_MAX = 600;
const COLOURS = new RegExp(String.raw`\u001B\[[0-9;?]*[A-Za-z]`, 'g');

/** The lines of an output; `before` are those that came before it. */
export function readableOutput(output: string, before: readonly string[] = []): readonly string[] {
  const lines: string[] = [];
  for (const line of output.split('\n')) {
    const entry = isEntry(line) ? entryOf(line) : null;
    const more = entry === null ? [plain(line)] : entryLines(entry);
    // The result is the last words once more, where they were told when they were said.
    const isKnown = entry?.['type'] === 'result' && endsWith([...before, ...lines], more);
    if (!isKnown) lines.push(...more);
  }
  return lines;
}

function endsWith(lines: readonly string[], last: readonly string[]): boolean {
  return last.length > 0 && lines.slice(-last.length).join('\n') === last.join('\n');
}

function plain(line: string): string {
  return line.replaceAll(COLOURS, '').trimEnd();
}

function entryLines(entry: JsonObject): readonly string[] {
  if (entry['type'] === 'result') {
    const { result, errors } = entry;
    return [...linesOf(result), ...(Array.isArray(errors) ? errors.flatMap(linesOf) : [])];
  }
  const { content } = fieldsOf(entry['message']);
  return Array.isArray(content) ? content.flatMap((part) => partLines(fieldsOf(part))) : [];
}

/** The last entry has its type anywhere in it. */
function isEntry(line: string): boolean {
  return line.startsWith('{"type":') || (line.startsWith('{') && line.includes('"type":"result"'));
}

function partLines(part: JsonObject): readonly string[] {
  switch (part['type']) {
    case 'text':
      return linesOf(part['text']);
    case 'tool_use':
      return [`→ ${named(part['name'])} ${clipped(part['input'], ARGS_LENGTH_MAX)}`];
    case 'tool_result':
      return linesOf(clipped(part['content'], RESULT_LENGTH_MAX)).map((one) => `  ${one}`);
    default:
      return [];
  }
}

function clipped(value: unknown, lengthMax: number): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return text.length > lengthMax ? `${text.slice(0, lengthMax)} …` : text;
}

function linesOf(value: unknown): readonly string[] {
  return typeof value === 'string' ? value.split('\n') : [];
}

function named(value: unknown): string {
  return typeof value === 'string' ? value : 'a tool';
}

function entryOf(line: string): JsonObject | null {
  const value = parseJson(line);
  return value === undefined ? null : fieldsOf(value);
}
