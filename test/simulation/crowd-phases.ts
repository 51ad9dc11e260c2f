/**
 * Phases of a crowd: more threads and sessions than the core keeps, with and without holds.
 *
 * Forgetting must never release anything, so these try to make the core forget.
 */
import type { Actor, WorkPlace } from './actor.ts';
import type { Phase } from './work-phases.ts';

/** One more than is kept. */
const CROWD = 65;

function member(level: 'session' | 'thread', index: number): WorkPlace {
  return level === 'thread'
    ? { session: 'crowded', thread: `thread ${index}` }
    : { session: `session ${index}` };
}

/** Many places, most of them named once. */
function* flood(self: Actor, level: 'session' | 'thread'): ReturnType<Phase> {
  const { random } = self;
  const from = random.between(0, 9);
  const held = random.between(0, CROWD);
  for (let index = from; index < from + CROWD + 5; index += 1) {
    self.place = member(level, index);
    self.clock.wait(random.between(0, 400));
    if (index === held) yield stop(self, 'pause');
    yield random.chance(0.2) ? self.tick() : self.event({ tokenCount: 5, outputHash: 'same' });
  }
  // Back to one that was held, or to a thread that was held before all this began.
  const back = [member(level, held), member('thread', random.between(0, 3)), member('session', 0)];
  for (const place of back) {
    self.place = place;
    yield self.event({ tokenCount: 5, toolCalls: 1 });
  }
}

function stop(self: Actor, action: 'pause' | 'deactivate') {
  const timestamp = self.clock.stamp();
  return { type: 'operator', ...self.address(), timestamp, action } as const;
}

/** So many held places that one of them must go and its hold must move up. */
function* holdAll(self: Actor, level: 'session' | 'thread'): ReturnType<Phase> {
  const { random } = self;
  self.place = member(level, 0);
  // The first to go is suspended by its health where it is a session, else deactivated.
  for (let left = 9; left > 0; left -= 1) yield self.result('FAILED');
  yield stop(self, 'deactivate');
  for (let index = 1; index < CROWD + 1; index += 1) {
    self.place = member(level, index);
    self.clock.wait(random.between(0, 50));
    yield stop(self, random.chance(0.8) ? 'pause' : 'deactivate');
  }
  for (const index of [0, random.between(0, CROWD + 3), 1]) {
    self.place = member(level, index);
    yield self.event({ tokenCount: 5, toolCalls: 1 });
  }
}

export const floodThreads: Phase = (self) => flood(self, 'thread');
export const floodSessions: Phase = (self) => flood(self, 'session');
export const holdThreads: Phase = (self) => holdAll(self, 'thread');
export const holdSessions: Phase = (self) => holdAll(self, 'session');
