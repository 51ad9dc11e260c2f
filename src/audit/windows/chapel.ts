/**
 * The chapel of hesitation: what becomes of a high-impact action between being asked for and being done.
 *
 *     waiting → consent → acted
 *     waiting → dissent → refused
 *     waiting → lapse   → refused
 *
 * A pure function over what the records say. It decides nothing: the hold of kind `approval` does. It tells what happened,
 * so that a window can show where an action waited and on whose word it went on.
 */
import type { AgentRecord } from '../../core/index.ts';
import type { RecordedDecision } from '../../core/records/short-decision.ts';

/** Where an action stands. */
export type Stage = 'waiting' | 'consent' | 'dissent' | 'lapse' | 'acted' | 'refused';

/** What can happen to it. */
export type ChapelEvent = {
  readonly kind: 'ask' | 'grant' | 'refuse' | 'lapse' | 'act';
  readonly target: string;
};

/** The stage of every action that asked lately, oldest first. */
export type Chapel = Readonly<Record<string, Stage>>;

const ACTIONS_MAX = 64;

const NEXT: Readonly<Record<Stage, Readonly<Partial<Record<ChapelEvent['kind'], Stage>>>>> = {
  waiting: { grant: 'consent', refuse: 'dissent', lapse: 'lapse' },
  consent: { act: 'acted', refuse: 'dissent', ask: 'waiting' },
  dissent: { ask: 'waiting', grant: 'consent' },
  lapse: { ask: 'waiting', grant: 'consent' },
  acted: { ask: 'waiting' },
  refused: { ask: 'waiting', grant: 'consent' },
};

/** The chapel after an event. */
export function chapelAfter(chapel: Chapel, { kind, target }: ChapelEvent): Chapel {
  const stage = Object.hasOwn(chapel, target) ? chapel[target] : undefined;
  const next = stage === undefined ? (kind === 'ask' ? 'waiting' : undefined) : NEXT[stage][kind];
  if (next === undefined) return chapel;
  const { [target]: _, ...others } = chapel;
  const kept = Object.entries(others).slice(1 - ACTIONS_MAX);
  return { ...Object.fromEntries(kept), [target]: next };
}

/** The chapel when a step is over: what was denied in it is refused from now on. */
export function chapelAfterStep(chapel: Chapel): Chapel {
  const isOver = (stage: Stage) => stage === 'dissent' || stage === 'lapse';
  if (!Object.values(chapel).some(isOver)) return chapel;
  return Object.fromEntries(
    Object.entries(chapel).map(([target, stage]) => [target, isOver(stage) ? 'refused' : stage]),
  );
}

/** Whether an action may be done on somebody's word. */
export function hasConsent(chapel: Chapel, target: string): boolean {
  const stage = Object.hasOwn(chapel, target) ? chapel[target] : undefined;
  return stage === 'consent' || stage === 'acted';
}

/** What a record means to the chapel; null for nothing. */
export function chapelEvent(record: AgentRecord, decision: RecordedDecision): ChapelEvent | null {
  switch (record.type) {
    case 'signal': {
      if (record.change === 'note' || record.change === 'opinion') return null;
      if (record.hold !== 'approval') return null;
      if (record.target === undefined) return null;
      return { kind: record.change === 'raise' ? 'ask' : 'lapse', target: record.target };
    }
    case 'operator': {
      const { action, target } = record;
      const isWord = action === 'grant' || action === 'refuse';
      return isWord && target !== undefined ? { kind: action, target } : null;
    }
    case 'admit':
    case 'event': {
      const { target } = record;
      return target !== undefined && decision.safety.allowed ? { kind: 'act', target } : null;
    }
    default:
      return null;
  }
}
