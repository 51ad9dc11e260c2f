/**
 * Task completion through an adapter: the six scenarios of the specification, the cap, and what a checker gets.
 */
import { expect } from 'vitest';
import {
  Budget,
  CompositeChecker,
  Deadline,
  FileOutputChecker,
  STOP_BLOCKS_MAX,
  TaskCompletionResult,
  type TaskCompletionChecker,
} from '../../src/guardrails/index.ts';
import { MemoryFilesystem, VirtualClock } from '../../src/testing/index.ts';
import { timesSeen, turn } from './adapter-stage.ts';
import type { Scenario } from './scenario.ts';

const needs = ['taskCompletion'] as const;
const checker = new FileOutputChecker({ files: ['output.txt'] });
const done = { text: 'Done.' };
const writeOutput = turn({ tool: 'write_file', args: { path: 'output.txt', text: 'the result' } });

export const completionScenarios: readonly Scenario[] = [
  {
    title: 'an early stop is blocked with feedback that names the missing file; then it may stop',
    needs,
    rows: ['G11', 'G13'],
    play: async (run) => {
      const played = await run({ moves: [done, writeOutput, done], checker });
      expect(timesSeen(played, 'output.txt', 0)).toBe(0);
      expect(timesSeen(played, 'output.txt', 1)).toBeGreaterThan(0);
      expect(played.model.inputs).toHaveLength(3);
      expect(await played.filesystem.read('output.txt')).toBe('the result');
      expect(played.problems).toEqual([]);
    },
  },
  {
    title: 'a stop is allowed when the task is complete',
    needs,
    rows: ['G11'],
    play: async (run) => {
      const filesystem = new MemoryFilesystem({ files: { 'output.txt': 'there' } });
      const played = await run({ moves: [done], checker, filesystem });
      expect(played.model.inputs).toHaveLength(1);
      expect(played.problems).toEqual([]);
    },
  },
  {
    title: 'the deadline has passed: the stop is allowed although the file is missing',
    needs,
    rows: ['G12'],
    play: async (run) => {
      const clock = new VirtualClock();
      const deadline = new Deadline({ expiresAtMs: clock.now() - 1, clock });
      const played = await run({ moves: [done], checker, deadline });
      expect(played.model.inputs).toHaveLength(1);
      expect(played.problems).toMatchObject([{ kind: 'task_incomplete' }]);
    },
  },
  {
    title: 'the budget is spent: the stop is allowed although the file is missing',
    needs,
    rows: ['G12'],
    play: async (run) => {
      const budget = new Budget({ maxTotalTokens: 0 });
      const played = await run({ moves: [done], checker, budget });
      expect(played.model.inputs).toHaveLength(1);
      expect(played.problems).toMatchObject([{ kind: 'task_incomplete' }]);
    },
  },
  {
    title: 'where all checkers must pass, the one that fails is heard',
    needs,
    rows: ['G11'],
    play: async (run) => {
      let asked = 0;
      const fussy: TaskCompletionChecker = {
        check: () => {
          asked += 1;
          return asked > 1
            ? TaskCompletionResult.ok()
            : TaskCompletionResult.incomplete('the-seal-is-missing');
        },
      };
      const filesystem = new MemoryFilesystem({ files: { 'output.txt': 'there' } });
      const both = new CompositeChecker({ checkers: [checker, fussy], allMustPass: true });
      const played = await run({ moves: [done, done], checker: both, filesystem });
      expect(timesSeen(played, 'the-seal-is-missing', 1)).toBe(1);
      expect(played.model.inputs).toHaveLength(2);
    },
  },
  {
    title: 'without a checker the agent stops freely',
    needs: [],
    rows: ['G11'],
    play: async (run) => {
      const played = await run({ moves: [done] });
      expect(played.model.inputs).toHaveLength(1);
      expect(played.problems).toEqual([]);
      expect(played.stop).toBeNull();
    },
  },
  {
    title: 'a stop is blocked eight times in a row, then allowed and reported as incomplete',
    needs,
    rows: ['G11'],
    play: async (run) => {
      const played = await run({ moves: [done], checker });
      expect(played.model.inputs).toHaveLength(1 + STOP_BLOCKS_MAX);
      expect(played.problems).toMatchObject([{ kind: 'task_incomplete' }]);
    },
  },
  {
    title: 'a checker that throws is incomplete; it gets what the agent is about to hand over',
    needs,
    rows: ['G11'],
    play: async (run) => {
      const handedOver: unknown[] = [];
      const checking: TaskCompletionChecker = {
        check: ({ tentativeOutput }) => {
          handedOver.push(tentativeOutput);
          if (handedOver.length === 1) throw new Error('the-judge-fell-asleep');
          return TaskCompletionResult.ok();
        },
      };
      const moves = [{ text: 'first words' }, { text: 'second words' }];
      const played = await run({ moves, checker: checking });
      expect(played.model.inputs).toHaveLength(2);
      expect(timesSeen(played, 'the-judge-fell-asleep', 1)).toBe(1);
      expect(handedOver.map(String)).toEqual([
        expect.stringContaining('first words'),
        expect.stringContaining('second words'),
      ]);
    },
  },
];
