import type { LimitReport } from './answer.ts';
/**
 * The safety gate: the single authority. Nothing passes without its `allowed`.
 *
 * It finds every veto and every hold that applies and lets the highest veto speak, in the fixed
 * order of §4.4.
 */
import type { ConstitutionValues } from './constitution/constitution.ts';
import type { EffectiveLimits } from './constitution/envelope.ts';
import type { IntentDecision, SafetyDecision, SafetyVeto } from './contracts.ts';
import { HOLD_LAWS } from './holds/hold-laws.ts';
import type { HoldView } from './holds/hold-view.ts';
import { toUnits, UNIT } from './limits.ts';
import type { Spend } from './records/records.ts';
import { sayBudget } from './spending/budgets.ts';
import { sayUsage } from './spending/usage-words.ts';
import type { Cooldown, ThreadState } from './state.ts';
import { saySubagents } from './subagents/subagent-limits.ts';
import { decimal } from './wording.ts';

/** §4.4, highest first; immutable. */
export const VETO_PRIORITY: readonly SafetyVeto[] = Object.freeze([
  'RUNAWAY_DETECTED',
  'LOOP_DETECTED',
  'TOKEN_BUDGET_EXCEEDED',
  'RATE_LIMIT_EXCEEDED',
  'COOLDOWN_ACTIVE',
  'HEALTH_DEGRADED',
]);

/** What the gate judges by. */
export interface GateView {
  readonly intent: IntentDecision;
  readonly thread: ThreadState;
  readonly spent: Spend;
  /** What a call asks for beyond what is spent. */
  readonly asked: Spend | null;
  readonly limits: EffectiveLimits;
  readonly cooldown: Cooldown | null;
  /** The budget that the call would break. */
  readonly budget: LimitReport | null;
  /** All standing holds, and those of them whose scope covers what asks. */
  readonly holds: readonly HoldView[];
  readonly binding: readonly HoldView[];
  readonly notes: readonly string[];
}

/** A veto with the numbers behind it. */
interface Finding {
  readonly veto: SafetyVeto;
  readonly why: string;
  /** Where the reason has a code of its own. */
  readonly code?: LimitReport['code'];
}

/** The gate's decision. */
export function judgeSafety(view: GateView, values: ConstitutionValues): SafetyDecision {
  const findings = withBudget(standingCauses(view), view.budget);
  addWaiting(findings, view);
  let reason = '';
  for (const hold of view.binding) reason += `${HOLD_LAWS[hold.hold].code}: ${sayHold(hold)}; `;
  for (const { veto, why, code = veto } of findings) reason += `${code}: ${why}; `;
  reason += sayWarnings(view, values);
  for (const note of view.notes) reason += `${note}; `;
  const { limits, spent } = view;
  reason += sayUsage({
    tokens: spent.tokenCount,
    tokensMax: limits.tokens,
    toolCalls: spent.toolCalls,
    toolCallsMax: limits.toolCalls,
  });
  const remainingBudget = Math.max(0, view.limits.tokens - view.spent.tokenCount);
  const highest = findings[0];
  if (highest !== undefined) {
    return Object.freeze({ allowed: false, reason, remainingBudget, vetoReason: highest.veto });
  }
  const allowed = view.intent.intent === 'CONTINUE' && view.binding.length === 0;
  return Object.freeze({ allowed, reason, remainingBudget });
}

/** What `judgeSafety` says of a view, without its words. */
export function isAllowed(view: GateView): boolean {
  return (
    view.intent.intent === 'CONTINUE' &&
    view.binding.length === 0 &&
    view.budget === null &&
    view.cooldown === null &&
    shutdownOf(view) === undefined &&
    standingCauses(view).length === 0
  );
}

/** Vetoes 1 to 4: the causes, which start a cooldown when they appear on an event. */
export function standingCauses(
  view: Pick<GateView, 'thread' | 'spent' | 'asked' | 'limits'>,
): Finding[] {
  const { thread, limits } = view;
  const tokens = view.spent.tokenCount + (view.asked?.tokenCount ?? 0);
  const toolCalls = view.spent.toolCalls + (view.asked?.toolCalls ?? 0);
  const findings: Finding[] = [];
  if (thread.runaway !== null) {
    const { since, recentMs, earlierMs } = thread.runaway;
    const why = `beats every ${recentMs} ms on average, before that every ${earlierMs} ms, since ${since}`;
    findings.push({ veto: 'RUNAWAY_DETECTED', why });
  }
  if (thread.loop !== null) {
    const { since, distance, threshold } = thread.loop;
    const lowest = decimal(Math.round(((64 - distance) * UNIT) / 64));
    const why = `the last outputs are pairwise at least ${lowest} similar, above ${decimal(threshold)}, since ${since}`;
    findings.push({ veto: 'LOOP_DETECTED', why });
  }
  if (tokens > limits.tokens) {
    const why = `${tokens} tokens${view.asked === null ? '' : ' with this call'}, the budget is ${limits.tokens}`;
    findings.push({ veto: 'TOKEN_BUDGET_EXCEEDED', why });
  }
  if (toolCalls > limits.toolCalls) {
    const why = `${toolCalls} tool calls${view.asked === null ? '' : ' with this call'}, the limit is ${limits.toolCalls}`;
    findings.push({ veto: 'RATE_LIMIT_EXCEEDED', why });
  }
  return findings;
}

/** A broken budget is the veto of what it counts, behind the same veto of the minute; it starts no cooldown. */
function withBudget(findings: Finding[], budget: LimitReport | null): Finding[] {
  if (budget === null) return findings;
  const isTokens = budget.code !== 'SUBAGENT_LIMIT' && budget.unit !== 'calls';
  const veto = isTokens ? 'TOKEN_BUDGET_EXCEEDED' : 'RATE_LIMIT_EXCEEDED';
  const why = budget.code === 'SUBAGENT_LIMIT' ? saySubagents(budget) : sayBudget(budget);
  const finding: Finding = { veto, why, code: budget.code };
  const rank = (one: Finding) => VETO_PRIORITY.indexOf(one.veto);
  return [...findings, finding].toSorted((one, other) => rank(one) - rank(other));
}

/** Vetoes 5 and 6. */
function addWaiting(findings: Finding[], view: GateView): void {
  if (view.cooldown !== null) {
    const why = `until ${view.cooldown.until}, since ${view.cooldown.since}`;
    findings.push({ veto: 'COOLDOWN_ACTIVE', why });
  }
  const shutdown = shutdownOf(view);
  if (shutdown !== undefined) findings.push({ veto: 'HEALTH_DEGRADED', why: shutdown.why });
}

function shutdownOf({ holds }: GateView): HoldView | undefined {
  return holds.find(({ hold }) => hold === 'hard_stop' || hold === 'soft_suspend');
}

/** Words from outside stand in quotes, so that nobody can write a veto into a reason. */
function sayHold(hold: HoldView): string {
  const refused = hold.refused === true ? 'refused, ' : '';
  const target = hold.target === undefined ? '' : ` for ${JSON.stringify(hold.target)}`;
  const [why, by] = [JSON.stringify(hold.why), JSON.stringify(hold.by)];
  return `${refused}${why}${target} (by ${by}, since ${hold.since}; lifted by ${hold.liftedBy})`;
}

function sayWarnings({ spent, limits }: GateView, values: ConstitutionValues): string {
  let said = '';
  if (reaches(spent.tokenCount, limits.tokens, values.tokenWarningShare)) {
    said += `TOKEN_WARNING: ${spent.tokenCount} of ${limits.tokens} tokens used; `;
  }
  if (reaches(spent.toolCalls, limits.toolCalls, values.toolCallWarningShare)) {
    said += `TOOL_CALL_WARNING: ${spent.toolCalls} of ${limits.toolCalls} tool calls used; `;
  }
  return said;
}

/** At or over the share, but not over the limit: beyond that the veto speaks. */
function reaches(used: number, limit: number, share: number): boolean {
  return used * UNIT >= limit * toUnits(share) && used <= limit;
}
