/**
 * The visible text of a content, in the forms in which clients and providers write it.
 *
 * Content is a text or a list of parts. Pictures and files are told apart by their size alone; their
 * data goes nowhere. What the model thought has no visible text.
 */
import { fieldsOf, listOf, textOrNull } from '../base/json-values.ts';

/** A longer text loses its middle: a loop shows at the ends, and a run must fit into memory. */
const TEXT_CHARACTERS_MAX = 65_536;

/** The text of a content: a string, or its text parts a line each. */
export function visibleText(content: unknown): string {
  if (typeof content === 'string') return clipped(content);
  const parts = Array.isArray(content) ? listOf(content) : [content];
  return clipped(parts.flatMap((part) => partText(part) ?? []).join('\n'));
}

/** The text of what a tool returned: visible text, or the value itself as JSON. */
export function resultText(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = visibleText(value);
  return text !== '' || typeof value === 'string' ? text : clipped(JSON.stringify(value));
}

function partText(part: unknown): string | null {
  if (typeof part === 'string') return part;
  const fields = fieldsOf(part);
  const { type } = fields;
  if (fields['thought'] === true || type === 'thinking' || type === 'reasoning') return null;
  const text = textOrNull(fields['text']);
  if (text !== null) return text;
  if (type === 'image' || type === 'image_url' || type === 'input_image') {
    return `[image of ${JSON.stringify(part).length} characters]`;
  }
  return textOrNull(fields['refusal']);
}

/** A text of bounded length: its start, a mark, its end. */
export function clipped(text: string): string {
  if (text.length <= TEXT_CHARACTERS_MAX) return text;
  const half = TEXT_CHARACTERS_MAX / 2;
  return `${text.slice(0, half)}\n[…]\n${text.slice(-half)}`;
}
