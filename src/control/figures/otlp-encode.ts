/**
 * OTLP in JSON: the few messages that are sent, in the encoding that the protocol defines (lower-camel names, ids in
 * hex, 64-bit numbers as text).
 */

type Json = Readonly<Record<string, unknown>>;
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** One call, from its request to its end. */
export interface Span {
  /** 32 and 16 hex digits. */
  readonly traceId: string;
  readonly spanId: string;
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Attributes;
  /** What went wrong; null when nothing did. */
  readonly problem: string | null;
}

/** A sum that only grows, or a histogram, since a time. */
export type Metric =
  | {
      readonly kind: 'sum';
      readonly name: string;
      readonly unit: string;
      readonly points: readonly { readonly attributes: Attributes; readonly value: number }[];
    }
  | {
      readonly kind: 'histogram';
      readonly name: string;
      readonly unit: string;
      readonly bounds: readonly number[];
      readonly points: readonly {
        readonly attributes: Attributes;
        readonly counts: readonly number[];
        readonly sum: number;
      }[];
    };

const SPAN_CLIENT = 3;
const STATUS_ERROR = 2;
const CUMULATIVE = 2;
const SCOPE = 'tripwire';

/** The body for `/v1/traces`. */
export function encodeSpans(spans: readonly Span[], version: string): Json {
  return {
    resourceSpans: [
      {
        resource: resourceOf(version),
        scopeSpans: [{ scope: { name: SCOPE, version }, spans: spans.map(spanJson) }],
      },
    ],
  };
}

/** The body for `/v1/metrics`. */
export function encodeMetrics(
  metrics: readonly Metric[],
  { version, sinceMs, nowMs }: { version: string; sinceMs: number; nowMs: number },
): Json {
  const time = { startTimeUnixNano: nanos(sinceMs), timeUnixNano: nanos(nowMs) };
  return {
    resourceMetrics: [
      {
        resource: resourceOf(version),
        scopeMetrics: [
          { scope: { name: SCOPE, version }, metrics: metrics.map((one) => metricJson(one, time)) },
        ],
      },
    ],
  };
}

function spanJson({ traceId, spanId, name, startMs, endMs, attributes, problem }: Span): Json {
  return {
    traceId,
    spanId,
    name,
    kind: SPAN_CLIENT,
    startTimeUnixNano: nanos(startMs),
    endTimeUnixNano: nanos(endMs),
    attributes: attributesJson(attributes),
    status: problem === null ? {} : { code: STATUS_ERROR, message: problem },
  };
}

function metricJson(metric: Metric, time: Json): Json {
  const { name, unit } = metric;
  if (metric.kind === 'sum') {
    const dataPoints = metric.points.map(({ attributes, value }) => ({
      ...time,
      attributes: attributesJson(attributes),
      asInt: String(value),
    }));
    return {
      name,
      unit,
      sum: { dataPoints, aggregationTemporality: CUMULATIVE, isMonotonic: true },
    };
  }
  const dataPoints = metric.points.map(({ attributes, counts, sum }) => ({
    ...time,
    attributes: attributesJson(attributes),
    count: String(counts.reduce((all, one) => all + one, 0)),
    sum,
    bucketCounts: counts.map(String),
    explicitBounds: metric.bounds,
  }));
  return { name, unit, histogram: { dataPoints, aggregationTemporality: CUMULATIVE } };
}

function resourceOf(version: string): Json {
  return { attributes: attributesJson({ 'service.name': SCOPE, 'service.version': version }) };
}

function attributesJson(attributes: Attributes): readonly Json[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: valueJson(value) }));
}

function valueJson(value: string | number | boolean): Json {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

function nanos(ms: number): string {
  return `${Math.round(ms)}000000`;
}
