/** Words alone: the same prompt and answer again and again are stopped, by either detector. */
import { describe, expect, test } from 'vitest';
import type { FakeScript } from '../../src/testing/index.ts';
import { attempt, refusalStatus } from './attempt.ts';
import { everyWay } from './sdks.ts';
import { startedProxy } from './started-proxy.ts';

const answersTo: ReadonlyMap<string, string> = new Map([
  ['Which river flows through Cologne?', 'That is the Rhine, which comes from the Alps.'],
  ['Translate "good morning" into Portuguese.', '“Bom dia” is what people say until noon.'],
  ['Why is my build red?', 'A semicolon is missing in line twelve of the parser.'],
  [
    'Write a haiku about rain.',
    'Drops on the window / nobody counts them all night / morning has puddles',
  ],
  ['What does this error mean: ENOENT?', 'A file or folder that was asked for does not exist.'],
  ['Sort these by size: whale, ant, horse.', 'Ant first, then horse, and whale at the end.'],
  ['Is the shop open on Sunday?', 'Only in December, says its page.'],
  ['How many legs has a spider?', 'Eight; insects have six.'],
]);

describe.each(['literal', 'progress'] as const)('the %s detector', (detector) => {
  test.each(everyWay)('stops the same prompt and answer again and again: $title', async (way) => {
    const { sdk, stream } = way;
    const running = await startedProxy(() => ({ text: 'The cat is in the attic, as before.' }), {
      detector,
    });
    const statuses: number[] = [];
    for (let asked = 0; asked < 7; asked += 1) {
      const { answers } = await attempt(running, sdk, { stream });
      statuses.push(...answers.map(({ status }) => status));
    }
    const refused = refusalStatus(sdk);
    expect(statuses).toEqual([200, 200, 200, 200, 200, refused, refused]);
    expect(await running.gate.agent('sam')).toMatchObject({
      active: 0,
      deactivated_by: 'kill_switch',
    });
    const [event] = await running.store.events({ agent: 'sam', type: 'kill_switch', limit: 1 });
    const details: unknown = JSON.parse(event?.details ?? '');
    expect(details).toMatchObject({ detector, literal: { exceeds: true } });
  });

  test.each(everyWay)('leaves other prompts with other answers alone: $title', async (way) => {
    const { sdk, stream } = way;
    const script: FakeScript = ({ lastUserText }) => ({ text: answersTo.get(lastUserText) ?? '' });
    const running = await startedProxy(script, { detector });
    for (const prompt of answersTo.keys()) {
      const { outcome } = await attempt(running, sdk, { stream, prompt });
      expect(outcome).not.toBeNull();
    }
    expect(await running.gate.agent('sam')).toMatchObject({ active: 1 });
  });
});
