/**
 * What a row of the journal means to a window, as plain data.
 */
import { canonicalJson, type AgentRecord, type EnvelopeChange } from '../../core/index.ts';
import type { RecordedDecision } from '../../core/records/short-decision.ts';
import type { RecordEntry } from '../../journal/index.ts';
import { chapelEvent, type ChapelEvent } from './chapel.ts';
import { linkFact, type LinkFact } from './session-links.ts';
import type { SharedAct } from './shared-acts.ts';
import { MICRO } from './window-numbers.ts';
import { STOP_HOLDS, type StopHold } from './window-shape.ts';

/** One judged record, as far as a window measures it. */
export interface Fact {
  readonly at: number;
  readonly seq: number;
  readonly session: string;
  readonly thread: string;
  /** What the thread did, if it did something. */
  readonly behaviour: string | null;
  readonly tokens: number;
  readonly toolCalls: number;
  readonly isActive: boolean;
  readonly isVetoed: boolean;
  /** Something keeps the agent from everything. */
  readonly isSuspended: boolean;
  /** The hold that stops the agent from here on; null where none was raised. */
  readonly stop: StopHold | null;
  /** Whether all agents are stopped from here on; null where nothing is said of all. */
  readonly allStopped: boolean | null;
  readonly link: LinkFact | null;
  readonly chapel: ChapelEvent | null;
  readonly incident: { readonly name: string; readonly weight: number } | null;
  /** A person let it work again. */
  readonly isRelease: boolean;
  /** What a person asked for; what is looser than the constitution changes nothing. */
  readonly envelope: EnvelopeChange | null;
  readonly narrative: string;
  readonly act: string | null;
}

/** What hurts how much. */
const HOLD_WEIGHTS: Readonly<Record<string, number>> = {
  kill_switch: MICRO,
  hard_stop: MICRO,
  soft_suspend: MICRO / 2,
  blocker: MICRO / 2,
};
const VETO_WEIGHT = MICRO / 4;
const HURTING_VETOES: ReadonlySet<string> = new Set([
  'RUNAWAY_DETECTED',
  'LOOP_DETECTED',
  'TOKEN_BUDGET_EXCEEDED',
  'RATE_LIMIT_EXCEEDED',
]);
const RELEASES: ReadonlySet<string> = new Set(['activate', 'resume', 'restart', 'resume-all']);

/**
 * The fact of a row that was taken at a time. The narrative names the row's hash: so the window commits to the whole
 * record, also to what neither a metric nor a decision shows, and a journal that was hashed anew is found out.
 */
export function factOf(entry: RecordEntry, at: number, rowHash: string): Fact {
  const { seq, record, decision } = entry;
  const { safety, holds } = decision;
  const isOperator = record.type === 'operator';
  return {
    at,
    seq,
    session: record.session ?? '',
    thread: `${record.session ?? ''}\n${record.thread ?? ''}`,
    behaviour: record.type === 'event' ? (record.event.outputHash ?? null) : null,
    ...spendOf(record),
    // Time that passed is nothing that the agent did, and neither is what a person did to it.
    isActive: record.type !== 'tick' && !isOperator,
    isVetoed: !isOperator && safety.vetoReason !== undefined,
    isSuspended: holds.some(({ scope }) => scope === 'all'),
    stop: stopOf(holds, at),
    allStopped: null,
    link: linkFact(record, decision),
    chapel: chapelEvent(record, decision),
    incident: incidentOf(record, decision, at),
    isRelease: isOperator && RELEASES.has(record.action),
    envelope: envelopeOf(record),
    narrative: canonicalJson({ at, ...told(entry), row: rowHash, seq, type: record.type }),
    act: isOperator ? canonicalJson({ record, seq }) : null,
  };
}

/** What the narrative says of a decision: intent and safety, or the digest of a plain one that the row keeps short. */
function told({ kept }: RecordEntry): object {
  if ('digest' in kept) return { decided: kept.digest };
  const { intent, safety } = kept.whole;
  return { intent, safety };
}

/**
 * The fact that a person stopped or released all agents. The agent did nothing by it, so its step is not active, and a
 * release of all resolves none of its own incidents. The ledgers name the row in the journal of all, by its hash.
 */
export function sharedFact(act: SharedAct, at: number): Fact {
  const { action, of, row } = act;
  return {
    at,
    seq: of,
    session: '',
    thread: '',
    behaviour: null,
    tokens: 0,
    toolCalls: 0,
    isActive: false,
    isVetoed: false,
    isSuspended: false,
    stop: action === 'stop-all' ? 'stop_all' : null,
    allStopped: action === 'stop-all',
    link: null,
    chapel: null,
    incident: null,
    isRelease: false,
    envelope: null,
    narrative: canonicalJson({ action, all: of, at, row }),
    act: canonicalJson({ action, all: of, at_ms: act.at_ms, row }),
  };
}

/** What was paid for is counted when it is known: with the response, or with the end of a call that had none. */
function spendOf(record: AgentRecord): Pick<Fact, 'tokens' | 'toolCalls'> {
  if (record.type === 'event') {
    const { tokenCount, toolCalls } = record.event;
    return { tokens: tokenCount, toolCalls };
  }
  const isSettled = record.type === 'result' && record.settles !== undefined;
  return { tokens: isSettled ? record.result.tokensUsed : 0, toolCalls: 0 };
}

/** The hold that was raised at this time and keeps the agent from everything. */
function stopOf(holds: RecordedDecision['holds'], at: number): Fact['stop'] {
  const raised = holds.filter(({ since }) => since === at).map(({ hold }) => hold);
  return STOP_HOLDS.find((hold) => raised.includes(hold)) ?? null;
}

function incidentOf(
  record: AgentRecord,
  { holds, safety }: RecordedDecision,
  at: number,
): Fact['incident'] {
  for (const { hold, since } of holds) {
    const weight = HOLD_WEIGHTS[hold];
    if (weight !== undefined && since === at) return { name: hold, weight };
  }
  const veto = safety.vetoReason;
  if (record.type !== 'event' || veto === undefined || !HURTING_VETOES.has(veto)) return null;
  return { name: veto, weight: VETO_WEIGHT };
}

function envelopeOf(record: AgentRecord): EnvelopeChange | null {
  if (record.type !== 'operator' || record.action !== 'configure') return null;
  return record.envelope ?? null;
}
