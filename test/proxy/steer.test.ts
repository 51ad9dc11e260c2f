/**
 * An agent that begins to loop is told so in the request that shows it, where a person turned that on: in every wire
 * format, once, recorded before it is sent. One that listens is not stopped.
 */
import { describe, expect, test } from 'vitest';
import { replayJournal } from '../../src/journal/replay.ts';
import type { FakeScript } from '../../src/testing/index.ts';
import type { RunningProxy } from '../kit/running-proxy.ts';
import { attempt } from './attempt.ts';
import { everyWay } from './sdks.ts';
import { startedProxy } from './started-proxy.ts';

const NOTE = '[Note from Tripwire] You called `look` 3 times';

/** Looks at the same place until it is told not to. */
const listens: FakeScript = ({ body }) =>
  JSON.stringify(body).includes('[Note from Tripwire]')
    ? { text: 'I give up on the attic: there is nothing.' }
    : { toolCalls: [{ name: 'look', args: { at: 'the attic' } }] };

const deaf: FakeScript = () => ({ toolCalls: [{ name: 'look', args: { at: 'the attic' } }] });

function notesIn({ provider }: RunningProxy): number {
  return provider.requests.filter(({ body }) => JSON.stringify(body).includes(NOTE)).length;
}

/** The way by which an agent was told, as its event has it. */
function told(details: string): string {
  return (JSON.parse(details) as { readonly told?: string }).told ?? 'not told';
}

async function toldEvents({ store }: RunningProxy): Promise<readonly string[]> {
  const notes = await store.events({ agent: 'sam', type: 'note', limit: 100 });
  return notes.map(({ reason, details }) => `${told(details)}: ${reason}`);
}

describe.each(everyWay)('$title', ({ sdk, stream }) => {
  test('an agent that listens changes course and is not stopped', async () => {
    const running = await startedProxy(listens, {}, { steersOnWire: true });
    const { outcome, error } = await attempt(running, sdk, { stream });
    expect(error).toBeNull();
    expect(outcome?.text).toContain('I give up on the attic');
    expect(notesIn(running)).toBe(1);
    expect(await running.gate.standing('sam')).toBeNull();
    expect(await toldEvents(running)).toEqual([
      expect.stringMatching(/^wire: You called `look` 3 times and got the same result each time\./),
    ]);
    expect(await replayJournal(running.store, 'sam')).toMatchObject({ parity: true });
  });
});

const [way] = everyWay;
if (way === undefined) throw new Error('there is no SDK');

test('off, as it is by default, no byte of a request is changed', async () => {
  const running = await startedProxy(listens);
  const { error } = await attempt(running, way.sdk, { stream: false });
  expect(error).not.toBeNull();
  expect(notesIn(running)).toBe(0);
  expect(await toldEvents(running)).toEqual([]);
});

test('an agent that does not listen is told once, and stopped as before', async () => {
  const running = await startedProxy(deaf, {}, { steersOnWire: true });
  const { answers } = await attempt(running, way.sdk, { stream: false });
  expect(answers.map(({ status }) => status).slice(0, -1)).toEqual(Array(5).fill(200));
  expect(notesIn(running)).toBe(1);
  expect(await running.gate.standing('sam')).toMatchObject({ kind: 'kill_switch' });
});

test('in shadow nothing is said', async () => {
  const ends: FakeScript = (turn, index) => (index < 4 ? deaf(turn, index) : { text: 'done' });
  const running = await startedProxy(ends, { shadow: true }, { steersOnWire: true });
  const { error } = await attempt(running, way.sdk, { stream: false });
  expect(error).toBeNull();
  expect(notesIn(running)).toBe(0);
});
