/** What follows a job: advice and its limits, what was paid, and an engine that wants a terminal. */
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { running, Told } from '../../../test/kit/told-night.ts';
import { ADVISOR_BY_DEFAULT } from '../../loop/index.ts';
import type { NightState } from './state.ts';

describe('the advisor', () => {
  function stuck(more: Partial<NightState> = {}): Told {
    const told = new Told(more);
    told.begin();
    const loop = told.log('HARD_LOOP', 'paused_for_new_approach', { signature: 'x', count: 5 });
    expect(told.look({ job: running, events: [loop], session: 's1' })).toBe('end-job');
    told.end(null);
    return told;
  }

  verifies('L10', 'a loop ends the turn, and what the advisor says is the next prompt', () => {
    const told = stuck();
    expect(told.begin()).toBe('claude --model claude-opus-4-6');
    expect(told.state.job).toMatchObject({ kind: 'advice', prompt: 'HARD_LOOP: x came 5 times' });
    told.end(0, { said: '\nRead the log first.\n' });
    expect(told.begin()).toBe('claude-code');
    expect(told.state.job).toMatchObject({ prompt: 'Read the log first.', session: 's1' });
    expect(told.state.owed[0]?.action_taken).toBe('injected_advice');
  });

  verifies(
    'L10',
    'who does not answer is followed by the next; if nobody does, a person is needed',
    () => {
      const told = stuck();
      const asked = [];
      for (let count = 0; count < 3; count += 1) {
        asked.push(told.begin());
        told.end(count === 0 ? 1 : 0, { said: count === 0 ? 'error' : ' ' });
      }
      expect(asked).toEqual(ADVISOR_BY_DEFAULT.commands.map((words) => words.join(' ')));
      told.look();
      expect(told.look()).toBe('raise-hold');
      expect(told.state.wanted?.hold).toBe('pause');
      expect(told.look({ holds: ['pause'] })).toBe('wait');
      expect(told.begin()).toBe('claude-code');
      expect(told.state.job?.prompt).toContain('try something fundamentally different');
      expect(told.state.owed[0]?.action_taken).toBe('injected_built_in_prompt');
    },
  );

  test.each([
    ['calls', { adviceAsked: ADVISOR_BY_DEFAULT.maxCalls }, {}],
    ['tokens', {}, { advisorTokens: ADVISOR_BY_DEFAULT.maxTokens }],
    ['usd', { advisorUsd: ADVISOR_BY_DEFAULT.maxUsd }, {}],
  ])(
    'its %s are limited: then the built-in prompt, and a pause that says why',
    (what, state, look) => {
      const told = stuck(state);
      told.look(look);
      expect(told.look(look)).toBe('raise-hold');
      expect(told.state.wanted?.hold).toBe('pause');
      expect(told.state.wanted?.why).toContain(`advisor.max_${what}`);
      expect(told.begin({ ...look, holds: ['pause'] })).toBe('nothing');
      expect(told.begin(look)).toBe('claude-code');
      expect(told.state.job?.prompt).toContain('try something fundamentally different');
      expect(stuck().begin()).toContain('opus');
    },
  );

  /** Looks while its turn runs, with a loop that the hooks found. */
  function loopAgain(told: Told): void {
    const loop = told.log('DUPLICATE_CHAIN', 'paused_for_new_approach', {
      signature: 'y',
      count: 3,
    });
    expect(told.look({ job: running, events: [loop], session: 's1' })).toBe('end-job');
    told.end(null);
  }

  test('a loop after advice is held for a person, whose word makes the next one a first one', () => {
    const told = stuck();
    told.begin();
    told.end(0, { said: 'Read the log first.' });
    told.begin();
    loopAgain(told);
    expect(told.look()).toBe('raise-hold');
    expect(told.state.wanted?.why).toContain('DUPLICATE_CHAIN: y came 3 times');
    expect(told.state.adviceAsked).toBe(1);
    expect(told.begin({ holds: ['pause'] })).toBe('nothing');
    expect(told.begin()).toBe('claude-code');
    expect(told.state.job?.prompt).toContain('try something fundamentally different');
    loopAgain(told);
    expect(told.begin()).toContain('opus');
    expect(told.state.adviceAsked).toBe(2);
  });

  test('a loop after a turn that ended well is a first one', () => {
    const told = stuck();
    told.begin();
    told.end(0, { said: 'Read the log first.' });
    told.begin();
    told.end(0);
    told.begin();
    loopAgain(told);
    expect(told.begin()).toContain('opus');
  });

  test('where the kill switch found it too, the next loop is held by it alone', () => {
    const gateHolds = [{ name: 'kill_switch', why: 'a loop', isHardStop: false, isLoop: true }];
    const told = stuck();
    expect(told.look({ gateHolds })).toBe('start-job');
    told.end(0, { said: 'Read the log first.', gateHolds });
    expect(told.look({ gateHolds })).toBe('record');
    told.begin();
    const loop = told.log('HARD_LOOP', 'paused_for_new_approach', { signature: 'x', count: 5 });
    expect(told.look({ job: running, events: [loop], gateHolds })).toBe('end-job');
    told.end(null, { gateHolds });
    expect(told.begin({ gateHolds })).toBe('nothing');
    expect(told.state).toMatchObject({ held: ['kill_switch'], wanted: null, adviceAsked: 1 });
  });

  test('what it cost is added up, told or reckoned, answer or none', () => {
    const told = stuck();
    told.begin();
    told.end(1, { said: 'error', cost: { session: null, usd: 4 } });
    told.begin();
    told.end(0, { said: ' ', cost: { session: 'other', usd: 6.5 } });
    expect(told.state.advisorUsd).toBe(10.5);
    told.look();
    expect(told.look()).toBe('raise-hold');
    expect(told.state.wanted?.why).toContain('10.5 of at most 10 dollars were spent on advisors');
    expect(told.state.usdBySession).toEqual({});
  });

  test('a warning asks nobody', () => {
    const told = new Told();
    told.begin();
    const soft = told.log('SOFT_LOOP', 'continued_monitoring', { signature: 'x', count: 3 });
    expect(told.look({ job: running, events: [soft] })).toBe('wait');
  });
});

describe('what a night costs', () => {
  test('is what each session told last: a session that goes on tells the sum of its turns', () => {
    const told = new Told();
    for (const [session, usd] of [
      ['s1', 0.25],
      ['s1', 0.75],
      ['s2', 0.5],
    ] as const) {
      told.begin();
      told.end(0, { session, cost: { session, usd } });
    }
    told.begin();
    told.end(0);
    expect(told.state.usdBySession).toEqual({ s1: 0.75, s2: 0.5 });
  });
});

describe('an engine that wants a terminal', () => {
  test('is left at once for another, and named with what to do', () => {
    const told = new Told();
    told.begin();
    told.end(1, { said: 'Error: stdin is not a terminal' });
    expect(told.owed()).toEqual(['ENGINE_FALLBACK needs_terminal']);
    const stuck = told.state.moments.find(({ kind }) => kind === 'stuck');
    expect(stuck?.text).toContain('claude-code wants a terminal, and a worker has none');
    expect(told.begin()).toBe('gemini-pro');
  });

  test('is not meant by one that only speaks of terminals', () => {
    const told = new Told();
    told.begin();
    told.end(1, { said: 'I opened a terminal and the build failed' });
    expect(told.owed()).toEqual([]);
  });
});
