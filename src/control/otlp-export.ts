/**
 * Traces and metrics over OTLP/HTTP, when somebody names an endpoint: one span for each model call, in the words of the
 * GenAI conventions.
 *
 * Made from the journal, beside the agents: a collector that hangs delays nothing, and what it does not take in time is
 * let go. Written by hand because it is three messages in JSON; the SDK would bring some forty packages into a
 * process that must stay small enough to trust.
 */
import { createHash } from 'node:crypto';
import type { RecordEntry } from '../audit/index.ts';
import type { JournalFollower } from './journal-follower.ts';
import { encodeMetrics, encodeSpans, type Attributes, type Span } from './otlp-encode.ts';
import { sendHttp } from './send-http.ts';

/** Where to, as `OTEL_EXPORTER_OTLP_ENDPOINT` and `OTEL_EXPORTER_OTLP_HEADERS` say. */
export interface OtlpTarget {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
}

const EVERY_MS = 5_000;
const SPANS_MAX = 2_000;
const CALLS_OPEN_MAX = 10_000;
const AGENTS_MAX = 100;
/** The bounds that the conventions advise for gen_ai.client.operation.duration, in seconds. */
const BOUNDS_S = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
];

interface Duration {
  readonly attributes: Attributes;
  readonly counts: number[];
  sum: number;
}

/** Exports until it is closed. */
export class OtlpExport {
  readonly #target: OtlpTarget;
  readonly #version: string;
  readonly #sinceMs: number;
  readonly #now: () => number;
  readonly #follower: JournalFollower;
  readonly #timer: NodeJS.Timeout;
  readonly #begun = new Map<string, number>();
  readonly #durations = new Map<string, Duration>();
  readonly #tokens = new Map<string, { readonly attributes: Attributes; value: number }>();
  #spans: Span[] = [];
  #sending: Promise<void> | null = null;

  constructor(target: OtlpTarget, follower: JournalFollower, version: string, now: () => number) {
    this.#target = { ...target, endpoint: target.endpoint.replace(/\/+$/, '') };
    this.#follower = follower;
    this.#version = version;
    this.#now = now;
    this.#sinceMs = now();
    follower.onRecord((agent, entry, at) => this.#take(agent, entry, at));
    this.#timer = setInterval(() => void this.flush(), EVERY_MS).unref();
  }

  /** Sends what is there; resolves when it is sent, or let go. */
  flush(): Promise<void> {
    this.#sending ??= this.#send()
      .catch(() => undefined)
      .finally(() => {
        this.#sending = null;
      });
    return this.#sending;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  async #send(): Promise<void> {
    await this.#follower.update();
    const spans = this.#spans;
    this.#spans = [];
    if (spans.length === 0) return;
    await this.#post('/v1/traces', encodeSpans(spans, this.#version));
    const metrics = [
      {
        kind: 'histogram',
        name: 'gen_ai.client.operation.duration',
        unit: 's',
        bounds: BOUNDS_S,
        points: [...this.#durations.values()],
      },
      { kind: 'sum', name: 'tripwire.tokens', unit: '{token}', points: [...this.#tokens.values()] },
    ] as const;
    const times = { version: this.#version, sinceMs: this.#sinceMs, nowMs: this.#now() };
    await this.#post('/v1/metrics', encodeMetrics(metrics, times));
  }

  #post(path: string, body: unknown): Promise<void> {
    const { endpoint, headers } = this.#target;
    // The operator names the endpoint, and a collector usually stands in the own network.
    return sendHttp({
      url: `${endpoint}${path}`,
      headers,
      body: JSON.stringify(body),
      allowPrivate: true,
    });
  }

  #take(agent: string, { record, decision, seq }: RecordEntry, at: number): void {
    if (record.type === 'admit' && record.purpose !== 'tool') {
      const { call } = record;
      if (decision.safety.allowed && call !== undefined) {
        this.#begun.set(`${agent}\n${call}`, at);
        if (this.#begun.size > CALLS_OPEN_MAX) {
          this.#begun.delete(this.#begun.keys().next().value ?? '');
        }
        return;
      }
      const kind = decision.safety.vetoReason ?? decision.holds[0]?.hold ?? 'refused';
      const attributes = { ...attributesOf(agent, record.session), 'error.type': kind };
      const problem = decision.safety.reason.slice(0, 500);
      this.#add(agent, seq, { startMs: at, endMs: at, attributes, problem }, record.session);
      return;
    }
    if (record.type !== 'result') return;
    const { status, tokensUsed, latencyMs } = record.result;
    const key = `${agent}\n${record.call ?? ''}`;
    const startMs = this.#begun.get(key) ?? at - latencyMs;
    this.#begun.delete(key);
    const isFailed = status !== 'SUCCESS';
    const attributes = {
      ...attributesOf(agent, record.session),
      // The journal keeps one number: what was newly paid for. It is not split into input and output.
      'tripwire.tokens': tokensUsed,
      'tripwire.cached_tokens': record.cachedTokens ?? 0,
      ...(isFailed ? { 'error.type': status } : {}),
    };
    const problem = isFailed ? `the call ended ${status}` : null;
    this.#add(agent, seq, { startMs, endMs: at, attributes, problem }, record.session);
    this.#measure(agent, (at - startMs) / 1_000, tokensUsed, isFailed ? status : null);
  }

  #add(
    agent: string,
    seq: number,
    span: Omit<Span, 'traceId' | 'spanId' | 'name'>,
    session = '',
  ): void {
    if (this.#spans.length >= SPANS_MAX) this.#spans.shift();
    const traceId = hex(`${agent}\n${session}`, 32);
    this.#spans.push({ ...span, name: 'chat', traceId, spanId: hex(`${agent}\n${seq}`, 16) });
  }

  #measure(name: string, seconds: number, tokens: number, error: string | null): void {
    const agent = this.#tokens.has(name) || this.#tokens.size < AGENTS_MAX ? name : 'other';
    const attributes = {
      ...attributesOf(agent),
      ...(error === null ? {} : { 'error.type': error }),
    };
    const key = `${agent}\n${error ?? ''}`;
    const duration = this.#durations.get(key) ?? {
      attributes,
      counts: new Array<number>(BOUNDS_S.length + 1).fill(0),
      sum: 0,
    };
    const bucket = BOUNDS_S.findIndex((bound) => seconds <= bound);
    const index = bucket === -1 ? BOUNDS_S.length : bucket;
    duration.counts[index] = (duration.counts[index] ?? 0) + 1;
    duration.sum += seconds;
    this.#durations.set(key, duration);
    const counted = this.#tokens.get(agent) ?? { attributes: attributesOf(agent), value: 0 };
    counted.value += tokens;
    this.#tokens.set(agent, counted);
  }
}

/** What the conventions ask for. Model and provider are not in the journal, so they are not made up. */
function attributesOf(agent: string, session?: string): Attributes {
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': '_OTHER',
    'gen_ai.agent.name': agent,
    ...(session === undefined ? {} : { 'gen_ai.conversation.id': session }),
  };
}

function hex(text: string, digits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits);
}
