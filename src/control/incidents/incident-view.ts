/**
 * One stop with all that led to it: the signal, the steps before with what repeated, what it cost, what came after.
 */
import { join } from 'node:path';
import { z } from 'zod';
import type { HoldKind } from '../../core/index.ts';
import type { Evidence, Store, StoredEvent } from '../../store/index.ts';
import { viewEvent } from '../agents/event-view.ts';
import type { StepView } from '../agents/steps.ts';
import type { incidentView } from '../api/schemas-people.ts';
import type { IncidentSummary } from './incident-list.ts';
import { loopBefore } from './loop-cost.ts';

/** A stop in full. */
export type IncidentView = z.output<typeof incidentView>;

const STEPS_SHOWN = 60;
const EVENTS_AFTER_MAX = 100;
const EVIDENCE_LOOKED_AT = 200;

const evidenceShape = z.object({
  steps: z.array(
    z.object({
      at: z.number(),
      kind: z.string(),
      session: z.string().nullable(),
      text: z.string(),
      thread: z.string().nullable(),
    }),
  ),
});
const signalShape = z.object({
  detector: z.enum(['progress', 'literal']),
  threshold: z.number(),
  literal: z.object({ score: z.number() }),
  progress: z.object({
    score: z.number(),
    level: z.enum(['ok', 'warn', 'stop']),
    rule: z.string().nullable(),
  }),
  steer: z.string().nullable(),
});

/** What a person does about each kind of stop. */
const remedies: Readonly<
  Partial<Record<HoldKind, { action: IncidentView['remedy_action']; words: string }>>
> = {
  kill_switch: { action: 'activate', words: 'activate it' },
  manual: { action: 'activate', words: 'activate it' },
  soft_suspend: { action: 'resume', words: 'resume it; it also resumes when its health recovers' },
  paused: { action: 'resume', words: 'resume it' },
  hard_stop: { action: 'restart', words: 'restart it' },
  stop_all: { action: 'resume-all', words: 'resume all agents' },
};

/** How to let an agent go on after this kind of stop. */
export function remedyOf(
  kind: HoldKind,
  agent: string,
): { readonly action: IncidentView['remedy_action']; readonly words: string } {
  const known = remedies[kind];
  if (known === undefined) {
    return { action: null, words: `answer it where ${agent} runs: tripwire release` };
  }
  const command = kind === 'stop_all' ? 'tripwire resume-all' : `tripwire resume ${agent}`;
  return { action: known.action, words: `${known.words}: ${command}` };
}

/** The whole of it. */
export async function viewIncident(
  { store, dataDir }: { readonly store: Store; readonly dataDir: string },
  event: StoredEvent,
  summary: IncidentSummary,
): Promise<IncidentView> {
  const { agent, seq, session } = event;
  const { steps, cost } = await loopBefore(store, event);
  const after = await store.events({ agent, afterId: event.id, limit: EVENTS_AFTER_MAX });
  const told = await store.events({ agent, type: 'kill_switch', newestFirst: true, limit: 1_000 });
  const signalEvent = told.find((one) => one.seq === seq);
  const evidence = (await store.evidence(agent, EVIDENCE_LOOKED_AT)).find((one) => one.seq === seq);
  const { action, words } = remedyOf(summary.kind, agent);
  const signal = signalOf(signalEvent, steps);
  return {
    ...summary,
    signal: signal?.scores ?? null,
    steer: signal?.steer ?? null,
    evidence: evidence === undefined ? null : evidenceOf(evidence, session),
    steps: steps.slice(-STEPS_SHOWN),
    cost,
    refused_after: refusedAfter(after, summary),
    events_after: after.map(viewEvent),
    remedy: words,
    remedy_action: action,
    replay: `tripwire replay ${join(dataDir, 'journal.db')}`,
  };
}

function signalOf(event: StoredEvent | undefined, steps: readonly StepView[]) {
  const details =
    event === undefined ? undefined : signalShape.safeParse(JSON.parse(event.details)).data;
  const last = steps.findLast(({ scores }) => scores !== null)?.scores;
  if (event === undefined || details === undefined) {
    return last === undefined || last === null ? null : { scores: last, steer: null };
  }
  const { detector, threshold, literal, progress, steer } = details;
  const { score, level, rule } = progress;
  const scores = {
    detector,
    threshold,
    literal: literal.score,
    progress: score,
    progress_level: level,
    rule,
    did: 'killed' as const,
    reason: event.reason,
  };
  return { scores, steer };
}

function evidenceOf({ hash, body }: Evidence, session: string | null): IncidentView['evidence'] {
  const steps = evidenceShape.safeParse(JSON.parse(body)).data?.steps ?? [];
  const own = session === null ? steps : steps.filter((one) => (one.session ?? 'main') === session);
  const seen = new Set<string>();
  const marked = own.map((step) => {
    const mark = `${step.kind}\n${step.text}`;
    const repeated = seen.has(mark);
    seen.add(mark);
    return { ...step, repeated };
  });
  return { hash, steps: marked };
}

function refusedAfter(
  after: readonly StoredEvent[],
  { released_at: end }: IncidentSummary,
): number {
  return after
    .filter((one) => one.eventType === 'refused' && (end === null || one.timestamp <= end))
    .reduce(
      (sum, one) => sum + (repeatsShape.safeParse(JSON.parse(one.details)).data?.repeats ?? 0),
      0,
    );
}

const repeatsShape = z.object({ repeats: z.number() });
