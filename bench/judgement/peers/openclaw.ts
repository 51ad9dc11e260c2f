/**
 * openclaw: the same call with the same result twenty times among the last thirty is critical; so are
 * two calls in turns for as long, and ten calls of a tool that does not exist. The same call ten times,
 * whatever it gave, is a warning.
 *
 * It is off by default there; here it is on. What it strips from sends and plans is not modelled.
 */
import type { ToolEvent } from '../../../src/detect/index.ts';
import { callWithResult, sortedCall } from './call-keys.ts';
import { firstFiringCall, type Peer } from './peer.ts';
import { countOfNewest, endsInLaps, Streak } from './repetition.ts';

const WINDOW = 30;
const UNKNOWN_TOOL = 10;
const unknownTool = /\b(?:tool\b.*\bnot found|unknown tool|no such tool)/i;

interface Step {
  readonly call: string;
  readonly result: string;
}

/** How often the newest call gave the newest result, back to where it gave another. */
function withoutProgress(steps: readonly Step[]): number {
  const newest = steps.at(-1);
  const same = steps.slice(-WINDOW).filter((step) => step.call === newest?.call);
  const lastOther = same.findLastIndex((step) => step.result !== newest?.result);
  return same.length - 1 - lastOther;
}

/** How often the newest call stands in the window, whatever it gave. */
function repeats(steps: readonly Step[]): number {
  return countOfNewest(
    steps.map(({ call }) => call),
    WINDOW,
  );
}

function openclaw(
  name: string,
  rule: string,
  limit: number,
  count: (steps: readonly Step[]) => number,
): Peer {
  return {
    name,
    rule,
    firedAt(thread) {
      const steps: Step[] = [];
      const pairs: string[] = [];
      const unknown = new Streak();
      return firstFiringCall(thread, (call) => {
        steps.push({ call: sortedCall(call), result: call.result });
        pairs.push(callWithResult(call));
        const missing = isUnknown(call) ? unknown.next(call.tool) : 0;
        if (missing === 0) unknown.reset();
        return missing >= UNKNOWN_TOOL || count(steps) >= limit || endsInLaps(pairs, 2, limit / 2);
      });
    },
  };
}

function isUnknown({ error }: ToolEvent): boolean {
  return error !== undefined && unknownTool.test(error);
}

export const openclawCritical = openclaw(
  'openclaw critical 20',
  'the same call with the same result 20 times in the last 30; two calls in turns, 20 long',
  20,
  withoutProgress,
);
export const openclawWarn = openclaw(
  'openclaw warn 10',
  'the same call 10 times in the last 30; two calls in turns, 10 long',
  10,
  repeats,
);
