/** Whatever a body holds, the work is bounded: reads are counted on bodies made to cost time. */
import { describe, expect, test } from 'vitest';
import { counted } from '../../test/wire/counted-reads.ts';
import { conversationOf, lastUserText, madeToolCalls, sideKindOf } from '../wire/index.ts';
import {
  lastUserMessage,
  rebuildNew,
  rebuildTranscript,
  sideRequestKind,
  threadKey,
} from './of-body.ts';
import { allEvents, historyOf, newEvents, opensWithSummary, threadKeyOf } from './thread/index.ts';

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

  test('is done once: a conversation that was read is asked, not read again', () => {
    let reads = 0;
    const messages = times(200, (index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: [{ type: 'text', text: `words ${index}` }],
    }));
    const body = counted({ system: 'S', messages }, () => (reads += 1));
    const conversation = conversationOf(body, '/v1/messages');
    if (conversation === null) throw new Error('it is a conversation');
    const readOnce = reads;
    const history = historyOf(conversation);
    const { known } = newEvents(null, history);
    newEvents(known, history);
    allEvents(history.pieces);
    lastUserText(conversation);
    expect(reads).toBe(readOnce);
    // Only what the system says stands beside the messages; it is looked for at their start.
    threadKeyOf(conversation);
    opensWithSummary(conversation);
    sideKindOf(conversation, { path: '/v1/messages' });
    expect(reads - readOnce).toBeLessThan(readOnce / 5);
  });

  test('long texts lose their middle', () => {
    const text = `${'a'.repeat(2_000_000)}end`;
    const [event] = rebuildTranscript({ messages: [{ role: 'user', content: text }] });
    expect(event).toMatchObject({ text: expect.stringMatching(/^aaa.*\[…\].*aaend$/s) as unknown });
    expect(JSON.stringify(event).length).toBeLessThan(300_000);
  });
});
