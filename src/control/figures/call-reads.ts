/**
 * What calls used over time, and a list of them to search.
 */
import type { z } from 'zod';
import { MAIN } from '../../base/main-name.ts';
import { unknownThing, type Handlers, type Plane } from '../api/control-plane.ts';
import type { callsQuery, callView, usageView } from '../api/schemas-calls.ts';
import { textsAround } from '../incidents/incident-evidence.ts';
import { incidentId } from '../incidents/incident-list.ts';
import type { RecentCall } from './recent-calls.ts';
import { costUsd, inUsd } from './spend-view.ts';
import { addUsed, HOUR_MS, MINUTE_MS, SUBAGENTS, unused, type Used } from './usage-series.ts';

type UsageView = z.output<typeof usageView>;
type CallView = z.output<typeof callView>;
type CallsAsked = z.output<typeof callsQuery>;

const ranges = {
  '6h': { hours: 6, stepMs: 5 * MINUTE_MS },
  '24h': { hours: 24, stepMs: 15 * MINUTE_MS },
  '7d': { hours: 168, stepMs: 2 * HOUR_MS },
} as const;
const SHARES_MAX = 10;
const STOPS_SHOWN = 200;
const UNKNOWN = 'not recognised';
/** A call that was held back and never passed: its client has given up by then. */
const GIVEN_UP_MS = 600_000;
/** Texts are kept with the request that brings them, or shortly after its answer. */
const TEXT_AFTER_MS = 1_000;

export const callReads: Handlers<'GET /api/usage' | 'GET /api/calls' | 'GET /api/calls/:id'> = {
  'GET /api/usage': async (plane, { query }) => {
    await plane.spends.update();
    return { status: 200, body: usageOf(plane, query.range, query.agent) };
  },

  'GET /api/calls': async (plane, { query }) => {
    await plane.spends.update();
    // The journals of agents are read one after the other, so what came from them is not in the order of time.
    const calls = plane.calls.calls.toSorted((one, other) => one.at - other.at);
    const found: CallView[] = [];
    let count = 0;
    const words = (query.q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
    for (let index = calls.length - 1; index >= 0; index -= 1) {
      const call = calls[index];
      if (call === undefined || !isInTime(call, query)) continue;
      const view = viewCall(plane, call);
      if (!fits(view, query, words)) continue;
      count += 1;
      if (found.length < query.limit) found.push(view);
    }
    const oldest = calls[0]?.at ?? null;
    return {
      status: 200,
      body: { calls: found, remembered: calls.length, oldest_at: oldest, found: count },
    };
  },

  'GET /api/calls/:id': async (plane, { id }) => {
    await plane.spends.update();
    const call = plane.calls.calls.findLast((one) => incidentId(one) === id);
    if (call === undefined) throw unknownThing('call', id, '/api/calls');
    const { at, session, thread, tookMs } = call;
    const texts = await textsAround(plane.store, call.agent, {
      session: session ?? MAIN,
      thread: thread ?? MAIN,
      from: at,
      to: at + (tookMs ?? 0) + TEXT_AFTER_MS,
    });
    const { reason } = call;
    return { status: 200, body: { ...viewCall(plane, call), reason, texts } };
  },
};

function usageOf(plane: Plane, range: keyof typeof ranges, agent: string | undefined): UsageView {
  const { calls, clients: seen, gate } = plane;
  const { series } = calls;
  const { hours, stepMs } = ranges[range];
  const now = gate.clock.now();
  // Hours are counted whole, so the range begins with one.
  const until = (Math.floor(now / HOUR_MS) + 1) * HOUR_MS;
  const since = until - hours * HOUR_MS;
  const buckets =
    agent === undefined
      ? series.buckets(since, until, stepMs)
      : series.bucketsOf(agent, since, until);
  const agents = series.sums(since, 'agents');
  const clients = new Map<string, Used>();
  for (const [name, used] of agents) {
    const client = seen.of(name) ?? UNKNOWN;
    const sum = clients.get(client) ?? unused();
    addUsed(sum, used);
    clients.set(client, sum);
  }
  const total = unused();
  for (const bucket of buckets) addUsed(total, bucket);
  const stops = calls.stops.filter(
    (one) => one.at >= since && (agent === undefined || one.agent === agent),
  );
  return {
    since,
    until: now,
    complete_since: calls.completeSince,
    bucket_ms: agent === undefined ? stepMs : HOUR_MS,
    total: viewUsed(total),
    buckets: buckets.map(({ at, ...used }) => ({ at, ...viewUsed(used) })),
    by_agent: largest(agents),
    by_model: largest(series.sums(since, 'models')),
    by_client: largest(clients),
    by_label: byLabel(series.sums(since, 'labels')),
    subagents: viewUsed(series.sums(since, 'subagents').get(SUBAGENTS) ?? unused()),
    stops: stops
      .slice(-STOPS_SHOWN)
      .toReversed()
      .map((one) => ({ at: one.at, agent: one.agent, incident: incidentId(one) })),
  };
}

const LABELS = ['user', 'project', 'branch', 'tag'] as const;

function byLabel(sums: ReadonlyMap<string, Used>): UsageView['by_label'] {
  return LABELS.flatMap((label) => {
    const own = [...sums].flatMap(([name, used]): [string, Used][] =>
      name.startsWith(`${label}:`) ? [[name.slice(label.length + 1), used]] : [],
    );
    return largest(new Map(own)).map((share) => ({ label, ...share }));
  });
}

function largest(sums: ReadonlyMap<string, Used>): UsageView['by_agent'] {
  return [...sums]
    .toSorted(([, one], [, other]) => other.tokens - one.tokens || other.calls - one.calls)
    .slice(0, SHARES_MAX)
    .map(([name, used]) => ({ name, ...viewUsed(used) }));
}

function viewUsed(used: Used): UsageView['total'] {
  const { calls, tokens, unpriced, refused, stops } = used;
  return { calls, tokens, cost_usd: costUsd(used), unpriced_calls: unpriced, refused, stops };
}

function viewCall({ clients, gate }: Plane, call: RecentCall): CallView {
  const { agent, at, session, model, provider, tool, requests, tokens, tookMs, code } = call;
  return {
    id: incidentId(call),
    at,
    agent,
    session,
    model,
    provider,
    client: clients.of(agent),
    tool,
    requests,
    tokens,
    cost_usd: call.microUsd === null ? null : inUsd(call.microUsd),
    took_ms: tookMs,
    verdict: verdictOf(call, gate.clock.now()),
    code,
  };
}

function verdictOf({ verdict, at, tookMs }: RecentCall, now: number): CallView['verdict'] {
  if (verdict === 'waiting') return now - at > GIVEN_UP_MS ? 'refused' : 'open';
  return verdict === 'waited' && tookMs === null ? 'open' : verdict;
}

function isInTime({ at }: RecentCall, { since = 0, before = Infinity }: CallsAsked): boolean {
  return at >= since && at < before;
}

function fits(call: CallView, asked: CallsAsked, words: readonly string[]): boolean {
  const { agent, session, model, client, tool, verdict } = call;
  if (asked.agent !== undefined && asked.agent !== agent) return false;
  if (asked.model !== undefined && asked.model !== model) return false;
  if (asked.verdict !== undefined && asked.verdict !== verdict) return false;
  if (words.length === 0) return true;
  const text = [agent, session, model, client, tool, verdict].join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
}
