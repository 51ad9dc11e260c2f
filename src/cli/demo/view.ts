/**
 * What the demo remembers of each agent in order to draw it: a fold over judged records.
 */
import type { Decision } from '../../core/index.ts';
import type { Moment } from '../../testing/index.ts';
import { findTurns, type Turn } from './turning-points.ts';

/** One column of the strip chart. */
export type Mark =
  | { readonly kind: 'allowed'; readonly tokenCount: number }
  | { readonly kind: 'refused' | 'fresh' | 'idle' | 'person' };

/** Why and when an agent was stopped. */
export interface Stop {
  readonly atMs: number;
  readonly code: string;
  readonly text: string;
}

/** An agent as the demo knows it. */
export interface AgentView {
  readonly name: string;
  readonly about: string;
  /** The last decision; null before the first record. */
  readonly decision: Decision | null;
  readonly marks: readonly Mark[];
  readonly lastEventAtMs: number | null;
  /** Between the last two events: the tempo that a runaway shows in. */
  readonly lastGapMs: number | null;
  readonly allowed: number;
  readonly refused: number;
  readonly stops: readonly Stop[];
}

/** Columns of the strip chart that are kept. */
const MARKS_MAX = 60;

/** An agent before its first record. */
export function emptyView({ name, about }: { name: string; about: string }): AgentView {
  const counts = { allowed: 0, refused: 0, stops: [] };
  return {
    name,
    about,
    decision: null,
    marks: [],
    lastEventAtMs: null,
    lastGapMs: null,
    ...counts,
  };
}

/** The view after a moment of this agent, and what turned in it. */
function advanceView(
  view: AgentView,
  moment: Moment,
): { readonly view: AgentView; readonly turns: readonly Turn[] } {
  const { record, decision, atMs } = moment;
  const turns = findTurns(view.decision, moment);
  const marks = [...view.marks, ...turns.flatMap(markOfTurn)];
  const stops = [...view.stops, ...turns.flatMap((turn) => stopOf(turn, atMs))];
  let { allowed, refused, lastEventAtMs, lastGapMs } = view;
  if (record.type === 'event') {
    const { tokenCount } = record.event;
    lastGapMs = lastEventAtMs === null ? null : atMs - lastEventAtMs;
    lastEventAtMs = atMs;
    if (decision.safety.allowed) {
      allowed += 1;
      marks.push({ kind: 'allowed', tokenCount });
    } else {
      refused += 1;
      marks.push({ kind: 'refused' });
    }
  }
  const tempo = { lastEventAtMs, lastGapMs };
  const kept = marks.slice(-MARKS_MAX);
  return { view: { ...view, ...tempo, decision, marks: kept, allowed, refused, stops }, turns };
}

/** All views after a moment: only the agent it belongs to changes. */
export function advanceAll(
  views: readonly AgentView[],
  moment: Moment,
): { readonly views: readonly AgentView[]; readonly turns: readonly Turn[] } {
  let turns: readonly Turn[] = [];
  const next = views.map((view) => {
    if (view.name !== moment.agent) return view;
    const advanced = advanceView(view, moment);
    turns = advanced.turns;
    return advanced.view;
  });
  return { views: next, turns };
}

function markOfTurn(turn: Turn): Mark[] {
  switch (turn.kind) {
    case 'cooldown-over':
      return [{ kind: 'fresh' }];
    case 'person':
    case 'idle':
      return [{ kind: turn.kind }];
    case 'veto':
    case 'held':
    case 'recovered':
      return [];
  }
}

function stopOf(turn: Turn, atMs: number): Stop[] {
  if (turn.kind === 'veto') return [{ atMs, code: turn.code, text: turn.text }];
  if (turn.kind !== 'held') return [];
  const { hold, why } = turn.hold;
  return [{ atMs, code: hold, text: `${hold}: ${why}` }];
}
