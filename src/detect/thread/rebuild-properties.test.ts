/** What must hold of rebuilding for any conversation. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  anyTurns,
  bodyOf,
  eventsOf,
  formats,
  withIdsRenamed,
  type Turn,
} from '../../../test/wire/conversations.ts';
import type { WireFormat } from '../../wire/index.ts';
import { rebuildNew, rebuildTranscript, threadKey } from '../of-body.ts';
import type { TranscriptEvent } from './transcript.ts';

const anyFormat = fc.constantFrom(...formats);
const runs = { numRuns: 150 };

/** The events of successive requests, each with one turn more (or as many as `sizes` say). */
function inSteps(format: WireFormat, turns: readonly Turn[], sizes: readonly number[]) {
  const events: TranscriptEvent[] = [];
  let known: ReturnType<typeof rebuildNew>['known'] = null;
  for (const size of [...sizes, turns.length]) {
    const rebuilt = rebuildNew(known, bodyOf(format, turns.slice(0, size)));
    events.push(...rebuilt.events);
    known = rebuilt.known;
  }
  return { events, known };
}

/** Growing sizes of a history, some of them sent twice. */
const anySizes = fc
  .array(fc.nat(12), { maxLength: 8 })
  .map((sizes) => sizes.map((size) => size + 1).toSorted((one, other) => one - other));

describe('rebuilding any conversation', () => {
  test('gives what happened, in every format', () => {
    fc.assert(
      fc.property(anyFormat, anyTurns, (format, turns) => {
        const body = bodyOf(format, turns);
        expect(rebuildTranscript(body)).toEqual(eventsOf(turns));
      }),
      runs,
    );
  });

  test('request by request, with retries, gives the same events as one request', () => {
    fc.assert(
      fc.property(anyFormat, anyTurns, anySizes, (format, turns, sizes) => {
        expect(inSteps(format, turns, sizes).events).toEqual(eventsOf(turns));
      }),
      runs,
    );
  });

  test('ids that are renamed consistently change nothing but themselves', () => {
    fc.assert(
      fc.property(anyFormat, anyTurns, anySizes, (format, turns, sizes) => {
        const renamed = withIdsRenamed(turns, (id) => `toolu_${id}_x`);
        const plain = (events: readonly TranscriptEvent[]) =>
          events.map((event) => ({ ...event, callId: undefined }));
        expect(plain(inSteps(format, renamed, sizes).events)).toEqual(
          plain(inSteps(format, turns, sizes).events),
        );
      }),
      runs,
    );
  });

  test('requests of another thread in between change nothing', () => {
    fc.assert(
      fc.property(anyFormat, anyTurns, anyTurns, (format, ours, theirs) => {
        const bodies = [ours, theirs].map((turns, which) =>
          turns.map((_, index) =>
            bodyOf(format, turns.slice(0, index + 1), `Agent ${'xy'[which]}`),
          ),
        );
        const known = new Map<string, ReturnType<typeof rebuildNew>['known']>();
        const events = new Map<string, TranscriptEvent[]>();
        for (let index = 0; index < Math.max(ours.length, theirs.length); index += 1) {
          for (const body of bodies.map((list) => list[index])) {
            const key = body === undefined ? null : threadKey(body);
            if (key === null) continue;
            const rebuilt = rebuildNew(known.get(key) ?? null, body);
            known.set(key, rebuilt.known);
            events.set(key, [...(events.get(key) ?? []), ...rebuilt.events]);
          }
        }
        expect([...events.values()]).toEqual([eventsOf(ours), eventsOf(theirs)]);
      }),
      runs,
    );
  });

  test('a start that is cut off turn by turn loses and repeats nothing', () => {
    fc.assert(
      fc.property(anyFormat, anyTurns, (format, turns) => {
        // Texts that are said twice in a cut history cannot be told apart, so each has its number.
        const marked = turns.map((turn, index): Turn =>
          turn.kind === 'prompt'
            ? { ...turn, parts: turn.parts.map((part) => `${part} ${index}`) }
            : { ...turn, text: turn.text === null ? null : `${turn.text} ${index}` },
        );
        const events: TranscriptEvent[] = [];
        let known: ReturnType<typeof rebuildNew>['known'] = null;
        for (let end = 1; end <= marked.length; end += 1) {
          const rebuilt = rebuildNew(
            known,
            bodyOf(format, marked.slice(Math.max(0, end - 4), end)),
          );
          events.push(...rebuilt.events.filter((event) => event.kind !== 'compaction'));
          known = rebuilt.known;
        }
        expect(events).toEqual(eventsOf(marked));
      }),
      runs,
    );
  });

  test('what is remembered is small and survives being stored', () => {
    fc.assert(
      fc.property(anyFormat, anyTurns, (format, turns) => {
        const long = Array.from({ length: 20 }, () => turns).flat();
        const { known } = rebuildNew(null, bodyOf(format, long));
        const text = JSON.stringify(known);
        expect(text.length).toBeLessThan(4_096);
        const again = rebuildNew(JSON.parse(text) as typeof known, bodyOf(format, long));
        expect(again).toEqual({ events: [], known, change: 'same' });
      }),
      { numRuns: 30 },
    );
  });
});
