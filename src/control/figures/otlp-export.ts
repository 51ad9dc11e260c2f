/**
 * Traces and metrics over OTLP/HTTP, when somebody names an endpoint: one span for each model call, in the words of the
 * GenAI conventions.
 *
 * Made from the journal, beside the agents: a collector that hangs delays nothing, and what it does not take in time is
 * let go. Written by hand because it is three messages in JSON; the SDK would bring some forty packages into a
 * process that must stay small enough to trust.
 */
import { createHash } from 'node:crypto';
import { BoundedMap } from '../../base/bounded-map.ts';
import { NO_LOG, toLog, type Log } from '../../base/log.ts';
import { costOfResult, endOf } from '../../core/index.ts';
import type { RecordEntry, JournalFollower } from '../../journal/index.ts';
import { sendHttp } from '../alerts/send-http.ts';
import { encodeMetrics, encodeSpans, type Attributes, type Span } from './otlp-encode.ts';
import { inUsd } from './spend-view.ts';

/** Where to, as `OTEL_EXPORTER_OTLP_ENDPOINT` and `OTEL_EXPORTER_OTLP_HEADERS` say. */
export interface OtlpTarget {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
}

const EVERY_MS = 5_000;
const SPANS_MAX = 2_000;
const CALLS_OPEN_MAX = 10_000;
const AGENTS_MAX = 100;
/** Clients name models as they like, and there is no end to names. */
const MODELS_MAX = 50;
const OTHER = '_OTHER';
/** The names that the conventions give the usual providers. */
const PROVIDER_NAMES: Readonly<Record<string, string>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  gemini: 'gcp.gemini',
};
/** The bounds that the conventions advise for gen_ai.client.operation.duration, in seconds. */
const BOUNDS_S = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
];

/** A call under way: since when, and whom it asked. */
interface Begun {
  readonly at: number;
  readonly provider: string | undefined;
  readonly model: string | undefined;
}

interface Duration {
  readonly attributes: Attributes;
  readonly counts: number[];
  sum: number;
}

/** Exports while it runs. */
export class OtlpExport {
  readonly #target: OtlpTarget;
  readonly #version: string;
  readonly #sinceMs: number;
  readonly #now: () => number;
  readonly #log: Log;
  readonly #follower: JournalFollower;
  #timer: NodeJS.Timeout | undefined;
  readonly #begun = new BoundedMap<string, Begun>(CALLS_OPEN_MAX);
  readonly #models = new Set<string>();
  readonly #durations = new Map<string, Duration>();
  readonly #tokens = new Map<string, { readonly attributes: Attributes; value: number }>();
  readonly #cost = new Map<string, { readonly attributes: Attributes; value: number }>();
  #spans: Span[] = [];
  #sending: Promise<void> | null = null;

  constructor(
    target: OtlpTarget,
    follower: JournalFollower,
    version: string,
    now: () => number,
    log: Log = NO_LOG,
  ) {
    this.#log = log;
    this.#target = { ...target, endpoint: target.endpoint.replace(/\/+$/, '') };
    this.#follower = follower;
    this.#version = version;
    this.#now = now;
    this.#sinceMs = now();
  }

  /** Exports from now on. */
  start(): void {
    this.#follower.onRecord((agent, entry, at) => this.#take(agent, entry, at));
    this.#timer = setInterval(() => void this.flush(), EVERY_MS).unref();
  }

  /** Sends what is there; resolves when it is sent, or let go. */
  flush(): Promise<void> {
    this.#sending ??= this.#send()
      .catch(
        toLog(this.#log, 'figures', `sending traces to ${new URL(this.#target.endpoint).host}`),
      )
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
      { kind: 'sum', name: 'tripwire.cost', unit: '{micro_usd}', points: [...this.#cost.values()] },
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
      const { call, provider, model } = record;
      if (decision.safety.allowed && call !== undefined) {
        this.#begun.set(`${agent}\n${call}`, { at, provider, model });
        return;
      }
      const kind = decision.safety.vetoReason ?? decision.holds[0]?.hold ?? 'refused';
      const attributes = {
        ...attributesOf(agent, { provider, model }, record.session),
        'error.type': kind,
      };
      const problem = decision.safety.reason.slice(0, 500);
      const name = nameOf(model);
      this.#add(agent, seq, { name, startMs: at, endMs: at, attributes, problem }, record.session);
      return;
    }
    const end = endOf(record);
    if (end === null) return;
    const { status, tokensUsed, latencyMs } = end.result;
    const key = `${agent}\n${end.call ?? ''}`;
    const begun = this.#begun.get(key) ?? {
      at: at - latencyMs,
      provider: undefined,
      model: undefined,
    };
    const startMs = begun.at;
    this.#begun.delete(key);
    const isFailed = status !== 'SUCCESS';
    const cost = costOfResult(end);
    const answered = end.model ?? (tokensUsed > 0 ? begun.model : undefined);
    const attributes = {
      ...attributesOf(agent, begun, record.session),
      ...(answered === undefined ? {} : { 'gen_ai.response.model': answered }),
      // The journal keeps one number: what was newly paid for. It is not split into input and output.
      'tripwire.tokens': tokensUsed,
      'tripwire.cached_tokens': end.cachedTokens ?? 0,
      ...(cost === null ? {} : { 'tripwire.cost_usd': inUsd(cost) }),
      ...(isFailed ? { 'error.type': status } : {}),
    };
    const problem = isFailed ? `the call ended ${status}` : null;
    const name = nameOf(begun.model);
    this.#add(agent, seq, { name, startMs, endMs: at, attributes, problem }, record.session);
    this.#measure(agent, begun, {
      seconds: (at - startMs) / 1_000,
      tokens: tokensUsed,
      microUsd: cost ?? 0,
      error: isFailed ? status : null,
    });
  }

  #add(agent: string, seq: number, span: Omit<Span, 'traceId' | 'spanId'>, session = ''): void {
    if (this.#spans.length >= SPANS_MAX) this.#spans.shift();
    const traceId = hex(`${agent}\n${session}`, 32);
    this.#spans.push({ ...span, traceId, spanId: hex(`${agent}\n${seq}`, 16) });
  }

  #measure(
    name: string,
    { provider, model }: Pick<Begun, 'provider' | 'model'>,
    measured: {
      readonly seconds: number;
      readonly tokens: number;
      readonly microUsd: number;
      readonly error: string | null;
    },
  ): void {
    const { seconds, tokens, microUsd, error } = measured;
    const agent = this.#tokens.has(name) || this.#tokens.size < AGENTS_MAX ? name : 'other';
    if (model !== undefined && this.#models.size < MODELS_MAX) this.#models.add(model);
    const counted = model === undefined || this.#models.has(model) ? model : OTHER;
    const whom = attributesOf(agent, { provider, model: counted });
    const attributes = { ...whom, ...(error === null ? {} : { 'error.type': error }) };
    const key = [agent, provider ?? '', counted ?? '', error ?? ''].join('\n');
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
    const own = { 'gen_ai.agent.name': agent };
    for (const [sums, value] of [
      [this.#tokens, tokens],
      [this.#cost, microUsd],
    ] as const) {
      const sum = sums.get(agent) ?? { attributes: own, value: 0 };
      sum.value += value;
      sums.set(agent, sum);
    }
  }
}

/** As the conventions name a span: the operation and the model that is asked. */
function nameOf(model: string | undefined): string {
  return model === undefined ? 'chat' : `chat ${model}`;
}

/** What the conventions ask for; a model that no record names is not made up. */
function attributesOf(
  agent: string,
  { provider = OTHER, model }: Partial<Pick<Begun, 'provider' | 'model'>>,
  session?: string,
): Attributes {
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': PROVIDER_NAMES[provider] ?? provider,
    ...(model === undefined ? {} : { 'gen_ai.request.model': model }),
    'gen_ai.agent.name': agent,
    ...(session === undefined ? {} : { 'gen_ai.conversation.id': session }),
  };
}

function hex(text: string, digits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits);
}
