/**
 * The windows of a subscription as people see them: how full each is, when it resets, and which one counts.
 */
import type { AgentState } from '../../core/index.ts';
import { bindingWindow } from '../../core/spending/index.ts';

/** What the provider last reported of an agent's plan. */
export interface PlanView {
  /** When it was reported. */
  readonly at: number;
  /** From which share on a person is warned, where that is configured. */
  readonly warn: number | null;
  readonly windows: readonly PlanWindowView[];
}

/** One window. */
export interface PlanWindowView {
  readonly name: string;
  /** Null since it was reset: nothing was reported after that. */
  readonly used_percent: number | null;
  readonly resets_at: number | null;
  /** The provider, or its share, makes this the one that is judged. */
  readonly counts: boolean;
}

/** The figures; null until a provider reported some. */
export function viewPlan({ plan, envelope }: AgentState, now: number): PlanView | null {
  if (plan === undefined) return null;
  const counting = bindingWindow(plan.reading);
  return {
    at: plan.at,
    warn: envelope.plan?.warn ?? null,
    windows: plan.reading.windows.map(({ name, resetAt, used }) => ({
      name,
      used_percent: resetAt !== undefined && resetAt <= now ? null : used / 100,
      resets_at: resetAt ?? null,
      counts: name === counting?.name,
    })),
  };
}
