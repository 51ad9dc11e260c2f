/** Whatever a body holds, the work is bounded: reads are counted on bodies made to cost time. */
import { describe, expect, test } from 'vitest';
import { counted } from '../../test/wire/counted-reads.ts';
import { lastUserMessage, madeToolCalls, sideRequestKind } from '../wire/index.ts';
import { rebuildNew, rebuildTranscript } from './thread/rebuild-transcript.ts';
import { threadKey } from './thread/thread-key.ts';

/** Every look into an object or a list counts. */
const READS_MAX = 600_000;

function readsOf(body: object): number {
  let reads = 0;
  const counting = counted(body, () => {
    reads += 1;
  });
  const { known } = rebuildNew(null, counting);
  rebuildNew(known, counting);
  rebuildTranscript(counting);
  lastUserMessage(counting);
  threadKey(counting);
  sideRequestKind(counting);
  madeToolCalls(counting);
  return reads;
}

const times = <T>(length: number, make: (index: number) => T): T[] =>
  Array.from({ length }, (_, index) => make(index));
const part = { type: 'tool_result', tool_use_id: 'x', content: 'y' };
const deep = (levels: number): unknown => {
  let value: unknown = 'end';
  for (let level = 0; level < levels; level += 1)
    value = level % 2 === 0 ? [value] : { content: value };
  return value;
};

const bodies: readonly (readonly [string, object])[] = [
  ['a million messages', { messages: times(1_000_000, () => ({ role: 'tool', content: 'x' })) }],
  [
    'a million parts',
    { system: 's', messages: [{ role: 'user', content: times(1_000_000, () => part) }] },
  ],
  [
    'many messages with many parts',
    {
      system: 's',
      messages: times(2_000, () => ({ role: 'user', content: times(600, () => part) })),
    },
  ],
  [
    'a million unknown parts',
    { contents: [{ role: 'user', parts: times(1_000_000, () => ({ odd: 1 })) }] },
  ],
  [
    'a million values in a result',
    {
      input: [
        {
          type: 'function_call_output',
          call_id: 'a',
          output: { list: times(1_000_000, (n) => n) },
        },
      ],
    },
  ],
  [
    'a million values in arguments',
    {
      contents: [
        {
          role: 'model',
          parts: [
            { functionCall: { name: 'f', args: { list: times(1_000_000, (n) => n) } } },
            { functionResponse: { name: 'f', response: {} } },
          ],
        },
      ],
    },
  ],
  ['content nested without end', { messages: [{ role: 'user', content: deep(50_000) }] }],
  [
    'arguments nested without end',
    {
      system: 's',
      messages: [
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'a', name: 'f', input: deep(50_000) }],
        },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'a', content: deep(50_000) }],
        },
      ],
    },
  ],
  [
    'a million system texts',
    { system: times(1_000_000, () => ({ type: 'text', text: 's' })), messages: [] },
  ],
  ['a million choices', { choices: times(1_000_000, () => ({ message: { content: 'x' } })) }],
];

describe('the work on a body', () => {
  for (const [what, body] of bodies) {
    test(`is bounded for ${what}`, () => {
      expect(readsOf(body)).toBeLessThan(READS_MAX);
    });
  }

  test('is bounded for a loop of one text that is cut at every turn', () => {
    const messages = (from: number) =>
      times(8_000, (index) => ({ role: 'user', content: index + from === 4_000 ? 'x' : 'go' }));
    let reads = 0;
    const counting = (from: number) => counted({ messages: messages(from) }, () => (reads += 1));
    rebuildNew(rebuildNew(null, counting(0)).known, counting(1));
    expect(reads).toBeLessThan(READS_MAX);
  });

  test('long texts lose their middle', () => {
    const text = `${'a'.repeat(2_000_000)}end`;
    const [event] = rebuildTranscript({ messages: [{ role: 'user', content: text }] });
    expect(event).toMatchObject({ text: expect.stringMatching(/^aaa.*\[…\].*aaend$/s) as unknown });
    expect(JSON.stringify(event).length).toBeLessThan(300_000);
  });
});
