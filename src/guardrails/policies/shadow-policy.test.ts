/** Policies that only report: what they would have denied runs, and somebody hears of it. */
import { expect, test } from 'vitest';
import { policyContext } from '../../../test/kit/policy-context.ts';
import { policiesFromConfig } from './policies-from-config.ts';

const denies = { denyTools: { tools: ['rm'], name: 'own' } };

async function judged(config: readonly object[], isForAll = false) {
  const heard: string[] = [];
  const report = ({ policy }: { readonly policy: string }) => heard.push(policy);
  const policies = policiesFromConfig(config, { shadow: { report, isForAll } });
  const answers: boolean[] = [];
  for (const policy of policies) {
    const { allowed } = await policy.check({ name: 'rm' }, {}, policyContext());
    answers.push(allowed);
  }
  return { answers, heard };
}

test('shadow: true on one of them', async () => {
  const other = { denyTools: { tools: ['rm'], name: 'other' } };
  expect(await judged([{ ...denies, shadow: true }, other])).toEqual({
    answers: [true, false],
    heard: ['own'],
  });
});

test('all of an agent in shadow', async () => {
  expect(await judged([denies], true)).toEqual({ answers: [true], heard: ['own'] });
});

test('what is allowed is not reported', async () => {
  const config = [{ allowTools: { tools: ['rm'] }, shadow: true }];
  expect(await judged(config)).toEqual({ answers: [true], heard: [] });
});

test.each([
  [[{ ...denies, shadow: 'yes' }], 'must be true or false'],
  [[{ not: { policy: { ...denies, shadow: true }, reason: 'no' } }], 'one field'],
])('%j is refused', (config, problem) => {
  expect(() => policiesFromConfig(config)).toThrow(problem);
});

test('without anybody who hears it is refused', () => {
  expect(() => policiesFromConfig([{ ...denies, shadow: true }])).toThrow('somebody who hears');
});
