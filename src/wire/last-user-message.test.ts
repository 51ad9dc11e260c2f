/** The prompt of a request is its last user message; results and notes are not the user's. */
import { describe, expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { bodyOf, formats, type Turn } from '../../test/wire/conversations.ts';
import { conversationOf } from './conversation.ts';
import { lastUserText } from './last-user-message.ts';

const work: Turn = {
  kind: 'answer',
  text: 'I look.',
  calls: [{ id: 'c1', tool: 'bash', args: { command: 'ls' }, result: 'a.txt' }],
};

function promptOf(body: unknown): string | null {
  const conversation = conversationOf(body);
  return conversation === null ? null : lastUserText(conversation);
}

describe('the last user message', () => {
  for (const format of formats) {
    verifies('K3', `is the prompt, with results after it, in ${format}`, () => {
      const turns: readonly Turn[] = [
        { kind: 'prompt', parts: ['first'] },
        work,
        { kind: 'prompt', parts: ['second', 'part'] },
        work,
      ];
      expect(promptOf(bodyOf(format, turns))).toBe('second\npart');
    });
  }

  verifies('K3', 'is not a note of the client, alone or around it', () => {
    const note = '<system-reminder>\nBe brief.\n</system-reminder>';
    const messages = [
      { role: 'user', content: `${note}\n\ngo on\n\n${note}` },
      { role: 'user', content: note },
    ];
    expect(promptOf({ messages })).toBe('go on');
  });

  test('is nothing in a body without one', () => {
    for (const body of [
      null,
      {},
      { messages: [] },
      { messages: [{ role: 'tool', content: 'x' }] },
    ]) {
      expect(promptOf(body)).toBeNull();
    }
  });
});
