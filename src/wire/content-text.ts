import { firstValues } from '../base/first-values.ts';
/**
 * The visible text of a message's content, in every provider's form.
 *
 * Content is a string or a list of parts, and the same message may come in one form now and in the other later
 * (a cache marker needs a part to hang on). Pictures, files and sounds are told apart by a short hash; their
 * data goes nowhere. What the model thought, and parts nobody knows, have no visible text.
 */
import { firstText, listOf, objectOrNull, type JsonObject } from '../base/json-values.ts';
import { stableJson } from '../base/stable-json.ts';
import { sketchText } from '../base/text-sketch.ts';

/** Parts looked at in one content. */
export const PARTS_MAX = 512;
/** Longer texts lose their middle: a loop shows at the ends, and the work must be bounded. */
const TEXT_CHARACTERS_MAX = 262_144;
/** Characters of a picture's data that its hash is made of. */
const MEDIA_SAMPLES = 1_024;

const textTypes: ReadonlySet<unknown> = new Set([
  undefined,
  'text',
  'input_text',
  'output_text',
  'summary_text',
]);

const mediaTypes: Readonly<Record<string, string>> = {
  image: 'image',
  image_url: 'image',
  input_image: 'image',
  computer_screenshot: 'image',
  document: 'file',
  file: 'file',
  input_file: 'file',
  audio: 'audio',
  input_audio: 'audio',
};
/** Where the data of a picture or a file stands: in the part itself, or in one of these fields of it. */
const mediaHolders = ['source', 'image_url', 'file', 'input_audio', 'inlineData', 'inline_data'];
const moreHolders = ['fileData', 'file_data'];
const mediaFields = [
  'data',
  'url',
  'image_url',
  'file_data',
  'file_url',
  'file_id',
  'fileUri',
  'file_uri',
  'filename',
];

/** The visible texts of a content, part by part; none where nothing can be seen. */
export function visibleTexts(content: unknown): readonly string[] {
  if (typeof content === 'string') return content === '' ? [] : [content];
  const parts = Array.isArray(content) ? listOf(content).slice(0, PARTS_MAX) : [content];
  const texts: string[] = [];
  for (const part of parts) {
    const text = typeof part === 'string' ? part : partText(part);
    if (text !== null && text !== '') texts.push(text);
  }
  return texts;
}

/** The visible text of a content as one text. */
export function contentText(content: unknown): string {
  const texts = visibleTexts(content);
  return clipped(texts.length === 1 ? (texts[0] ?? '') : texts.join('\n'));
}

/** The text of what a tool returned: parts, a string, or any JSON value. */
export function resultText(content: unknown): string {
  if (content === undefined || content === null) return '';
  return isParts(content) ? contentText(content) : clipped(stableJson(firstValues(content)));
}

/** Whether a value is made of content, not of data. */
export function isParts(content: unknown): boolean {
  if (typeof content === 'string') return true;
  if (!Array.isArray(content)) return typeof objectOrNull(content)?.['type'] === 'string';
  return content.length === 0 || objectOrNull(content[0]) !== null;
}

function partText(part: unknown): string | null {
  const fields = objectOrNull(part);
  if (fields === null || fields['thought'] === true) return null;
  const type = fields['type'];
  if (textTypes.has(type) && typeof fields['text'] === 'string') return fields['text'];
  if (type === 'refusal') return firstText(fields, ['refusal']);
  if (type === 'tool_reference') return firstText(fields, ['tool_name']);
  if (type === 'search_result') return firstText(fields, ['title', 'source']);
  if (typeof type === 'string') {
    return Object.hasOwn(mediaTypes, type) ? mediaMark(mediaTypes[type] ?? type, fields) : null;
  }
  if (objectOrNull(fields['inlineData'] ?? fields['inline_data']) !== null) {
    return mediaMark('image', fields);
  }
  return objectOrNull(fields['fileData'] ?? fields['file_data']) === null
    ? null
    : mediaMark('file', fields);
}

/** Two pictures with the same mark are the same picture. */
function mediaMark(kind: string, part: JsonObject): string {
  const data = mediaData(part) ?? '';
  const low = sketchText(0x2545f491, data, MEDIA_SAMPLES);
  const high = sketchText(0x1b873593, data, MEDIA_SAMPLES);
  const digits = (half: number) => half.toString(16).padStart(8, '0');
  return `[${kind} ${digits(high)}${digits(low)}]`;
}

function mediaData(part: JsonObject): string | null {
  for (const name of [...mediaHolders, ...moreHolders]) {
    const held = objectOrNull(part[name]);
    const data = held === null ? null : firstText(held, mediaFields);
    if (data !== null) return data;
  }
  return firstText(part, mediaFields);
}

/** A text of bounded length: its start, a mark, its end. */
export function clipped(text: string): string {
  if (text.length <= TEXT_CHARACTERS_MAX) return text;
  const half = TEXT_CHARACTERS_MAX / 2;
  return `${text.slice(0, half)}\n[…]\n${text.slice(-half)}`;
}
