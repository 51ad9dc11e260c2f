/**
 * Phases of spending: calls that are estimated, admitted, settled, and budgets used to the brim.
 */
import type { AdmitRecord, Purpose, Settlement } from '../../src/core/index.ts';
import { TIMESTAMP_MAX } from './actor-clock.ts';
import type { Actor, OpenCall } from './actor.ts';
import type { Phase } from './work-phases.ts';

const PURPOSES: readonly (readonly [Purpose, number])[] = [
  ['step', 4],
  ['tool', 4],
  ['side', 1],
  ['compaction', 2],
];

/** Asks before it acts, and settles what it asked for, sometimes wrongly or late. */
export function* askFirst(self: Actor): ReturnType<Phase> {
  const { random } = self;
  for (let left = random.between(3, 15); left > 0; left -= 1) {
    self.turn();
    self.clock.wait(random.between(500, 15_000));
    yield askAgain(self) ?? ask(self);
    if (random.chance(0.3)) self.clock.wait(random.pick([1_000, 58_000, 61_000]));
    if (random.chance(0.8)) yield* settle(self);
  }
}

function ask(self: Actor): AdmitRecord {
  const { random, values } = self;
  const purpose = random.weighed(PURPOSES);
  const tokenCount = Math.floor((values.maxTokensPerMinute * random.between(0, 30)) / 100);
  const toolCalls = purpose === 'tool' ? random.between(0, 4) : 0;
  const target = random.chance(0.4) ? { target: random.pick(self.targets) } : {};
  return self.admit({ purpose, estimate: { tokenCount, toolCalls }, ...target });
}

/** The last refused call once more, as a client that waits would do. */
function askAgain(self: Actor): AdmitRecord | null {
  const { refusedCall } = self;
  if (refusedCall === null || self.random.chance(0.5)) return null;
  self.refusedCall = null;
  self.clock.wait(self.random.pick([1_000, 30_000, 60_000]));
  return { ...refusedCall, timestamp: self.clock.stamp() };
}

/** Replaces an estimate by what it really was. */
function* settle(self: Actor): ReturnType<Phase> {
  const { random } = self;
  const call: OpenCall | undefined = self.openCalls.shift();
  if (call === undefined) return;
  self.place = call.place;
  const settles = random.chance(0.1) ? wrongly(self, call.counted) : call.counted;
  const tokenCount = Math.floor((call.counted.tokenCount * random.between(0, 150)) / 100);
  if (random.chance(0.3)) {
    yield self.result(random.chance(0.8) ? 'SUCCESS' : 'FAILED', tokenCount, { settles });
    return;
  }
  const values = { tokenCount, toolCalls: settles.toolCalls, outputHash: random.hash() };
  yield self.event(values, { settles });
}

/** What a broken gate would say: another amount or another time. */
function wrongly(self: Actor, counted: Settlement): Settlement {
  const { random } = self;
  const shiftMs = random.pick([0, 1_000, -1_000, 59_000, -59_000, -60_000, 3_600_000]);
  return {
    timestamp: Math.min(TIMESTAMP_MAX, Math.max(0, counted.timestamp + shiftMs)),
    tokenCount: random.pick([0, 1, counted.tokenCount, 9_999_999]),
    toolCalls: random.pick([0, 1, 9_999]),
  };
}

/** Spends exactly what is left, and then a little more. */
export function* spendAll(self: Actor): ReturnType<Phase> {
  const { random } = self;
  for (let left = random.between(3, 9); left > 0; left -= 1) {
    self.clock.wait(random.between(0, 12_000));
    // Asked first, so that what is left is known for this place.
    yield self.tick();
    const remaining = self.heard?.safety.remainingBudget ?? 0;
    const over = random.pick([-1, 0, 0, 0, 1, 1, 1_000]);
    const share = random.pick([1, 1, 2, 4]);
    const tokenCount = Math.max(0, Math.floor(remaining / share) + over);
    const estimate = { tokenCount, toolCalls: 0 };
    if (random.chance(0.4)) yield self.admit({ purpose: 'step', estimate });
    else yield self.event({ tokenCount, outputHash: random.hash() });
  }
}

/** Makes tool calls up to the limit, exactly, and one more. */
export function* callTools(self: Actor): ReturnType<Phase> {
  const { random, values } = self;
  const limit = values.maxToolCallsPerMinute;
  let made = 0;
  while (made <= limit) {
    self.clock.wait(random.between(0, 2_000));
    const wanted = random.pick([1, Math.ceil(limit / 4), Math.ceil(limit / 2)]);
    const toolCalls = made < limit ? Math.min(wanted, limit - made) : 1;
    made += toolCalls;
    const target = random.chance(0.3) ? { target: random.pick(self.targets) } : {};
    yield self.event({ toolCalls, outputHash: random.hash() }, target);
  }
}

/** Amounts at the edge of what a record can carry. */
export function* extremes(self: Actor): ReturnType<Phase> {
  const { random } = self;
  for (let left = random.between(1, 4); left > 0; left -= 1) {
    self.clock.wait(random.pick([0, 0, 999, 30_000]));
    const tokenCount = random.pick([9_999_999, 9_999_998, 1, 0]);
    yield self.event({ tokenCount, toolCalls: random.pick([9_999, 9_998, 0]) });
  }
}
