/**
 * Phases of consent: policies ask for approval, people decide, and the agent tries all the while.
 */
import type { AgentRecord, SignalHold } from '../../src/core/index.ts';
import type { Actor } from './actor.ts';
import type { Phase } from './work-phases.ts';

/** More approvals than are remembered one by one, and attempts at each of the actions. */
export function* seekConsent(self: Actor): ReturnType<Phase> {
  const { random } = self;
  for (let left = random.between(1, 4); left > 0; left -= 1) {
    yield raise(self, 'approval', random.pick(self.targets));
    yield attempt(self);
  }
  for (let left = random.between(2, 8); left > 0; left -= 1) {
    self.clock.wait(random.between(0, 20_000));
    yield random.chance(0.7) ? attempt(self) : decide(self);
  }
}

/** The context is full: tools wait, the compaction itself passes. */
export function* compact(self: Actor): ReturnType<Phase> {
  const { random } = self;
  yield raise(self, 'compaction');
  for (const purpose of ['tool', 'compaction', 'step'] as const) {
    self.clock.wait(random.between(0, 3_000));
    yield self.admit({ purpose, estimate: { tokenCount: 10, toolCalls: 0 } });
  }
  yield { ...raise(self, 'compaction'), change: 'lift' };
}

function raise(self: Actor, hold: SignalHold, target?: string) {
  return {
    type: 'signal',
    ...self.address(),
    timestamp: self.clock.stamp(),
    source: 'policy',
    hold,
    change: 'raise',
    details: 'the policy wants it',
    ...(target === undefined ? {} : { target }),
  } as const;
}

/** An action is tried, before a call or in an answer, with tools or without. */
function attempt(self: Actor): AgentRecord {
  const { random } = self;
  const target = random.pick(self.targets);
  if (random.chance(0.5)) {
    const purpose = random.pick(['step', 'tool', 'side'] as const);
    return self.admit({ purpose, target, estimate: { tokenCount: 10, toolCalls: 0 } });
  }
  const values = { tokenCount: 10, toolCalls: random.between(0, 1), outputHash: random.hash() };
  return self.event(values, { target });
}

function decide(self: Actor): AgentRecord {
  const { random } = self;
  return {
    type: 'operator',
    ...self.address(),
    timestamp: self.clock.stamp(),
    action: random.chance(0.6) ? 'grant' : 'refuse',
    target: random.pick([...self.targets, '*']),
  };
}
