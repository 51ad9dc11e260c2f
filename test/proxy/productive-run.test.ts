/** Forty steps of honest work through tools pass untouched, although the literal score would have stopped them. */
import { expect, test } from 'vitest';
import type { FakeScript } from '../../src/testing/index.ts';
import { attempt } from './attempt.ts';
import { recordsOf } from './journal-rows.ts';
import { everyWay } from './sdks.ts';
import { diskStore, startedProxy } from './started-proxy.ts';

const STEPS = 40;
const words = 'amber birch cedar delta ember fjord grove haven inlet jetty knoll larch'.split(' ');
const word = (at: number) => words[at % words.length] ?? '';

/** Another place at each step, and another thing found there. */
const placeAt = (step: number) => `src/${word(step)}/${word(step * 5 + 1)}-${step}.ts`;
const foundAt = (step: number) =>
  Array.from(
    { length: 6 },
    (_, line) => `${word(step + line * 3)} ${word(step * 7 + line)} ${step}`,
  ).join('\n');

const script: FakeScript = ({ toolResults }) => {
  const step = toolResults.length;
  if (step === STEPS) return { text: 'All forty files are done.' };
  return {
    text: `Next is ${placeAt(step)}.`,
    toolCalls: [{ name: 'look', args: { at: placeAt(step) } }],
  };
};

test.each(everyWay)('$title', async ({ sdk, stream }) => {
  const running = await startedProxy(script, {}, { store: await diskStore() });
  let step = -1;
  const runTool = () => {
    step += 1;
    return foundAt(step);
  };
  const { outcome, error, ran } = await attempt(running, sdk, { stream, runTool });
  expect(error).toBeNull();
  expect(outcome?.text).toBe('All forty files are done.');
  expect(ran).toHaveLength(STEPS);
  expect(await running.gate.agent('sam')).toMatchObject({
    active: 1,
    deactivated_by: null,
    holds: [],
  });
  const reports = (await recordsOf(running)).flatMap(({ decision }) => decision.killSwitch ?? []);
  expect(reports.filter(({ did }) => did !== null)).toEqual([]);
  expect(reports.filter(({ literal }) => literal.exceeds).length).toBeGreaterThan(STEPS / 2);
  const warned = await running.store.events({ agent: 'sam', limit: 100 });
  expect(warned.map(({ eventType }) => eventType)).toEqual(['operator']);
});

test('the literal detector, if it is chosen, stops the same work', async () => {
  const [way] = everyWay;
  if (way === undefined) throw new Error('there is no SDK');
  const running = await startedProxy(script, { detector: 'literal' });
  const { outcome } = await attempt(running, way.sdk, { stream: false });
  expect(outcome).toBeNull();
  expect(await running.gate.agent('sam')).toMatchObject({ deactivated_by: 'kill_switch' });
});
