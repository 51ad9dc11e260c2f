/** When two agents that call each other as tools say nothing new: by what they say and by the time between. */
import { expect, test } from 'vitest';
import { event } from '../../../test/kit/records.ts';
import { toolTalk, type ToolTalk } from '../../gate/index.ts';
import { Exchanges } from './exchanges.ts';

const SETTINGS = { exchange: { rounds: 3, act: 'tell' } } as const;
const SECOND_MS = 1_000;
const QUESTION = 'Is the nightly build of the printer driver ready for me to publish it?';
const ANSWER = 'No, the nightly build is still running on the second machine in the cellar.';

const told = (asked: string, answered: string): ToolTalk => {
  const talk = toolTalk(`ask {"message":${JSON.stringify(asked)}}\n${answered}`);
  if (talk === null) throw new Error('nothing is said in it');
  return talk;
};

/** So many rounds between `planner` and `builder`, so long after each other; the rounds that count then. */
function signsAfter(rounds: number, gapMs: number, answer: (round: number) => string): number {
  const exchanges = new Exchanges();
  let at = SECOND_MS;
  for (let round = 0; round < rounds; round += 1) {
    const digest = (kind: 'prompt' | 'response', text: string) => {
      const more = { kind, exact: 'x', items: [], chant: null, atMs: at };
      return { ...more, ...told(text, text).answered };
    };
    exchanges.take(
      'builder',
      {
        type: 'admit',
        timestamp: at,
        purpose: 'step',
        estimate: { tokenCount: 1, toolCalls: 0 },
        observed: { digests: [digest('prompt', QUESTION)] },
      },
      true,
    );
    exchanges.take(
      'builder',
      {
        ...event(at + SECOND_MS, { tokenCount: 10 }),
        observed: { digests: [digest('response', answer(round))] },
      },
      true,
    );
    exchanges.called('planner', 'main', told(QUESTION, answer(round)), at + 2 * SECOND_MS);
    at += gapMs;
  }
  return exchanges.signs(at - gapMs, SETTINGS).size;
}

test('the same question with the same answer, again and again, is told of on both sides', () => {
  expect(signsAfter(3, 5 * SECOND_MS, () => ANSWER)).toBe(0);
  expect(signsAfter(4, 5 * SECOND_MS, () => ANSWER)).toBe(2);
});

test('one that is asked again after a pause is waited for', () => {
  expect(signsAfter(20, 61 * SECOND_MS + 2 * SECOND_MS, () => ANSWER)).toBe(0);
});

test('an answer that says something else each time is news', () => {
  const answer = (round: number) => `${ANSWER} It has finished ${round + 1} of 40 steps by now.`;
  expect(signsAfter(12, 5 * SECOND_MS, answer)).toBe(0);
});

test('a file that comes back is no answer of anybody', () => {
  expect(toolTalk(`read {"path":"a"}\n${'line of a file\n'.repeat(4_000)}`)).toBeNull();
});
