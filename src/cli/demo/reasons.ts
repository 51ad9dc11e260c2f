/**
 * Reads what the demo draws out of a decision's reason.
 *
 * The reason is the product: whatever a person is shown here is what the core said, only shorter.
 */
import { REASONS, type Decision } from '../../core/index.ts';

/** Vetoes that start a cooldown; the other two only say that something still stands. */
const CAUSES = new Set([
  'RUNAWAY_DETECTED',
  'LOOP_DETECTED',
  'TOKEN_BUDGET_EXCEEDED',
  'RATE_LIMIT_EXCEEDED',
]);

/** One part of a reason; the last part, the usage, has no code. */
interface ReasonPart {
  readonly code: string | null;
  readonly text: string;
}

/** The parts of a decision's reason, in the core's order, without times and authors. */
function reasonParts({ safety }: Decision): ReasonPart[] {
  return safety.reason.split(/; (?=[A-Z][A-Z_]+: |\d+ of )/).map((part) => {
    const [head = ''] = part.split(': ', 1);
    const code = REASONS.some((reason) => reason.code === head) ? head : null;
    const text = part.replace(/ \(by .*\)$/, '').replace(/,? since \d+$/, '');
    return { code, text };
  });
}

/** The causes that stand, highest first. */
export function standingCauses(decision: Decision): ReasonPart[] {
  return reasonParts(decision).filter(({ code }) => code !== null && CAUSES.has(code));
}

/** When the running cooldown ends, or null when none runs. */
export function cooldownUntil({ safety }: Decision): number | null {
  const until = /COOLDOWN_ACTIVE: until (\d+)/.exec(safety.reason)?.[1];
  return until === undefined ? null : Number(until);
}

/** The one part that tells most: the highest veto, or the usage when all is well. */
export function mainReason(decision: Decision): string {
  const parts = reasonParts(decision);
  const veto = parts.find(({ code }) => code === decision.safety.vetoReason);
  const held = parts.find(({ code }) => code?.startsWith('HOLD_'));
  return (veto ?? held ?? parts.at(-1))?.text ?? '';
}
