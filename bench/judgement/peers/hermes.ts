/**
 * hermes-agent with its hard stop: it minds results, failures and what changed in between.
 *
 * A successful change forgives the failures before it. Everything starts anew with a prompt.
 */
import type { ToolEvent } from '../../../src/detect/index.ts';
import { callWithResult, sortedCall } from './call-keys.ts';
import { firstFiring, type Peer } from './peer.ts';
import { endsInLaps } from './repetition.ts';
import { isChanging, isReading, isRunning } from './tool-kinds.ts';

const SAME_FAILURES = 5;
const TOOL_FAILURES = 8;
const SAME_READS = 5;
const SAME_IN_A_ROW = 5;
const CYCLE_LAPS = 5;
const CYCLE_PERIODS = [2, 3, 4];
const PER_TURN_MAX = 50;
const capped = /^(?:web_?search|delegate_task|task|agent)$/i;

class HermesWatch {
  readonly #calls: string[] = [];
  readonly #reads = new Map<string, { result: string; count: number }>();
  readonly #toolFailures = new Map<string, number>();
  readonly #perTurn = new Map<string, number>();
  readonly #failures = new Map<string, number>();

  call(call: ToolEvent): boolean {
    this.#calls.push(callWithResult(call));
    const failed = call.isError === true;
    if (!failed) this.#forgive(call);
    // All are asked, because each keeps its own count.
    return [
      failed && this.#failsAgain(call),
      !failed && isReading(call.tool) && this.#readsTheSame(call),
      capped.test(call.tool) && increment(this.#perTurn, call.tool) > PER_TURN_MAX,
      endsInLaps(this.#calls, 1, SAME_IN_A_ROW),
      CYCLE_PERIODS.some((period) => endsInLaps(this.#calls, period, CYCLE_LAPS)),
    ].includes(true);
  }

  /** Success ends the failures of its call and its tool; a change ends those of every call. */
  #forgive(call: ToolEvent): void {
    this.#toolFailures.delete(call.tool);
    this.#failures.delete(sortedCall(call));
    if (isChanging(call.tool) || isRunning(call.tool)) this.#failures.clear();
  }

  #failsAgain(call: ToolEvent): boolean {
    const same = increment(this.#failures, sortedCall(call));
    const ofTool = isRunning(call.tool) ? 0 : increment(this.#toolFailures, call.tool);
    return same >= SAME_FAILURES || ofTool >= TOOL_FAILURES;
  }

  #readsTheSame(call: ToolEvent): boolean {
    const key = sortedCall(call);
    const before = this.#reads.get(key);
    const count = before?.result === call.result ? before.count + 1 : 1;
    this.#reads.set(key, { result: call.result, count });
    return count >= SAME_READS;
  }
}

function increment(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}

export const hermes: Peer = {
  name: 'hermes hard',
  rule: 'a failing call 5 times, a tool 8 failures, a read 5 equal results, 5 in a row, cycles of 2 to 4',
  firedAt(thread) {
    let watch = new HermesWatch();
    return firstFiring(thread, (event) => {
      if (event.kind === 'prompt') watch = new HermesWatch();
      return event.kind === 'tool' && watch.call(event);
    });
  },
};
