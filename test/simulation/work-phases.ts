/**
 * Phases of work: what an agent does for a while, well or badly.
 *
 * A phase yields records one by one and hears the decision on each before it makes the next.
 */
import type { AgentRecord } from '../../src/core/index.ts';
import type { Actor } from './actor.ts';

/** A stretch of an agent's life. */
export type Phase = (self: Actor) => Generator<AgentRecord, void, undefined>;

/** Different answers at a human pace, with a failure now and then. */
export function* steadyWork(self: Actor): ReturnType<Phase> {
  const { random } = self;
  const scale = Math.min(1, self.values.maxTokensPerMinute / 50_000);
  for (let left = random.between(8, 30); left > 0; left -= 1) {
    self.turn();
    self.clock.wait(random.between(2_000, 25_000));
    const toolCalls = Math.floor(random.between(0, 3) * (scale < 1 ? 0.5 : 1));
    const tokenCount = Math.floor(random.between(200, 2_500) * scale);
    const hash = random.chance(0.9) ? { outputHash: freshHash(self) } : {};
    yield self.event({ tokenCount, toolCalls, ...hash });
    if (random.chance(0.4)) {
      self.clock.wait(random.between(0, 1_000));
      yield self.result(random.weighed(healthyOutcomes));
    }
  }
}

const healthyOutcomes = [
  ['SUCCESS', 90],
  ['PARTIAL', 4],
  ['FAILED', 4],
  ['BLOCKED', 2],
] as const;

/** A hash of its own: a SimHash, or any other text. */
function freshHash(self: Actor): string {
  const hash = self.random.hash();
  return self.random.chance(0.7) ? hash : `sha256:${hash}`;
}

/** The same answer again and again, knocking on when the door is closed. */
export function* loop(self: Actor): ReturnType<Phase> {
  const { random, values } = self;
  const stubborn = freshHash(self);
  const near = random.chance(0.5);
  const count = values.loopWindowSize + random.between(-1, 8);
  for (let index = 0; index < count; index += 1) {
    self.clock.wait(random.between(500, 4_000));
    const outputHash = near ? nearHash(stubborn, index) : stubborn;
    yield self.event({ tokenCount: random.between(0, 900), toolCalls: 1, outputHash });
    if (random.chance(0.1)) yield self.result('FAILED');
  }
}

/** Another letter case, or one hex digit changed by one bit: still the same to a loop detector. */
function nearHash(hash: string, variant: number): string {
  if (variant % 2 === 0 || !/^[0-9a-f]{16}$/.test(hash)) return hash;
  const digit = (Number.parseInt(hash.slice(-1), 16) ^ 1).toString(16);
  return (hash.slice(0, -1) + digit).toUpperCase();
}

/** A loop, and then different answers while the door is still closed: the mode flips back. */
export function* changeOfMind(self: Actor): ReturnType<Phase> {
  const { random, values } = self;
  const stubborn = random.hash();
  self.clock.wait(values.modeDurationMinMs + 1);
  yield self.event({ outputHash: random.hash() });
  self.clock.wait(values.modeDurationMinMs + 1);
  for (let index = 0; index < values.loopWindowSize; index += 1) {
    self.clock.wait(random.between(200, 1_500));
    yield self.event({ tokenCount: 20, outputHash: stubborn });
  }
  const gapMs = Math.ceil((values.criticalModeDurationMinMs + 3_000) / 8);
  for (let index = 0; index < 8; index += 1) {
    self.clock.wait(gapMs);
    yield random.chance(0.3) ? self.tick() : self.event({ outputHash: random.hash() });
  }
}

/** A calm rhythm, then a torrent. */
export function* torrent(self: Actor): ReturnType<Phase> {
  const { random, values } = self;
  const calm = values.tempoEarlierIntervalsMin + random.between(1, 4);
  const fast = values.tempoRecentIntervals + random.between(-2, 6);
  const stubborn = random.chance(0.3) ? random.hash() : null;
  for (let index = 0; index < calm + fast; index += 1) {
    self.clock.wait(index < calm ? random.between(5_000, 8_000) : random.between(0, 900));
    const late = index >= calm + fast - values.loopWindowSize;
    const outputHash = stubborn !== null && late ? stubborn : random.hash();
    yield self.event({ tokenCount: random.between(0, 300), outputHash });
  }
}

/** Executions that fail, more often than not. */
export function* failures(self: Actor): ReturnType<Phase> {
  const { random } = self;
  for (let left = random.between(1, 12); left > 0; left -= 1) {
    self.clock.wait(random.between(100, 9_000));
    if (random.chance(0.3)) yield self.event({ tokenCount: 50, outputHash: random.hash() });
    yield self.result(random.weighed(failingOutcomes));
  }
}

const failingOutcomes = [
  ['FAILED', 75],
  ['SUCCESS', 10],
  ['PARTIAL', 8],
  ['BLOCKED', 7],
] as const;

/** Nothing, then a look at the clock. */
export function* silence(self: Actor): ReturnType<Phase> {
  self.clock.wait(self.random.pick([900, 9_999, 30_000, 59_999, 60_000, 61_000, 1_200_000]));
  yield self.tick();
}

/** Somebody looks exactly when the answer changes, and now and then in between. */
export function* watch(self: Actor): ReturnType<Phase> {
  const { random } = self;
  for (let left = random.between(3, 40); left > 0; left -= 1) {
    const wakeAt = self.heard?.wakeAt ?? null;
    if (wakeAt === null) break;
    if (random.chance(0.2)) {
      self.clock.wait(random.between(0, 1_000));
      yield self.tick();
    } else {
      self.clock.goTo(wakeAt);
    }
    yield self.tick();
  }
}

/** A long rest, in which health comes back. */
export function* convalescence(self: Actor): ReturnType<Phase> {
  for (let left = self.random.between(1, 6); left > 0; left -= 1) {
    self.clock.wait(self.random.between(60_000, 900_000));
    yield self.tick();
  }
}
