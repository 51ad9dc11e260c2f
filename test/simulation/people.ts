/**
 * People, policies and detectors, who act at any time and not always sensibly.
 *
 * Half of them act at random: any action, any hold, any level. The others look at what holds the
 * agent and lift it in the right way, so that its life goes on.
 */
import type {
  AgentRecord,
  EnvelopeChange,
  HoldView,
  NoteRecord,
  OperatorAction,
  OpinionRecord,
  OperatorRecord,
  SignalHold,
  SignalRecord,
} from '../../src/core/index.ts';
import type { Actor, WorkPlace } from './actor.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';

const ACTIONS: readonly (readonly [OperatorAction, number])[] = [
  ['activate', 3],
  ['deactivate', 2],
  ['pause', 2],
  ['resume', 4],
  ['restart', 2],
  ['configure', 4],
  ['grant', 3],
  ['refuse', 2],
  ['stop-all', 1],
  ['resume-all', 2],
];

const SIGNAL_HOLDS: readonly (readonly [SignalHold, number])[] = [
  ['kill_switch', 2],
  ['checkpoint', 1],
  ['blocker', 1],
  ['compaction', 2],
  ['approval', 6],
];

/** An act that nobody thought about. */
export function actAtRandom(self: Actor): AgentRecord {
  const { random } = self;
  if (random.chance(0.05)) return note(self, anyLevel(self));
  if (random.chance(0.45)) {
    const change = random.chance(0.5) ? 'raise' : 'lift';
    return signal(self, change, random.weighed(SIGNAL_HOLDS), anyLevel(self));
  }
  const action = random.weighed(ACTIONS);
  return operator(self, action, anyLevel(self), random.pick(self.targets));
}

/** An act of somebody who saw what stands in the way; null when nothing does. */
export function actOnHolds(self: Actor): AgentRecord | null {
  const holds = self.heard?.holds ?? [];
  if (holds.length === 0) return null;
  const hold = self.random.pick(holds);
  const at = addressOf(self, hold);
  switch (hold.hold) {
    case 'manual':
    case 'kill_switch':
      return operator(self, 'activate', at);
    case 'paused':
    case 'parked':
      return operator(self, 'resume', at);
    case 'soft_suspend':
      return operator(self, self.random.chance(0.8) ? 'resume' : 'restart', at);
    case 'hard_stop':
      return operator(self, self.random.chance(0.7) ? 'restart' : 'resume', at);
    case 'stop_all':
      return operator(self, 'resume-all', at);
    case 'approval':
      return decide(self, hold, at);
    case 'checkpoint':
    case 'blocker':
    case 'compaction':
      return signal(self, 'lift', hold.hold, at);
  }
}

function decide(self: Actor, hold: HoldView, at: WorkPlace): AgentRecord {
  if (self.random.chance(0.3)) return signal(self, 'lift', 'approval', at, hold.target);
  return operator(self, self.random.chance(0.6) ? 'grant' : 'refuse', at, hold.target);
}

/** The level a hold stands on, or a level above it. */
function addressOf(self: Actor, hold: HoldView): WorkPlace {
  const { session = 'main', thread = 'main' } = self.heardPlace;
  if (hold.level === 'agent' || self.random.chance(0.1)) return {};
  return hold.level === 'session' ? { session } : { session, thread };
}

/** An envelope belongs to the whole agent, health to a session; a record may name nothing below. */
function levelFor(action: OperatorAction, at: WorkPlace): WorkPlace {
  if (action === 'configure') return {};
  if (action !== 'restart') return at;
  return at.session === undefined ? {} : { session: at.session };
}

/** The agent, one of its sessions, or one of its threads. */
function anyLevel(self: Actor): WorkPlace {
  const { random } = self;
  if (random.chance(0.3)) return {};
  const { session = 'main', thread = 'main' } = random.pick(self.places);
  if (random.chance(0.1)) return { thread };
  return random.chance(0.5) ? { session } : { session, thread };
}

function operator(
  self: Actor,
  action: OperatorAction,
  level: WorkPlace,
  target?: string,
): OperatorRecord {
  const { random } = self;
  const decides = action === 'grant' || action === 'refuse';
  const address = self.address(levelFor(action, level));
  const timestamp = self.clock.stamp();
  // By the time, so that the dice of kept seeds fall as they did.
  const saving = action === 'deactivate' && timestamp % 3 === 0;
  return {
    type: 'operator',
    ...address,
    timestamp,
    action,
    ...(saving ? { grace: { calls: 1 + (timestamp % 5), ms: 1_000 + (timestamp % 60_000) } } : {}),
    ...(random.chance(0.5) ? { by: random.pick(['ada', 'grace', 'b'.repeat(64)]) } : {}),
    ...(random.chance(0.5) ? { why: someText(self) } : {}),
    ...(decides ? { target: target ?? random.pick(self.targets) } : {}),
    ...(action === 'configure' ? { envelope: someEnvelope(self) } : {}),
  };
}

function signal(
  self: Actor,
  change: 'raise' | 'lift',
  hold: SignalHold,
  at: WorkPlace,
  target?: string,
): SignalRecord {
  const { random } = self;
  return {
    type: 'signal',
    ...self.address(at),
    timestamp: self.clock.stamp(),
    source: random.pick(['loop', 'policy', 'detector']),
    hold,
    change,
    details: someText(self),
    ...(hold === 'approval' ? { target: target ?? random.pick(self.targets) } : {}),
  };
}

const OPINIONS = ['progress', 'stuck', 'none'] as const;

/** A note or, at every fourth millisecond, an opinion: by the time, so that the dice of kept seeds fall as they did. */
function note(self: Actor, at: WorkPlace): NoteRecord | OpinionRecord {
  const timestamp = self.clock.stamp();
  const source = self.random.pick(['loop', 'policy', 'detector'] as const);
  const said = { type: 'signal', ...self.address(at), timestamp, details: someText(self) } as const;
  if (timestamp % 4 !== 0) return { ...said, source, change: 'note' };
  const opinion = OPINIONS[timestamp % OPINIONS.length] ?? 'none';
  const { thread = 'main' } = at;
  return { ...said, source: 'detector', change: 'opinion', thread, opinion };
}

function someText(self: Actor): string {
  return self.hostileTexts ? self.random.pick(HOSTILE_TEXTS) : 'somebody looked at it';
}

/** Tighter, looser, gone, or at the very edge. */
function someEnvelope(self: Actor): EnvelopeChange {
  const { random, values } = self;
  const some = (max: number) =>
    random.weighed([
      [max, 2],
      [max + 1, 2],
      [Math.ceil(max / 2), 3],
      [Math.ceil(max / 10), 1],
      [1, 0.5],
      [null, 4],
    ]);
  const tokens = { maxTokensPerMinute: some(values.maxTokensPerMinute) };
  const calls = { maxToolCallsPerMinute: some(values.maxToolCallsPerMinute) };
  return random.pick([tokens, calls, { ...tokens, ...calls }, {}]);
}
