/** A refusal says that an agent is stopped only where it is: a limit or a budget refuses one request. */
import { expect, test } from 'vitest';
import { HOLD_SCOPES } from '../../src/core/index.ts';
import { messageWords, refusalWords } from '../../src/wire/refusal-words.ts';

const about = (kind: string) => ({ agent: 'sam', kind, reason: 'why', remedy: 'Ask ann.' });
const holds = Object.keys(HOLD_SCOPES).filter((kind) => kind !== 'approval');

test.each(holds)('%s stops the agent', (kind) => {
  for (const words of [refusalWords(about(kind)), messageWords(about(kind))]) {
    expect(words).toBe(`Agent "sam" is stopped (${kind}): why. Ask ann.`);
  }
});

test.each([
  'approval',
  'budget_spent',
  'team_budget_spent',
  'price_unknown',
  'model_not_allowed',
  'spending_unseen',
  'request_unreadable',
  'agent_unknown',
])('%s refuses one request', (kind) => {
  expect(refusalWords(about(kind))).toBe(
    `Agent "sam" was refused a request (${kind}): why. Ask ann.`,
  );
});

test('a code that is not said changes nothing about it', () => {
  const words = 'Agent "sam" was refused a request: why. Ask ann.';
  expect(refusalWords(about('subagent_limit'))).toBe(words);
  expect(refusalWords(about('TOKEN_BUDGET_EXCEEDED'))).toBe(words);
});
