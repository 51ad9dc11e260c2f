/**
 * What was spent since an agent began to repeat itself.
 */
import type { Store, StoredEvent } from '../../store/index.ts';
import { lastSteps, type StepView } from '../agents/steps.ts';
import { inUsd } from '../figures/spend-view.ts';
import type { IncidentView } from './incident-view.ts';

type LoopCost = IncidentView['cost'];

/** Rows after a stop in which the results of calls stand that were under way. */
const ROWS_AFTER = 50;
const STEPS_BEFORE = 200;
const MICRO = 1_000_000;

/** The steps that led to a stop, and what the repetition among them cost. */
export async function loopBefore(
  store: Store,
  { agent, session, seq }: Pick<StoredEvent, 'agent' | 'session' | 'seq'>,
): Promise<{ readonly steps: readonly StepView[]; readonly cost: LoopCost }> {
  const asked = {
    session: session ?? undefined,
    before: seq + ROWS_AFTER,
    limit: STEPS_BEFORE + ROWS_AFTER,
  };
  const all = await lastSteps(store, agent, asked);
  const steps = all.filter((step) => step.seq <= seq);
  const after = all.slice(steps.length);
  return { steps, cost: loopCost(steps, after) };
}

/** `after` counts only for the calls that began before. */
function loopCost(steps: readonly StepView[], after: readonly StepView[]): LoopCost {
  const since = stretchOf(steps) ?? repetitionOf(steps);
  const calls = new Set(since.filter(isPaidFor).map(({ call }) => call));
  const counted = [...since, ...after.filter(({ call }) => call !== null && calls.has(call))];
  const ended = counted.filter((step) => step.ended !== null && calls.has(step.call));
  const prices = ended.flatMap(({ cost_usd: cost }) => (cost === null ? [] : [cost]));
  const microUsd = prices.reduce((sum, cost) => sum + Math.round(cost * MICRO), 0);
  return {
    loop_began_at: since[0]?.at ?? null,
    tokens_since: counted.reduce((sum, { tokens }) => sum + tokens, 0),
    calls_since: calls.size,
    cost_usd: prices.length === 0 && calls.size > 0 ? null : inUsd(microUsd),
    unpriced_calls: ended.length - prices.length,
  };
}

/**
 * What followed the first step that the progress detector counted, in its conversation: the very stretch that its
 * reason tells the tokens of, so that a stop has one count of them. Null where another detector stopped, or none did.
 */
function stretchOf(steps: readonly StepView[]): readonly StepView[] | null {
  const last = steps.findLast(({ scores }) => scores !== null);
  if (last?.scores?.did !== 'killed' || last.scores.detector !== 'progress') return null;
  const own = steps.filter(
    ({ session, thread }) => session === last.session && thread === last.thread,
  );
  const scores = own.map((step) => step.scores?.progress ?? null);
  const began = scores.findIndex(
    (score, index) => score !== null && score > 0 && !scores.includes(0, index),
  );
  const [first, ...rest] = began === -1 ? [] : own.slice(began);
  // What was paid for the first of them was paid before anything counted.
  return first === undefined ? null : [{ ...first, tokens: 0 }, ...rest];
}

function repetitionOf(steps: readonly StepView[]): readonly StepView[] {
  const last = steps.findLastIndex((step) => !step.repeated && isWork(step));
  const began = steps.findIndex(({ repeated }, index) => repeated && index > last);
  return began === -1 ? [] : steps.slice(began);
}

/** What may repeat: a request with what is new in it. Answers, results and the question whether a tool may run follow. */
function isWork({ kind, observed }: StepView): boolean {
  return kind === 'admit' && observed;
}

/** A record of a call that was let through. */
function isPaidFor({ kind, purpose, call, allowed }: StepView): boolean {
  if (call === null) return false;
  return kind === 'admit' ? allowed && purpose !== 'tool' : kind === 'event' || kind === 'result';
}
