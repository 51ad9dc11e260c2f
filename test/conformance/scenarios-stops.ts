/**
 * Stops through an adapter: by a person, by the kill switch, by the deadline, by the budget, by a gate that is gone.
 */
import { expect } from 'vitest';
import { Budget, Deadline, type ToolGate } from '../../src/guardrails/index.ts';
import { VirtualClock, type ModelCall } from '../../src/testing/index.ts';
import { expectReason, stageGate, timesSeen, turn, work, type StageGate } from './adapter-stage.ts';
import type { Scenario } from './scenario.ts';

const STEP_MS = 5_000;

/** More saving than the time for it allows. */
const SAVES = 9;
const GRACE_CALLS = 5;

const stopBy =
  ({ gate, agent }: StageGate, grace?: { readonly calls: number; readonly ms: number }) =>
  () =>
    gate.operate({
      agent,
      action: 'deactivate',
      by: 'ada',
      why: 'enough',
      ...(grace === undefined ? {} : { grace }),
    });

function note(text: string): ModelCall {
  return { tool: 'write_file', args: { path: 'NOTES.md', text } };
}

export const stopScenarios: readonly Scenario[] = [
  {
    title: 'a stop in the middle of a run ends it without a further model call',
    needs: ['stopEndsRun'],
    rows: ['G1'],
    play: async (run) => {
      const gate = await stageGate();
      const moves = [turn(work('one')), turn(work('two')), turn(work('three'))];
      const played = await run({ moves, gate, during: { two: stopBy(gate) } });
      expect(played.ran).toEqual(['one', 'two']);
      expect(played.model.inputs).toHaveLength(2);
      expect(played.stop).toMatchObject({ kind: 'manual', agent: 'coder' });
    },
  },
  {
    title: 'after a stop no further tool runs',
    needs: ['toolPolicies'],
    rows: ['G1'],
    play: async (run) => {
      const gate = await stageGate();
      const moves = [turn(work('one')), turn(work('two')), turn(work('three'))];
      const played = await run({ moves, gate, during: { two: stopBy(gate) } });
      expect(played.ran).toEqual(['one', 'two']);
    },
  },
  {
    title: 'a stop with time to save lets notes be written and nothing else run, and then binds',
    needs: ['toolPolicies'],
    rows: ['G1', 'X12'],
    play: async (run) => {
      const gate = await stageGate();
      const saved = Array.from({ length: SAVES }, (_, index) => note(`line ${index}`));
      const played = await run({
        moves: [turn(work('one')), turn(work('two')), ...saved.map((call) => turn(call))],
        gate,
        during: { one: stopBy(gate, { calls: GRACE_CALLS, ms: 600_000 }) },
      });
      expect(played.ran).toEqual(['one']);
      // Told with the result of the call that was under way, and again with the refusal.
      if (played.capabilities.denialReasons) {
        expect(timesSeen(played, 'only saving is allowed', 2)).toBe(2);
      }
      const written = await played.filesystem.read('NOTES.md');
      expect(written).toMatch(/^line \d$/);
      expect(written).not.toBe(`line ${SAVES - 1}`);
      if (played.capabilities.stopEndsRun) expect(played.stop).toMatchObject({ kind: 'manual' });
    },
  },
  {
    title: 'a stopped agent makes no model call',
    needs: ['stopForbidsStart'],
    rows: ['G1'],
    play: async (run) => {
      const gate = await stageGate();
      await stopBy(gate)();
      const played = await run({ moves: [turn(work('one'))], gate });
      expect(played.model.inputs).toEqual([]);
      expect(played.ran).toEqual([]);
      expect(played.stop).toMatchObject({ kind: 'manual' });
    },
  },
  {
    title: 'a loop of calls that gain nothing is seen by the kill switch, and ends the run',
    needs: ['stopEndsRun'],
    rows: ['G1'],
    play: async (run) => {
      const gate = await stageGate();
      const moves = Array.from({ length: 30 }, () => turn(work('fail-again')));
      const during = { 'fail-again': () => gate.clock.pass(STEP_MS) };
      const played = await run({ moves, gate, during });
      expect(played.stop).toMatchObject({ kind: 'kill_switch' });
      expect(played.ran.length).toBeLessThan(20);
      expect(played.model.inputs).toHaveLength(played.ran.length);
    },
  },
  {
    title: 'under a gate, work that gets on is left alone',
    needs: [],
    rows: ['G1'],
    play: async (run) => {
      const gate = await stageGate();
      const pieces = Array.from({ length: 12 }, (_, index) => `piece-${index}`);
      const moves = pieces.map((piece) => turn(work(piece)));
      const pass = () => gate.clock.pass(STEP_MS);
      const during = Object.fromEntries(pieces.map((piece) => [piece, pass]));
      const played = await run({ moves, gate, during });
      expect(played.ran).toEqual(pieces);
      expect(played.stop).toBeNull();
      const { sessions } = await gate.gate.agent(gate.agent);
      expect(sessions.length, 'the gate knows of the calls').toBeGreaterThan(0);
    },
  },
  {
    title: 'a gate that cannot be asked lets no tool run',
    needs: ['toolPolicies'],
    rows: ['G1'],
    play: async (run) => {
      const port: ToolGate = { standing: () => Promise.reject(new Error('the line is dead')) };
      const played = await run({ moves: [turn(work('one'))], gate: { port, agent: 'coder' } });
      expect(played.ran).toEqual([]);
    },
  },
  {
    title: 'after the deadline tool calls are denied, and the model reads why',
    needs: ['toolPolicies'],
    rows: ['G1', 'G12'],
    play: async (run) => {
      const clock = new VirtualClock();
      const deadline = new Deadline({ expiresAtMs: clock.now() + STEP_MS, clock });
      const moves = [turn(work('one')), turn(work('two'))];
      const played = await run({ moves, deadline, during: { one: () => clock.pass(STEP_MS) } });
      expect(played.ran).toEqual(['one']);
      expectReason(played, 'The deadline has passed');
    },
  },
  {
    title:
      'the tokens of model calls are taken from the budget, and end tool calls when it is spent',
    needs: ['countsTokens', 'toolPolicies', 'denialReasons'],
    rows: ['G1', 'G12'],
    play: async (run) => {
      const budget = new Budget({ maxTotalTokens: 3_000 });
      const usage = { input: 1_000, output: 300 };
      const moves = ['one', 'two', 'three', 'four'].map((what) => ({ ...turn(work(what)), usage }));
      const played = await run({ moves, budget });
      expect(played.ran.slice(0, 2)).toEqual(['one', 'two']);
      expect(played.ran).not.toContain('four');
      expect(timesSeen(played, 'The budget is spent')).toBeGreaterThan(0);
    },
  },
];
