/**
 * Reads traces in OTLP's protobuf encoding, and writes the answer to them.
 *
 * The wire format is the library's; which field has which number is in the table of each message below. Fields that are
 * not looked at are skipped, so newer senders are understood.
 */
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { errorWords } from '../base/error-words.ts';
import { valuesInText } from '../base/json-size.ts';
import type { JsonObject } from '../base/json-values.ts';
import { DEPTH_MAX, UnreadableTraces, VALUES_MAX, type Span } from './span.ts';

const NANOSECONDS = 1_000_000n;
const STATUS_ERROR = 2;

/** What a field of a message does; the reader stands behind its tag. */
type Take = (reader: BinaryReader) => void;
type Fields = Readonly<Record<number, readonly [WireType, Take]>>;

/** The spans of a body. Throws `UnreadableTraces`. */
export function spansOfProtobuf(body: Uint8Array): readonly Span[] {
  const spans: Span[] = [];
  const values = new ValueCount();
  const scope: Fields = { 2: inner((bytes) => spans.push(spanOf(bytes, values))) };
  const resource: Fields = { 2: inner((bytes) => readMessage(bytes, scope)) };
  try {
    readMessage(body, { 1: inner((bytes) => readMessage(bytes, resource)) });
  } catch (error) {
    if (error instanceof UnreadableTraces) throw error;
    throw new UnreadableTraces(`The body is not OTLP in protobuf: ${errorWords(error)}.`);
  }
  return spans;
}

/** The answer: how many spans were not taken, and what the sender should know; empty when nothing is to be said. */
export function protobufAnswer(rejectedSpans: number, message: string): Uint8Array {
  const answer = new BinaryWriter();
  if (rejectedSpans === 0 && message === '') return answer.finish();
  const partial = new BinaryWriter();
  if (rejectedSpans > 0) partial.tag(1, WireType.Varint).int64(rejectedSpans);
  if (message !== '') partial.tag(2, WireType.LengthDelimited).string(message);
  return answer.tag(1, WireType.LengthDelimited).bytes(partial.finish()).finish();
}

/** Counts the values of a body, those in its texts of JSON included, and throws when there are too many. */
class ValueCount {
  #left = VALUES_MAX;

  one(words = ''): void {
    this.#left -= 1 + valuesInText(words, this.#left);
    if (this.#left >= 0) return;
    throw new UnreadableTraces(`The body has more than ${VALUES_MAX} values.`);
  }
}

function readMessage(bytes: Uint8Array, fields: Fields): void {
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [number, wireType] = reader.tag();
    const [expected, take] = fields[number] ?? [];
    if (take !== undefined && wireType === expected) take(reader);
    else reader.skip(wireType, number);
  }
}

function inner(take: (bytes: Uint8Array) => void): Fields[number] {
  return [WireType.LengthDelimited, (reader) => take(reader.bytes())];
}

function text(take: (words: string) => void): Fields[number] {
  return [WireType.LengthDelimited, (reader) => take(reader.string())];
}

function spanOf(bytes: Uint8Array, values: ValueCount): Span {
  const attributes = Object.create(null) as Record<string, unknown>;
  const span = { traceId: '', spanId: '', hasParent: false, name: '', startMs: 0, endMs: 0 };
  const status = { code: 0, message: '' };
  readMessage(bytes, {
    1: inner((id) => (span.traceId = hex(id))),
    2: inner((id) => (span.spanId = hex(id))),
    4: inner((id) => (span.hasParent = id.length > 0)),
    5: text((name) => (span.name = name)),
    7: [WireType.Bit64, (reader) => (span.startMs = msOf(reader))],
    8: [WireType.Bit64, (reader) => (span.endMs = msOf(reader))],
    9: inner((pair) => takePair(pair, attributes, { depth: 0, values })),
    15: inner((inside) => {
      readMessage(inside, {
        2: text((message) => (status.message = message)),
        3: [WireType.Varint, (reader) => (status.code = reader.int32())],
      });
    }),
  });
  const isError = status.code === STATUS_ERROR;
  return { ...span, attributes, isError, statusMessage: status.message };
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function msOf(reader: BinaryReader): number {
  return Number(BigInt(reader.fixed64()) / NANOSECONDS);
}

/** Where a value is read. */
interface Place {
  readonly depth: number;
  readonly values: ValueCount;
}

function below({ depth, values }: Place): Place {
  return { depth: depth + 1, values };
}

function takePair(bytes: Uint8Array, into: Record<string, unknown>, place: Place): void {
  let key = '';
  let value: unknown = null;
  readMessage(bytes, {
    1: text((name) => (key = name)),
    2: inner((inside) => (value = valueOf(inside, below(place)))),
  });
  place.values.one();
  into[key] = value;
}

function valueOf(bytes: Uint8Array, place: Place): unknown {
  if (place.depth > DEPTH_MAX) return null;
  let value: unknown = null;
  readMessage(bytes, {
    1: text((words) => (value = words)),
    2: [WireType.Varint, (reader) => (value = reader.bool())],
    3: [WireType.Varint, (reader) => (value = Number(reader.int64()))],
    4: [WireType.Bit64, (reader) => (value = reader.double())],
    5: inner((list) => (value = arrayValue(list, place))),
    6: inner((pairs) => (value = pairsValue(pairs, place))),
    7: inner((raw) => (value = Buffer.from(raw).toString('base64'))),
  });
  place.values.one(typeof value === 'string' ? value : '');
  return value;
}

function arrayValue(bytes: Uint8Array, place: Place): readonly unknown[] {
  const values: unknown[] = [];
  readMessage(bytes, { 1: inner((inside) => values.push(valueOf(inside, below(place)))) });
  return values;
}

function pairsValue(bytes: Uint8Array, place: Place): JsonObject {
  const values = Object.create(null) as Record<string, unknown>;
  readMessage(bytes, { 1: inner((pair) => takePair(pair, values, place)) });
  return values;
}
