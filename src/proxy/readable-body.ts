/**
 * What a model call says: its body unpacked, decoded and parsed, or why it cannot be read.
 *
 * What we judge must be what the provider reads. A body that we cannot read, or that two readers read differently (another
 * charset, a repeated key, bytes that are JSON both packed and unpacked), would be judged as nothing and read as something,
 * so it is refused. The words of a problem are ours alone: nothing of the request is in them, because they are recorded.
 */
import { isUtf8 } from 'node:buffer';
import { valuesOf, type HeaderPairs } from '../base/header-pairs.ts';
import { repeatsKey } from '../base/json-keys.ts';
import { hasMoreValues } from '../base/json-size.ts';
import { parseJson } from '../base/json-text.ts';
import { isObject } from '../base/json-values.ts';
import { doubtfulField, type Conversation } from '../wire/index.ts';
import { decodedBody } from './relay/content-encoding.ts';

/** Why a model call cannot be read, and the status that says so. */
export interface Unread {
  readonly status: 400 | 413 | 415;
  readonly words: string;
}

/** What a body says. */
export interface ReadBody {
  /** Unpacked; as it came when it cannot be. */
  readonly plain: Buffer;
  /** The text of `plain`, without a mark of its byte order. */
  readonly text: string;
  /** Its JSON; undefined when it is none. */
  readonly value: unknown;
  /** Why it could not be unpacked, or was not read; null when it was. */
  readonly packed: Unread | null;
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]*)/gi;
const UTF8: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);
/** Bodies in these types are JSON; without a type, or as plain text, most servers take them for it. */
const JSON_TYPE = /^(?:|text\/plain|text\/json|application\/(?:[\w.+-]+\+)?json|\*\/\*)$/;
/** What may come before a text in any encoding of Unicode. */
const LEADING: ReadonlySet<number> = new Set([0, 9, 10, 13, 32, 0xef, 0xbb, 0xbf, 0xfe, 0xff]);
const BRACE = 0x7b;
/** Some readers take it, others refuse it; none reads anything else behind it. */
const BYTE_ORDER_MARK = '\u{feff}';

/** Reads a body as far as it can be read. */
export async function readJsonBody(raw: Buffer, headers: HeaderPairs): Promise<ReadBody> {
  const encoding = valuesOf(headers, 'content-encoding').join(',') || null;
  const decoded = await decodedBody(raw, encoding);
  if (decoded.kind === 'plain') {
    const written = decoded.bytes.toString('utf8');
    const text = written.startsWith(BYTE_ORDER_MARK) ? written.slice(1) : written;
    if (hasMoreValues(text, VALUES_MAX, true)) {
      return { plain: decoded.bytes, text, value: undefined, packed: TOO_MANY_VALUES };
    }
    return { plain: decoded.bytes, text, value: parseJson(text), packed: null };
  }
  const packed: Unread =
    decoded.kind === 'too_large'
      ? { status: 413, words: decoded.words }
      : { status: 415, words: UNPACKABLE };
  return { plain: raw, text: '', value: undefined, packed };
}

/** More than any conversation has; ten times as many would keep everybody waiting for seconds. */
const VALUES_MAX = 500_000;
const TOO_MANY_VALUES: Unread = {
  status: 413,
  words: `its body has more than ${VALUES_MAX} values of JSON, which is what this proxy reads`,
};

const UNPACKABLE =
  'its content-encoding is unknown, or its body is not in it; gzip, deflate, br and zstd are read';

/** Why a model call cannot be judged as the provider reads it; null when it can. */
export function unreadOf(
  raw: Buffer,
  headers: HeaderPairs,
  { plain, text, value, packed }: ReadBody,
): Unread | null {
  const refused = packed ?? unreadHeaders(headers);
  if (refused !== null) return refused;
  if (plain !== raw && beginsLikeJson(raw)) {
    return { status: 415, words: 'its body can be read with and without its content-encoding' };
  }
  if (!isUtf8(plain)) return { status: 415, words: 'its body is not UTF-8' };
  if (!isObject(value)) return { status: 400, words: 'its body is not a JSON object' };
  if (repeatsKey(text, value)) {
    return { status: 400, words: 'an object in its body has the same key twice' };
  }
  return null;
}

/** Why the fields of a conversation cannot be judged as every provider reads them; null when they can. */
export function doubtfulFields(conversation: Conversation | null): Unread | null {
  if (conversation === null || doubtfulField(conversation) === null) return null;
  return { status: 400, words: 'its body has a field that is spelled almost like a known one' };
}

function unreadHeaders(headers: HeaderPairs): Unread | null {
  const encodings = valuesOf(headers, 'content-encoding');
  if (encodings.length > 1) return { status: 415, words: 'it has two content-encoding headers' };
  const types = valuesOf(headers, 'content-type');
  if (types.length > 1) return { status: 415, words: 'it has two content-type headers' };
  const [type = ''] = types;
  const media = (type.split(';')[0] ?? '').trim().toLowerCase();
  if (!JSON_TYPE.test(media)) {
    return { status: 415, words: 'its content-type is not JSON; send application/json' };
  }
  const charsets = [...type.matchAll(CHARSET)].map(([, name = '']) => name.toLowerCase());
  const isOther = charsets.some((name) => !UTF8.has(name));
  return isOther ? { status: 415, words: 'its charset is not UTF-8' } : null;
}

/** Whether a reader that does not unpack might take the bytes for an object. */
function beginsLikeJson(raw: Buffer): boolean {
  return raw.find((byte) => !LEADING.has(byte)) === BRACE;
}
