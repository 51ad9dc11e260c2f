/**
 * Feedback through an adapter: it comes with the tool's result, once, at its time.
 */
import { expect } from 'vitest';
import {
  FeedbackProviderConfig,
  FeedbackTrigger,
  FileCreatedTrigger,
  StaticFeedbackProvider,
  denied,
  type FeedbackProvider,
  type FeedbackTriggerOptions,
  type ToolPolicy,
} from '../../src/guardrails/index.ts';
import { expectReason, timesSeen, turn, work, type Played } from './adapter-stage.ts';
import type { Scenario } from './scenario.ts';

const needs = ['feedback'] as const;

/** A provider that says this when its trigger fires. */
function says(feedback: string, trigger: FeedbackTriggerOptions): FeedbackProviderConfig {
  const provider = new StaticFeedbackProvider({ feedback });
  return new FeedbackProviderConfig({ provider, trigger: new FeedbackTrigger(trigger) });
}

/** So many calls, one a turn. */
const calls = (count: number) =>
  Array.from({ length: count }, (_, index) => turn(work(`piece-${index + 1}`)));

/** How often each input of the model has a text; the first input comes before any call. */
const course = (played: Played, text: string) =>
  played.model.inputs.map((_, index) => timesSeen(played, text, index));

export const feedbackScenarios: readonly Scenario[] = [
  {
    title: 'feedback stands in the model’s next input, exactly once, in its block',
    needs,
    rows: ['G6', 'G8', 'G9', 'G10'],
    play: async (run) => {
      const feedbackProviders = [says('mind-the-gap', { everyNCalls: 2 })];
      const played = await run({ moves: calls(3), feedbackProviders });
      expect(course(played, 'mind-the-gap')).toEqual([0, 0, 1, 1]);
      expect(timesSeen(played, "<feedback provider='Static'>")).toBe(1);
      expect(timesSeen(played, 'piece-2 is done')).toBe(1);
    },
  },
  {
    title: 'each provider has its own cadence: A every 3, B every 5',
    needs,
    rows: ['G6', 'G9'],
    play: async (run) => {
      const feedbackProviders = [
        says('note-A', { everyNCalls: 3 }),
        says('note-B', { everyNCalls: 5 }),
      ];
      const played = await run({ moves: calls(10), feedbackProviders });
      expect(course(played, 'note-A')).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3]);
      expect(course(played, 'note-B')).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2]);
    },
  },
  {
    title: 'a file trigger fires once, when the file is seen',
    needs,
    rows: ['G7'],
    play: async (run) => {
      const onFileCreated = new FileCreatedTrigger({ filename: 'AGENTS.md' });
      const write = turn({ tool: 'write_file', args: { path: 'AGENTS.md', text: 'rules' } });
      const moves = [turn(work('one')), write, turn(work('two')), turn(work('three'))];
      const played = await run({
        moves,
        feedbackProviders: [says('read-the-rules', { onFileCreated })],
      });
      expect(course(played, 'read-the-rules')).toEqual([0, 0, 1, 1, 1]);
    },
  },
  {
    title: 'a call that failed or was denied counts, and its feedback arrives as well',
    needs: ['feedback', 'toolPolicies'],
    rows: ['G6', 'G9'],
    play: async (run) => {
      const policy: ToolPolicy = {
        name: 'no-bad',
        check: (_tool, params) =>
          JSON.stringify(params).includes('bad')
            ? denied('not that one')
            : { allowed: true, reason: null },
      };
      const moves = [turn(work('fail-one')), turn(work('bad')), turn(work('good'))];
      const feedbackProviders = [says('so-far-so-good', { everyNCalls: 1 })];
      const played = await run({ moves, feedbackProviders, policies: [policy] });
      expect(course(played, 'so-far-so-good')).toEqual([0, 1, 2, 3]);
      expectReason(played, 'not that one');
    },
  },
  {
    title: 'a provider that throws is reported, and the others are heard',
    needs,
    rows: ['G9'],
    play: async (run) => {
      const broken: FeedbackProvider = {
        name: 'Broken',
        shouldRun: () => true,
        provide: () => {
          throw new Error('nothing comes to mind');
        },
      };
      const trigger = new FeedbackTrigger({ everyNCalls: 1 });
      const feedbackProviders = [
        new FeedbackProviderConfig({ provider: broken, trigger }),
        says('still-here', { everyNCalls: 1 }),
      ];
      const played = await run({ moves: calls(1), feedbackProviders });
      expect(course(played, 'still-here')).toEqual([0, 1]);
      expect(played.problems).toMatchObject([{ kind: 'feedback_provider', name: 'Broken' }]);
    },
  },
];
