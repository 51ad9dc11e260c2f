/** The supervisor's decisions: engines, restarts, ends; each where it fires and where it stays away. */
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { running, Told } from '../../../test/kit/told-night.ts';
import { ENGINES_BY_DEFAULT, type SafetyEvent } from '../../loop/index.ts';

const MINUTE_MS = 60_000;
const killed = {
  name: 'kill_switch (tripwire resume a)',
  why: 'it repeats itself',
  isHardStop: false,
} as const;

describe('engines', () => {
  test('the default chain has the order and the contexts of the safety rules', () => {
    expect(ENGINES_BY_DEFAULT.map(({ context }) => context)).toEqual([
      'default',
      'api_overload',
      'cost',
      'offline',
    ]);
    expect(ENGINES_BY_DEFAULT.map(({ command }) => command[0])).toEqual([
      'claude',
      'gemini',
      'gemini',
      'opencode',
    ]);
  });

  verifies(
    'L9',
    'three failed runs in a row bring the next engine, which is asked for a new plan',
    () => {
      const told = new Told();
      for (let count = 1; count <= 3; count += 1) {
        expect(told.begin()).toBe('claude-code');
        told.end(1, { said: 'it crashed' });
        told.nowMs += MINUTE_MS;
      }
      expect(told.owed()).toEqual(['ENGINE_FALLBACK stop_event']);
      expect(told.begin()).toBe('gemini-pro');
      expect(told.state.job?.prompt).toContain('Propose a new plan first');
      expect(told.state.job?.prompt).toContain('Read .geometry/MISSION_BRIEFING.md and continue');
      expect(told.state.job).toMatchObject({ session: null, isBriefed: true });
    },
  );

  test('a run that ends well in between starts the count anew', () => {
    const told = new Told();
    for (const code of [1, 1, 0, 1, 1]) {
      expect(told.begin()).toBe('claude-code');
      told.end(code);
      told.nowMs += MINUTE_MS;
    }
    expect(told.begin()).toBe('claude-code');
    expect(told.owed()).toEqual([]);
  });

  test.each([
    ['API Error: 529 overloaded_error', 'gemini-pro', 'api_overload'],
    ['getaddrinfo ENOTFOUND api.example.com', 'local', 'offline'],
  ])('%s brings %s at once', (said, engine, reason) => {
    const told = new Told();
    told.begin();
    told.end(1, { said });
    expect(told.owed()).toEqual([`ENGINE_FALLBACK ${reason}`]);
    expect(told.begin()).toBe(engine);
  });

  verifies(
    'L9',
    'more than three failures of the gate end the turn and bring another engine',
    () => {
      const told = new Told();
      told.begin();
      const gate = told.log('DIRTY_BIT_VIOLATION', 'injected_test_prompt');
      expect(told.look({ job: running, events: [gate, gate, gate] })).toBe('wait');
      expect(told.look({ job: running, events: [gate] })).toBe('end-job');
      told.end(null);
      expect(told.owed()).toEqual(['ENGINE_FALLBACK gate_failed']);
      expect(told.begin()).toBe('gemini-pro');
    },
  );

  describe.each([
    ['overload', 'API Error: 529 overloaded_error', 'api_overload'],
    ['a program that is not there', '', 'not_installed'],
  ])('a blocker in the same turn as a switch for %s', (_what, said, reason) => {
    const code = reason === 'not_installed' ? 127 : 1;

    verifies(
      ['L9', 'L14'],
      'nothing begins until a person lifts it; then the other engine does',
      () => {
        const told = new Told();
        told.begin();
        const blocker = told.log('NO_PROGRESS', 'created_blocker_report', {
          why: 'no file changed',
        });
        const holds = ['blocker'] as const;
        told.end(code, { said, events: [blocker], holds });
        // However often it looks: neither engine begins, and no second switch is owed.
        for (let count = 0; count < 3; count += 1) {
          told.nowMs += MINUTE_MS;
          expect(told.begin({ holds })).toBe('nothing');
        }
        expect(told.owed().length).toBeLessThanOrEqual(1);
        expect(told.begin()).toBe('gemini-pro');
        expect(told.owed()).toEqual([`ENGINE_FALLBACK ${reason}`]);
        const kinds = told.state.moments.map(({ kind }) => kind);
        expect(
          kinds.filter((kind) => ['stuck', 'hold', 'engine', 'resumed'].includes(kind)),
        ).toEqual(expect.arrayContaining(['stuck', 'hold', 'engine', 'resumed']));
      },
    );
  });

  verifies(
    ['L9', 'L14'],
    'a blocker while the gate ends the turn is not lost with the engine',
    () => {
      const told = new Told();
      told.begin();
      const gate = told.log('DIRTY_BIT_VIOLATION', 'injected_test_prompt');
      const blocker = told.log('NO_PROGRESS', 'created_blocker_report', { why: 'no file changed' });
      const holds = ['blocker'] as const;
      const events = [gate, gate, gate, gate, blocker];
      expect(told.look({ job: running, events, holds })).toBe('end-job');
      told.end(null, { holds });
      expect(told.begin({ holds })).toBe('nothing');
      expect(told.begin()).toBe('gemini-pro');
      expect(told.owed()).toEqual(['ENGINE_FALLBACK gate_failed']);
    },
  );

  verifies('L9', 'an engine that failed is tried again only after its cooldown', () => {
    const told = new Told();
    told.begin();
    told.end(127);
    expect(told.begin()).toBe('gemini-pro');
    told.end(0);
    told.nowMs += 29 * MINUTE_MS;
    expect(told.begin()).toBe('gemini-pro');
    told.end(0);
    told.nowMs += MINUTE_MS;
    expect(told.begin()).toBe('claude-code');
    expect(told.owed()).toEqual(['ENGINE_FALLBACK not_installed', 'ENGINE_FALLBACK rested']);
  });

  test('where all rest, it waits for the first that is awake again', () => {
    const told = new Told({ engines: ENGINES_BY_DEFAULT.slice(0, 1) });
    told.begin();
    told.end(127);
    expect(told.begin()).toBe('nothing');
    told.nowMs += 30 * MINUTE_MS;
    expect(told.begin()).toBe('claude-code');
  });

  test('near the end of the budget the cheaper engine takes over, at its end the night is over', () => {
    const told = new Told({ budgetTokens: 1_000 });
    expect(told.begin({ tokens: 799 })).toBe('claude-code');
    told.end(0, { tokens: 799 });
    expect(told.begin({ tokens: 800 })).toBe('gemini-flash');
    expect(told.look({ job: running, tokens: 999 })).toBe('wait');
    expect(told.look({ job: running, tokens: 1_000 })).toBe('end-job');
    told.end(null, { tokens: 1_000 });
    expect(told.look({ tokens: 1_000 })).toBe('leave');
    expect(told.state.ended?.outcome).toBe('budget');
  });
});

describe('a full context', () => {
  const fill = (told: Told, action: SafetyEvent['action_taken'] = 'requested_compaction') =>
    told.log('COMPACTION_GATE', action, { context_pct: 81 });

  /** A turn that ends with a full context, and its restart. */
  function restart(told: Told): void {
    told.begin();
    told.end(0, { events: [fill(told)] });
    const act = told.look();
    if (act !== 'report-restart') return;
    const done = told.log('COMPACTION_GATE', 'restarted_session', { context_pct: 81 });
    told.look({ events: [done] });
  }

  verifies('L7', 'the worker is restarted with the briefing, in a session of its own', () => {
    const told = new Told({ session: 's1' });
    restart(told);
    expect(told.begin()).toBe('claude-code');
    expect(told.state.job).toMatchObject({ kind: 'turn', session: null });
    const [first] = (told.state.job?.prompt ?? '').split('\n');
    expect(first).toBe('Read .geometry/MISSION_BRIEFING.md and continue');
    expect(told.state.restarts).toBe(1);
  });

  test('the worker has a minute to write the briefing; a warning gives it all the time', () => {
    const told = new Told();
    told.begin();
    const warned = fill(told, 'recommended_compaction');
    expect(told.look({ job: running, events: [warned] })).toBe('wait');
    expect(told.look({ job: running, events: [fill(told)] })).toBe('wait');
    told.nowMs += MINUTE_MS;
    expect(told.look({ job: running })).toBe('end-job');
    const quick = new Told();
    quick.begin();
    quick.look({ job: running, events: [fill(quick)] });
    expect(quick.look({ job: running, briefedAtMs: quick.nowMs + 5_000 })).toBe('end-job');
    const full = new Told();
    full.begin();
    expect(full.look({ job: running, events: [fill(full, 'blocked_tool_calls')] })).toBe('end-job');
  });

  verifies(
    ['L7', 'L9'],
    'restarts that do not help bring another engine, and the third stops',
    () => {
      const told = new Told();
      restart(told);
      restart(told);
      expect(told.state.unhelpfulRestarts).toBe(1);
      restart(told);
      told.look();
      expect(told.owed()).toEqual(['ENGINE_FALLBACK context_exhausted']);
      restart(told);
      expect(told.state.wanted?.hold).toBe('blocker');
      expect(told.look()).toBe('raise-hold');
      expect(told.state.wanted?.why).toContain('3 restarts in a row');
    },
  );

  test('a restart that helps is forgotten', () => {
    const told = new Told();
    for (let count = 0; count < 6; count += 1) {
      restart(told);
      told.begin();
      told.end(0);
    }
    expect(told.state).toMatchObject({ restarts: 6, unhelpfulRestarts: 0, wanted: null });
  });
});

describe('the end', () => {
  test('the word of the worker ends it, if its code is tested', () => {
    const told = new Told();
    told.begin();
    told.end(0, { said: 'TASK_COMPLETE', dirtyBit: 'tests_run' });
    expect(told.begin()).toBe('claude-code');
    expect(told.state.job?.prompt).toContain('Run tests now with: npm test');
    told.end(0, { said: 'All is well.\nTASK_COMPLETE\n' });
    expect(told.look()).toBe('leave');
    expect(told.state.ended?.outcome).toBe('done');
  });

  test('a worker that needs a person gets one', () => {
    const told = new Told();
    told.begin();
    told.end(0, { said: 'NEEDS_PERSON: which colour?' });
    expect(told.look()).toBe('raise-hold');
    expect(told.state.wanted?.why).toContain('which colour?');
  });

  verifies('L14', 'STOP ends the job and the night', () => {
    const told = new Told();
    told.begin();
    expect(told.look({ job: running, holds: ['stop'] })).toBe('end-job');
    told.end(null, { holds: ['stop'] });
    expect(told.look({ holds: ['stop'] })).toBe('leave');
    expect(told.state.ended?.outcome).toBe('stopped');
  });

  verifies('L14', 'under a hold nothing begins; when it is gone, it goes on', () => {
    const told = new Told();
    expect(told.begin({ holds: ['pause'] })).toBe('nothing');
    expect(told.begin({ holds: ['pause'], gateHolds: [killed] })).toBe('nothing');
    expect(told.begin({ gateHolds: [killed] })).toBe('nothing');
    expect(told.begin()).toBe('claude-code');
    expect(told.state.moments.map(({ kind, text }) => `${kind} ${text}`).slice(1)).toEqual([
      'hold held: pause',
      'hold held: kill_switch (tripwire resume a): it repeats itself',
      'resumed it may go on (kill_switch (tripwire resume a))',
    ]);
  });

  verifies(
    'L14',
    'a hold of the gate leaves the worker to go on later, a hard stop ends it',
    () => {
      const told = new Told();
      told.begin();
      expect(told.look({ job: running, gateHolds: [killed] })).toBe('wait');
      expect(told.look({ job: running })).toBe('wait');
      const dead = { ...killed, name: 'hard_stop', isHardStop: true };
      expect(told.look({ job: running, gateHolds: [dead] })).toBe('end-job');
      told.end(null, { gateHolds: [dead] });
      expect(told.begin({ gateHolds: [dead] })).toBe('nothing');
      expect(told.begin()).toBe('claude-code');
      expect(told.state.job?.prompt).toContain('Build it.');
      expect(told.owed()).toEqual([]);
    },
  );

  test('a turn that no hook counted is counted once', () => {
    const told = new Told();
    told.begin();
    const over = { kind: 'ended', end: { code: 0, signal: null, why: null } } as const;
    expect(told.look({ job: over })).toBe('count-turn');
    expect(told.look({ job: over })).toBe('count-turn');
    expect(told.look({ job: over, iterations: 1 })).toBe('wait');
    expect(told.state.job).toBeNull();
  });

  test('whoever leaves ends the worker, and the night can be gone on with', () => {
    const told = new Told();
    told.begin();
    expect(told.look({ job: running, isLeaving: true })).toBe('end-job');
    told.end(null, { isLeaving: true });
    expect(told.look({ isLeaving: true })).toBe('leave');
    expect(told.state.ended).toBeNull();
    expect(told.begin()).toBe('claude-code');
    expect(told.state.job?.prompt).toContain('Build it.');
  });
});
