/**
 * Takes a result out of the objects, lists and texts of JSON that tools, servers and clients put around it.
 *
 * The same words come as they are, as blocks of text, as the one field of an object that says something, or as a text
 * within a text. Whoever looks at the beginning of a line or counts lines has to look inside.
 */
import { parseJson } from '../../base/json-text.ts';
import { objectOrNull } from '../../base/json-values.ts';

/** What was in a wrapping. */
export interface Unwrapped {
  readonly text: string;
  /** What the wrapping says about the outcome; undefined where it says nothing. */
  readonly failed: boolean | undefined;
}

/** Fields that hold what a tool said. */
const bodies =
  'content|contents|result|results|output|outputs|text|stdout|response|return_?value|observation|tool_result|body';
const bodyName = new RegExp(`^(?:${bodies})$`, 'i');
/** Fields beside it that say nothing about the world: how it ended, who said it, how long it took. */
const aside =
  /^(?:type|id|call_?id|tool_?(?:call_?id|use_?id|name)?|name|role|status_?code|exit_?(?:code|status)|return_?code|is_?error|ok|success|error|stderr|metadata|meta|_meta|annotations|truncated|interrupted|signal|timed_?out|duration\w*|elapsed\w*|took\w*|latency\w*|time\w*|path|file_?path|mime_?type|structured_?content)$/i;
/** A list of blocks, a text, or an object in which a field of that name is near an end. */
const opens = /^\s*(?:"|\[\s*\{|\{)/;
const named = new RegExp(`"(?:${bodies}|stderr|exit_?code|return_?code)"\\s*:`, 'i');
const NEAR_CHARACTERS = 300;
/** What a command printed comes with whatever its runner knows beside it. */
const ofCommand = /^(?:stdout|exit_?code|return_?code)$/i;
/** A wrapping that was cut off, up to where the text begins. */
const cutOff = new RegExp(
  `^\\s*(?:\\[\\s*)?\\{\\s*(?:"type"\\s*:\\s*"\\w+"\\s*,\\s*)?"(?:${bodies})"\\s*:\\s*(?:\\[\\s*\\{\\s*(?:"type"\\s*:\\s*"\\w+"\\s*,\\s*)?"(?:text|content)"\\s*:\\s*)?"(?=[^"])`,
  'i',
);

/** What a result says, out of the outermost thing that it is wrapped in; as it is where there is none. */
export function unwrapped(result: string): Unwrapped {
  const asItIs = { text: result, failed: undefined };
  if (!mayWrap(result)) return asItIs;
  const value = parseJson(result);
  return (value === undefined ? cutText(result) : innerOf(value)) ?? asItIs;
}

/** Whether it is worth while to read it as JSON. */
function mayWrap(text: string): boolean {
  if (!opens.test(text)) return false;
  return (
    text.startsWith('"') ||
    named.test(text.slice(0, NEAR_CHARACTERS)) ||
    (text.length > NEAR_CHARACTERS && named.test(text.slice(-NEAR_CHARACTERS)))
  );
}

/** What a value of JSON wraps; null where it is no wrapping but data. */
function innerOf(value: unknown): Unwrapped | null {
  if (typeof value === 'string') return { text: value, failed: undefined };
  if (Array.isArray(value)) return saying(blocksText(value));
  const fields = objectOrNull(value);
  return fields === null ? null : ofObject(fields);
}

function saying(text: string | null): Unwrapped | null {
  return text === null ? null : { text, failed: undefined };
}

/** The text of blocks; null where anything else is among them. */
function blocksText(blocks: readonly unknown[]): string | null {
  if (blocks.length === 0) return null;
  const texts = blocks.map((block) => {
    const fields = objectOrNull(block);
    if (fields === null) return null;
    const { type, text } = fields;
    if (type === 'image' || type === 'image_url' || type === 'input_image') return '[image]';
    if (typeof text !== 'string') return null;
    return Object.keys(fields).every((name) => name === 'text' || aside.test(name)) ? text : null;
  });
  return texts.every((text) => text !== null) ? texts.join('\n') : null;
}

function ofObject(fields: Readonly<Record<string, unknown>>): Unwrapped | null {
  const names = Object.keys(fields);
  const bodied = names.filter((name) => bodyName.test(name));
  const [name] = bodied;
  const isAside = names.some((one) => ofCommand.test(one))
    ? (one: string) => typeof fields[one] !== 'object'
    : (one: string) => aside.test(one);
  if (bodied.length > 1 || !names.every((one) => one === name || isAside(one) || aside.test(one)))
    return null;
  const body = name === undefined ? '' : bodyText(fields[name]);
  const { stderr } = fields;
  if (body === null || (name === undefined && typeof stderr !== 'string')) return null;
  const code =
    fields['exit_code'] ?? fields['exitCode'] ?? fields['returncode'] ?? fields['return_code'];
  const printed = [body, stderr].filter((one) => typeof one === 'string' && one !== '');
  const ended = typeof code === 'number' && code !== 0 ? [`Exit code: ${code}`] : [];
  const { error } = fields;
  const said = typeof error === 'string' && error !== '' ? [error] : [];
  return { text: [...ended, ...said, ...printed].join('\n'), failed: failedBy(fields) };
}

/** A text, blocks of text, or one object that is wrapped in another. */
function bodyText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  if (Array.isArray(value)) return blocksText(value);
  return null;
}

/** Only a failure is believed: many a wrapping says "ok" about a tool that said no. */
function failedBy(fields: Readonly<Record<string, unknown>>): boolean | undefined {
  const said = fields['isError'] ?? fields['is_error'];
  const went = fields['ok'] ?? fields['success'];
  const { error } = fields;
  const isFailure = said === true || went === false || (typeof error === 'string' && error !== '');
  return isFailure ? true : undefined;
}

const escaped: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '', f: '' };

/** The text of a wrapping that was cut off before its end. */
function cutText(text: string): Unwrapped | null {
  const start = cutOff.exec(text)?.[0];
  const quoted = start ?? (text.startsWith('"') ? '"' : undefined);
  if (quoted === undefined) return null;
  const inner = text.slice(quoted.length).replace(/"?[\]}\s]*$/, '');
  // A bare quotation mark within says that it was no text of JSON.
  if (/(?<!\\)"/.test(inner.replaceAll('\\\\', ''))) return null;
  const plain = inner.replace(/\\(?:u([0-9a-f]{4})|(.)|$)/gi, (_, code?: string, sign?: string) =>
    code === undefined
      ? (escaped[sign ?? ''] ?? sign ?? '')
      : String.fromCharCode(parseInt(code, 16)),
  );
  return { text: plain, failed: undefined };
}
