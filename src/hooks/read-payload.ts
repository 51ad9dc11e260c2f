/**
 * Reads what the client wrote to the hook's standard input, up to a limit.
 *
 * When it cannot be read as JSON, the names of events that stand in it still say whether something must be refused:
 * a tool call must not run because its payload is too long, and a stop must not come back for ever because of that.
 */
import { hasMoreValues } from '../base/json-size.ts';
import {
  requiredObject,
  PayloadError,
  type Payload,
  nameField,
} from '../clients/payload-fields.ts';

export const PAYLOAD_BYTES_MAX = 10 * 1024 * 1024;
/** Far more than a tool takes or gives; reading many times as many would keep a server from everybody else. */
const PAYLOAD_VALUES_MAX = 200_000;

/** Reads all of the input. Throws when there is more than the limit. */
export async function readText(
  input: AsyncIterable<Uint8Array | string>,
  onText: (text: string) => void,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    const part = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    chunks.push(part);
    bytes += part.byteLength;
    if (bytes > PAYLOAD_BYTES_MAX) {
      onText(Buffer.concat(chunks).toString());
      throw new PayloadError(`the payload is longer than ${PAYLOAD_BYTES_MAX} bytes`);
    }
  }
  const text = Buffer.concat(chunks).toString();
  onText(text);
  return text;
}

/** The payload as an object. */
export function parsePayload(text: string): Payload {
  if (hasMoreValues(text, PAYLOAD_VALUES_MAX)) {
    throw new PayloadError(`the payload has more than ${PAYLOAD_VALUES_MAX} values`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // The engine's own words would quote the payload.
    throw new PayloadError(`the payload of ${text.length} characters is not valid JSON`);
  }
  return requiredObject(value, 'the payload');
}

/**
 * The name of the payload's event; of a text that is no whole payload, every name of an event on its first level. What
 * stands deeper is a tool's own business: an argument of that name must not speak for the event.
 */
export function eventNamesIn(text: string, field: string): ReadonlySet<string> {
  try {
    return new Set([nameField(parsePayload(text), field)]);
  } catch (error) {
    if (!(error instanceof PayloadError)) throw error;
  }
  const names = new Set<string>();
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '{' || letter === '[') depth += 1;
    else if (letter === '}' || letter === ']') depth -= 1;
    else if (letter === '"') {
      const end = endOfString(text, at);
      const isField = depth === 1 && text.slice(at + 1, end) === field;
      const value = isField ? VALUE.exec(text.slice(end + 1, end + 1 + VALUE_CHARS_MAX)) : null;
      if (value?.[1] !== undefined) names.add(value[1]);
      at = end;
    }
  }
  return names;
}

const VALUE = /^\s*:\s*"([\w.]{1,64})"/;
const VALUE_CHARS_MAX = 200;

/** Where the quote is that ends a string; the end of a text in which it does not end. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
