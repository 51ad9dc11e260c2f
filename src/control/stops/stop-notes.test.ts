/** What is noted of a stop, and when: each once, and again when one that was taken to have ended asks again. */
import { expect, test } from 'vitest';
import type { NotedStop } from './stop-courses.ts';
import { noteStops, type StopNoteState } from './stop-notes.ts';

const SINCE = 1_000_000;
const LATE_MS = 180_000;

/** What is noted of a stop in this state, of which this was noted before. */
async function notedOf(
  state: NotedStop['stop']['state'],
  noted: StopNoteState | null,
  afterMs: number,
): Promise<readonly string[]> {
  const details: string[] = [];
  const signal = (raised: { readonly details: string }) => {
    details.push(raised.details);
    return Promise.resolve();
  };
  const stop: NotedStop['stop'] = {
    agent: 'sam',
    session: 'evening',
    subagent: 'sub-1',
    turn: false,
    hold: 'manual',
    title: 'Stopped by bob: enough',
    state,
    requested_at: SINCE,
    in_force_at: SINCE,
    cut_at: null,
    ended_at: state === 'ended' ? SINCE + 5 : null,
    ended_by: state === 'ended' ? 'silence' : null,
    doors: [],
    processes: 0,
  };
  await noteStops({ signal }, [{ stop, noted }], SINCE + afterMs, LATE_MS);
  return details;
}

const ALIVE = [
  'the stop of subagent sub-1 of session evening: nobody has seen it end, it may be alive',
];

test('one that nobody saw end is noted when it is late, not before, and once', async () => {
  expect(await notedOf('may_be_alive', null, LATE_MS - 1)).toEqual([]);
  expect(await notedOf('may_be_alive', null, LATE_MS)).toEqual(ALIVE);
  expect(await notedOf('may_be_alive', 'may_be_alive', 2 * LATE_MS)).toEqual([]);
});

test('an end is noted at once, and once', async () => {
  const confirmed =
    'the stop of subagent sub-1 of session evening is confirmed: it was told and stayed silent';
  expect(await notedOf('ended', null, 10)).toEqual([confirmed]);
  expect(await notedOf('ended', 'may_be_alive', 10 * LATE_MS)).toEqual([confirmed]);
  expect(await notedOf('ended', 'ended', 10 * LATE_MS)).toEqual([]);
});

test('one that was taken to have ended and asks again may be alive', async () => {
  expect(await notedOf('may_be_alive', 'ended', 2 * LATE_MS)).toEqual(ALIVE);
});

test('nothing is noted while work may be saved', async () => {
  expect(await notedOf('requested', null, 10 * LATE_MS)).toEqual([]);
});
