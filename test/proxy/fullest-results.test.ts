/** Tools whose results are full of ids, names and numbers: the agent goes on, whatever a result is made of. */
import { expect, test } from 'vitest';
import type { FakeScript } from '../../src/testing/index.ts';
import { attempt } from './attempt.ts';
import { everyWay } from './sdks.ts';
import { startedProxy } from './started-proxy.ts';

const ROWS = 60;
const STEPS = 3;
/** Orders, customers and commits, as a list of any shop or repository has them. */
const rows = (page: number) =>
  Array.from({ length: ROWS }, (_, at) => {
    const number = page * ROWS + at;
    return `ord-${number}x${number % 7}k cus_${number * 31}b4 ${(number * 7_919).toString(16)}f0a1 ${number * 3} pieces`;
  }).join('\n');

const script: FakeScript = ({ toolResults: { length: step } }) =>
  step === STEPS
    ? { text: 'All pages are read.' }
    : { text: `Page ${step}.`, toolCalls: [{ name: 'look', args: { at: `page ${step}` } }] };

test.each(everyWay)('$title', async ({ sdk, stream }) => {
  const running = await startedProxy(script);
  let page = -1;
  const runTool = () => {
    page += 1;
    return rows(page);
  };
  const { outcome, error, ran } = await attempt(running, sdk, { stream, runTool });
  expect(error).toBeNull();
  expect(outcome?.text).toBe('All pages are read.');
  expect(ran).toHaveLength(STEPS);
});
