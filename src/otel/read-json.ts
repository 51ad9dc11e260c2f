/**
 * Reads traces in OTLP's JSON encoding. A field that is missing or is something else reads as nothing; only a body
 * that is no traces at all is refused.
 */
import { hasMoreValues } from '../base/json-size.ts';
import { parseJson } from '../base/json-text.ts';
import { fieldsOf, isObject, listOf, textOrNull, type JsonObject } from '../base/json-values.ts';
import { DEPTH_MAX, UnreadableTraces, VALUES_MAX, type Span } from './span.ts';

const STATUS_ERROR: readonly unknown[] = [2, 'STATUS_CODE_ERROR'];
const ID_LENGTH_MAX = 64;

/** The spans of a body. Throws `UnreadableTraces`. */
export function spansOfJson(body: Uint8Array): readonly Span[] {
  const text = new TextDecoder().decode(body);
  if (hasMoreValues(text, VALUES_MAX, true)) {
    throw new UnreadableTraces(`The body has more than ${VALUES_MAX} values.`);
  }
  const value = parseJson(text);
  if (!isObject(value)) throw new UnreadableTraces('The body is not a JSON object.');
  const resources = value['resourceSpans'];
  if (resources !== undefined && !Array.isArray(resources)) {
    throw new UnreadableTraces('`resourceSpans` is not a list.');
  }
  return listOf(resources)
    .flatMap((resource) => listOf(fieldsOf(resource)['scopeSpans']))
    .flatMap((scope) => listOf(fieldsOf(scope)['spans']))
    .filter(isObject)
    .map(spanOf);
}

function spanOf(span: JsonObject): Span {
  const status = fieldsOf(span['status']);
  return {
    traceId: idOf(span['traceId']),
    spanId: idOf(span['spanId']),
    hasParent: idOf(span['parentSpanId']) !== '',
    name: textOrNull(span['name']) ?? '',
    startMs: msOf(span['startTimeUnixNano']),
    endMs: msOf(span['endTimeUnixNano']),
    attributes: attributesOf(span['attributes'], 0),
    isError: STATUS_ERROR.includes(status['code']),
    statusMessage: textOrNull(status['message']) ?? '',
  };
}

function idOf(value: unknown): string {
  return (textOrNull(value) ?? '').slice(0, ID_LENGTH_MAX);
}

/** Nanoseconds are written as a text, because they are too large for most readers' numbers. */
function msOf(value: unknown): number {
  const text = typeof value === 'number' ? String(value) : textOrNull(value);
  return text !== null && /^\d{1,20}$/.test(text) ? Number(BigInt(text) / 1_000_000n) : 0;
}

function attributesOf(list: unknown, depth: number): JsonObject {
  const attributes = Object.create(null) as Record<string, unknown>;
  for (const one of listOf(list)) {
    const { key, value } = fieldsOf(one);
    if (typeof key === 'string') attributes[key] = valueOf(value, depth + 1);
  }
  return attributes;
}

function valueOf(value: unknown, depth: number): unknown {
  if (depth > DEPTH_MAX) return null;
  const any = fieldsOf(value);
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue } = any;
  if (intValue !== undefined) return Number(intValue);
  if (arrayValue !== undefined) {
    return listOf(fieldsOf(arrayValue)['values']).map((one) => valueOf(one, depth + 1));
  }
  if (kvlistValue !== undefined) return attributesOf(fieldsOf(kvlistValue)['values'], depth);
  return stringValue ?? boolValue ?? doubleValue ?? any['bytesValue'] ?? null;
}
