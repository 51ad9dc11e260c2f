/**
 * Numbers for Prometheus.
 *
 * Every label has a bounded set of values. Agents are a label up to a number of them, the rest is `other`; sessions
 * never are one: there is no end to them.
 */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { toLog, type Log, type LoggedProblems } from '../../base/log.ts';
import { costOfResult, endOf } from '../../core/index.ts';
import type { Gate } from '../../gate/index.ts';
import type { RecordEntry, JournalFollower } from '../../journal/index.ts';
import type { NodeView } from '../../store/index.ts';
import type { StopCheck } from '../stop-check.ts';
import { inUsd } from './spend-view.ts';

const AGENT_LABELS_MAX = 100;
const LATENCY_BUCKETS_S = [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

/** The nodes that serve a journal together, as figures tell of them. */
export interface FleetFigures {
  /** How often a record had to be judged again, because another node was faster. */
  racesLost(): number;
  /** Whether this node does what only one may do. */
  leads(): boolean;
  nodes(): Promise<readonly NodeView[]>;
  /** Which node this is, also after it was started again: its machine and its data folder. */
  readonly place: string;
}

/** What the metrics are read from. */
export interface MetricParts {
  readonly gate: Gate;
  readonly follower: JournalFollower;
  readonly stopCheck: StopCheck;
  readonly version: string;
  readonly deliveries: () => Promise<{ readonly pending: number; readonly dead: number }>;
  /** Null for a server that is alone. */
  readonly fleet: FleetFigures | null;
  readonly log: Log & LoggedProblems;
}

/** The metrics of one server. */
export class Metrics {
  readonly #parts: MetricParts;
  readonly #registry = new Registry();
  readonly #named = new Set<string>();
  readonly #problemsTold = new Map<string, number>();
  #forget: () => void = () => undefined;
  readonly #calls = this.#counter('calls_total', 'Model calls that were let through', ['agent']);
  readonly #refused = this.#counter('refused_total', 'Requests refused or made to wait', ['agent']);
  readonly #tokens = this.#counter('tokens_total', 'Tokens newly paid for', ['agent']);
  readonly #cached = this.#counter('cached_tokens_total', 'Tokens read from a cache', ['agent']);
  readonly #cost = this.#counter('cost_usd_total', 'Money at list prices, in dollars', ['agent']);
  readonly #unpriced = this.#counter(
    'unpriced_calls_total',
    'Answers of models without a known price, which cost_usd_total leaves out',
    ['agent'],
  );
  readonly #ended = this.#counter('results_total', 'Calls that ended', ['agent', 'status']);
  readonly #events = this.#counter('events_total', 'Events by type', ['type']);
  readonly #holds = this.#counter('holds_total', 'Holds raised, by kind', ['hold']);
  readonly #latency = new Histogram({
    name: 'tripwire_call_duration_seconds',
    help: 'How long calls took',
    buckets: LATENCY_BUCKETS_S,
    registers: [this.#registry],
  });
  readonly #agents = this.#gauge('agents', 'Agents by state', ['state']);
  readonly #open = this.#gauge('open_calls', 'Calls under way');
  readonly #health = this.#gauge('agent_health', 'Health from 0 to 1', ['agent']);
  readonly #minute = this.#gauge('tokens_minute', 'Tokens of the sliding minute', ['agent']);
  readonly #budget = this.#gauge('budget_tokens_minute', 'Effective budget', ['agent']);
  readonly #canStop = this.#gauge('can_stop', '1 while the self-check can stop an agent');
  readonly #canRecord = this.#gauge('can_record', '1 while the journal can be written');
  readonly #problems = this.#counter(
    'problems_total',
    'Problems of the server itself, by where they were met',
    ['where'],
  );
  readonly #races = this.#gauge(
    'fleet_races_lost',
    'Appends of this node that were made again, because another was faster; 0 for a server that is alone',
  );
  readonly #nodes = this.#gauge(
    'fleet_nodes',
    'Nodes that serve the journal; 0 for a server that is alone',
  );
  readonly #waiting = this.#gauge('alert_deliveries', 'Alerts that wait or were given up', [
    'state',
  ]);

  constructor(parts: MetricParts) {
    this.#parts = parts;
    this.#gauge('build_info', 'The version that runs', ['version']).set(
      { version: parts.version },
      1,
    );
  }

  /** Counts from now on. */
  start(): void {
    const { follower, gate } = this.#parts;
    follower.onRecord((agent, entry) => this.#take(agent, entry));
    this.#forget = gate.onEvent(({ eventType, details, elsewhere }) => {
      if (elsewhere === true) return;
      this.#events.inc({ type: eventType });
      if (eventType === 'hold') this.#holds.inc({ hold: String(details['hold']) });
    });
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** All of them as text. */
  async text(): Promise<string> {
    const { follower, log } = this.#parts;
    await follower.update().catch(toLog(log, 'figures', 'reading the journal for metrics'));
    await this.#look();
    return this.#registry.metrics();
  }

  close(): void {
    this.#forget();
  }

  async #look(): Promise<void> {
    const { gate, stopCheck, deliveries, log } = this.#parts;
    const agents = (await gate.glances()).filter(({ isDrill }) => !isDrill);
    const stopped = agents.filter(({ isHeld }) => isHeld).length;
    const idle = agents.filter(({ isHeld, mode }) => !isHeld && mode === 'IDLE').length;
    this.#agents.set({ state: 'stopped' }, stopped);
    this.#agents.set({ state: 'idle' }, idle);
    this.#agents.set({ state: 'working' }, agents.length - stopped - idle);
    this.#open.set(gate.openCalls);
    for (const { id } of agents) {
      const agent = this.#label(id);
      if (agent === 'other') continue;
      const { health, usage } = await gate.agent(id);
      this.#health.set({ agent }, health);
      this.#minute.set({ agent }, usage.tokens_minute);
      this.#budget.set({ agent }, usage.budget_tokens_minute);
    }
    const { fleet } = this.#parts;
    this.#races.set(fleet?.racesLost() ?? 0);
    const nodes = fleet?.nodes().catch(toLog(log, 'figures', 'counting nodes'));
    this.#nodes.set((await nodes)?.length ?? 0);
    this.#canStop.set(stopCheck.last.can_stop ? 1 : 0);
    this.#canRecord.set(stopCheck.last.can_record ? 1 : 0);
    const { pending, dead } = await deliveries().catch((error: unknown) => {
      log.warn('figures', 'counting alerts that wait', error);
      return { pending: 0, dead: 0 };
    });
    for (const [where, count] of log.counts()) {
      this.#problems.inc({ where }, count - (this.#problemsTold.get(where) ?? 0));
      this.#problemsTold.set(where, count);
    }
    this.#waiting.set({ state: 'pending' }, pending);
    this.#waiting.set({ state: 'dead' }, dead);
  }

  #take(name: string, { record, decision }: RecordEntry): void {
    const agent = this.#label(name);
    const end = endOf(record);
    if (end !== null) {
      const { status, tokensUsed, latencyMs } = end.result;
      this.#tokens.inc({ agent }, tokensUsed);
      this.#cached.inc({ agent }, end.cachedTokens ?? 0);
      const cost = costOfResult(end);
      this.#cost.inc({ agent }, inUsd(cost ?? 0));
      if (cost === null) this.#unpriced.inc({ agent });
      this.#ended.inc({ agent, status });
      this.#latency.observe(latencyMs / 1_000);
    }
    if (record.type !== 'admit' || record.purpose === 'tool') return;
    if (decision.safety.allowed) this.#calls.inc({ agent });
    else this.#refused.inc({ agent }, Math.max(1, record.repeats ?? 1));
  }

  #label(agent: string): string {
    if (this.#named.size < AGENT_LABELS_MAX) this.#named.add(agent);
    return this.#named.has(agent) ? agent : 'other';
  }

  #counter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
    return new Counter({ name: `tripwire_${name}`, help, labelNames, registers: [this.#registry] });
  }

  #gauge<Label extends string>(name: string, help: string, labelNames: Label[] = []): Gauge<Label> {
    return new Gauge({ name: `tripwire_${name}`, help, labelNames, registers: [this.#registry] });
  }
}
