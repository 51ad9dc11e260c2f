/** What lifts which hold: one law, in words for people and without a command for models. */
import { describe, expect, test } from 'vitest';
import type { HoldKind } from './hold-laws.ts';
import { holdRank, refusalRemedy, remedyForModel, remedyOf, strongestFirst } from './remedy.ts';

const of = (hold: HoldKind, session: string | null = null) => ({ hold, agent: 'sick', session });

const expected: Readonly<Record<HoldKind, readonly [string | null, string | null]>> = {
  hard_stop: ['restart', 'tripwire resume sick --restart'],
  kill_switch: ['activate', 'tripwire resume sick'],
  stop_all: ['resume-all', 'tripwire resume-all'],
  manual: ['activate', 'tripwire resume sick'],
  soft_suspend: ['resume', 'tripwire resume sick'],
  paused: ['resume', 'tripwire resume sick'],
  parked: ['resume', 'tripwire resume sick'],
  blocker: [null, 'tripwire release'],
  checkpoint: [null, 'tripwire release'],
  approval: ['grant', null],
  compaction: [null, null],
};
const kinds = Object.keys(expected) as HoldKind[];

test.each(kinds)('%s: the act and the command that lift it', (hold) => {
  const { act, command, words } = remedyOf(of(hold));
  expect([act, command]).toEqual(expected[hold]);
  expect(words).toContain(command ?? words);
});

test('a session is named', () => {
  expect(remedyOf(of('manual', 's1')).command).toBe('tripwire resume sick --session s1');
  const hardStop = remedyOf(of('hard_stop', 's1')).command;
  expect(hardStop).toBe('tripwire resume sick --restart --session s1');
  expect(remedyOf(of('stop_all', 's1')).command).toBe('tripwire resume-all');
});

describe('several holds', () => {
  test('the strongest comes first', () => {
    const all = kinds.toReversed().map((hold) => ({ hold }));
    expect(strongestFirst(all).map(({ hold }) => hold)).toEqual(kinds);
    expect(holdRank('hard_stop')).toBe(0);
  });

  test('what one command lifts is said once', () => {
    const restart = 'A person has to restart it: tripwire resume sick --restart';
    expect(refusalRemedy([of('soft_suspend'), of('hard_stop'), of('paused')])).toBe(restart);
    expect(refusalRemedy([of('manual'), of('hard_stop', 's1')])).toBe(
      `${restart} --session s1; and resume it: tripwire resume sick`,
    );
    expect(refusalRemedy([of('paused', 's1'), of('hard_stop')])).toBe(restart);
    expect(refusalRemedy([of('manual'), of('kill_switch'), of('stop_all')])).toBe(
      'A person has to resume it: tripwire resume sick; and resume all agents: tripwire resume-all',
    );
  });
});

describe('a model', () => {
  test.each(kinds)('is given no command that lifts %s', (kind) => {
    const remedy = refusalRemedy([of(kind)]);
    expect(remedyForModel({ kind, remedy })).not.toMatch(/tripwire (?:resume|release)/);
  });

  test('may compact, wait, and hear what is no hold', () => {
    const remedy = refusalRemedy([of('compaction')]);
    expect(remedyForModel({ kind: 'compaction', remedy })).toBe('Compact the conversation.');
    const wait = { kind: 'COOLDOWN_ACTIVE', remedy: 'Wait: it passes by itself.' };
    expect(remedyForModel(wait)).toBe(wait.remedy);
  });
});
