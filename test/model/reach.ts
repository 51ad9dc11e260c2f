/**
 * What a sequence of records reached: the names of everything that happened in its answers.
 *
 * A property over generated records proves nothing about what the records never lead to, so the
 * list of what must happen is written down and counted.
 */
import { REASONS, type Decision } from '../../src/core/index.ts';
import type { AgentRecord } from '../../src/core/records/records.ts';
import { STUCK_CODES } from '../../src/core/stuck/stuck-signs.ts';
import type { Sequence } from './arbitrary-records.ts';

const modes = ['IDLE', 'WORKING', 'LOOPING', 'RUNAWAY'];
const groups = ['veto', 'hold', 'warning', 'note'];
const constitutions = ['frozen-v0.2', 'coding-v1', 'tight', 'odd', 'stern'];
/**
 * Neither the windows of a subscription nor notes about agents that are stuck are in the reference model; src/core/plan,
 * src/core/stuck, test/serve/plan-windows.test.ts and test/serve/stuck.test.ts try them.
 */
const OUTSIDE_THE_MODEL: ReadonlySet<string> = new Set([
  'HOLD_PARKED',
  'PLAN_WARNING',
  ...STUCK_CODES,
]);
const REACHABLE = REASONS.filter(({ code }) => !OUTSIDE_THE_MODEL.has(code));
const codes = REACHABLE.filter(({ group }) => groups.includes(group)).map(({ code }) => code);
const vetoes = REASONS.filter(({ group }) => group === 'veto').map(({ code }) => code);
const kinds = REACHABLE.filter(({ group }) => group === 'hold').map(({ code }) =>
  code.replace('HOLD_', '').toLowerCase(),
);

/** Happenings that one answer shows by itself. */
const inOneAnswer: Readonly<Record<string, (decision: Decision, record: AgentRecord) => boolean>> =
  {
    'a mode held while another signal stands': ({ activity }) =>
      activity.reason.includes('held while the'),
    'a mode held after its signal has gone': ({ activity }) =>
      activity.reason.includes('the signal has gone'),
    'HIGH moved by the average': ({ activity }) =>
      /HIGH above 3[0-9]{4}/.test(activity.reason) && !activity.reason.includes('above 30000'),
    'HIGH at its ceiling': ({ activity }) => activity.reason.includes('HIGH above 40000'),
    'a loop below the usual threshold': ({ safety }) => /above 0\.8[0-8]/.test(safety.reason),
    'a loop of outputs that are alike, not equal': ({ safety }) =>
      safety.reason.includes('at least 0.'),
    'a call refused for what it would spend': ({ safety }) =>
      safety.reason.includes('with this call'),
    'a budget tightened by health': ({ safety }) => / of 28125 tokens/.test(safety.reason),
    'a budget at its smallest share': ({ safety }) => / of 12500 tokens/.test(safety.reason),
    'health at 0': ({ health }) => health === 0,
    'every tool waits': ({ holds }) => holds.some(({ target }) => target === '*'),
    'an approval refused': ({ holds }) => holds.some(({ refused }) => refused === true),
    'a hold whose reason was cut': ({ holds }) => holds.some(({ why }) => why.endsWith('…')),
    'a hold that stands and does not bind': ({ holds, safety }) =>
      holds.length > 0 && !safety.reason.includes('HOLD_'),
    'an action held, another not': ({ safety }, record) =>
      record.type === 'admit' && safety.reason.includes('HOLD_APPROVAL'),
    'a bucket full of tokens': ({ safety }) => /9999999 of [0-9]+ tokens/.test(safety.reason),
    'no wake': ({ wakeAt }) => wakeAt === null,
    'a wake between two seconds': ({ wakeAt }) => wakeAt !== null && wakeAt % 1_000 !== 0,
    'an event that settles': (_, record) => record.type === 'event' && record.settles !== undefined,
    'a result that settles': (_, record) =>
      record.type === 'result' && record.settles !== undefined,
  };

/** Happenings between an answer and the one before it for the same thread. */
const betweenAnswers: Readonly<Record<string, (was: Decision, is: Decision) => boolean>> = {
  'health recovered': (was, is) => is.health > was.health && is.health < 0.8,
  'health recovered to its cap': (was, is) => was.health < 0.8 && is.health === 0.8,
  'a mode flipped back': (was, is) =>
    was.activity.mode !== is.activity.mode && nearly(was.health - is.health, 0.02),
  'a loop cost health': (was, is) =>
    started(was, is, 'LOOP_DETECTED') && nearly(was.health - is.health, 0.1),
  'a runaway cost health': (was, is) =>
    started(was, is, 'RUNAWAY_DETECTED') && nearly(was.health - is.health, 0.1),
  'two episodes on one event': (was, is) =>
    started(was, is, 'LOOP_DETECTED') && started(was, is, 'RUNAWAY_DETECTED'),
  'three failures in a row': (was, is) => nearly(was.health - is.health, 0.15),
  'a cooldown ended': (was, is) =>
    was.safety.reason.includes('COOLDOWN_ACTIVE') && !is.safety.reason.includes('COOLDOWN_ACTIVE'),
  'a soft suspend lifted': (was, is) => held(was, 'soft_suspend') && !held(is, 'soft_suspend'),
  'a soft suspend lifted by recovery': (was, is) =>
    held(was, 'soft_suspend') && !held(is, 'soft_suspend') && is.health === 0.6,
  'a hard stop lifted': (was, is) => held(was, 'hard_stop') && !held(is, 'hard_stop'),
  'a soft suspend without a hard stop lifted later': (was, is) =>
    held(was, 'hard_stop') && held(was, 'soft_suspend') && !held(is, 'soft_suspend'),
  'a signal gone by an event': (was, is) =>
    was.intent.intent !== 'CONTINUE' &&
    is.intent.intent === 'CONTINUE' &&
    is.safety.reason.includes('COOLDOWN_ACTIVE'),
  'a second cooldown': (was, is) => {
    const since = ({ safety }: Decision) => /until [0-9]+/.exec(safety.reason)?.[0];
    return since(was) !== undefined && since(is) !== undefined && since(was) !== since(is);
  },
};

/** Everything that must happen at least once over all sequences. */
export const MUST_BE_REACHED: readonly string[] = [
  ...codes,
  ...constitutions.flatMap((name) => vetoes.map((veto) => `${name}: ${veto}`)),
  ...modes.map((mode) => `mode ${mode}`),
  ...modes.map((mode) => `frozen-v0.2: mode ${mode}`),
  ...['LOW', 'NORMAL', 'HIGH'].map((intensity) => `intensity ${intensity}`),
  ...['CONTINUE', 'PAUSE', 'STOP'].map((intent) => `intent ${intent}`),
  ...['agent', 'session', 'thread'].map((level) => `a hold on the ${level}`),
  ...vetoes.map((veto) => `decided by ${veto}`),
  ...kinds.flatMap((kind) => [`${kind} raised`, `${kind} lifted`]),
  ...Object.keys(inOneAnswer),
  ...Object.keys(betweenAnswers),
];

/** The names of everything that happened in these answers. */
export function reached(sequence: Sequence, decisions: readonly Decision[]): ReadonlySet<string> {
  const names = new Set<string>();
  const constitution = sequence.constitution.values.name;
  let before: { thread: string; decision: Decision } | undefined;
  for (const [index, decision] of decisions.entries()) {
    const record = sequence.records[index];
    if (record === undefined) break;
    for (const name of namesIn(decision, record)) {
      names.add(name);
      names.add(`${constitution}: ${name}`);
    }
    const thread = JSON.stringify([record.session ?? 'main', record.thread ?? 'main']);
    if (before?.thread === thread) {
      for (const name of namesBetween(before.decision, decision)) names.add(name);
    }
    before = { thread, decision };
  }
  return names;
}

function namesIn(decision: Decision, record: AgentRecord): readonly string[] {
  const { activity, holds, intent, safety } = decision;
  return [
    ...codes.filter((code) => safety.reason.includes(`${code}: `)),
    ...(safety.vetoReason === undefined ? [] : [`decided by ${safety.vetoReason}`]),
    `mode ${activity.mode}`,
    `intensity ${activity.intensity}`,
    `intent ${intent.intent}`,
    ...holds.map(({ level }) => `a hold on the ${level}`),
    ...Object.keys(inOneAnswer).filter((name) => inOneAnswer[name]?.(decision, record)),
  ];
}

function namesBetween(was: Decision, is: Decision): readonly string[] {
  return [
    ...kinds.filter((kind) => !held(was, kind) && held(is, kind)).map((kind) => `${kind} raised`),
    ...kinds.filter((kind) => held(was, kind) && !held(is, kind)).map((kind) => `${kind} lifted`),
    ...Object.keys(betweenAnswers).filter((name) => betweenAnswers[name]?.(was, is)),
  ];
}

function held({ holds }: Decision, kind: string): boolean {
  return holds.some(({ hold }) => hold === kind);
}

function started(was: Decision, is: Decision, veto: string): boolean {
  return !was.safety.reason.includes(veto) && is.safety.reason.includes(veto);
}

function nearly(one: number, other: number): boolean {
  return Math.abs(one - other) < 0.00001;
}
