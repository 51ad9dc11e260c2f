/** A thread's key stays through its turns and differs from its subagents'. */
import { describe, expect, test } from 'vitest';
import { bodyOf, formats, type Turn } from '../../../test/wire/conversations.ts';
import { startsWithSummary, threadKey } from '../of-body.ts';

const prompt = (text: string): Turn => ({ kind: 'prompt', parts: [text] });
const work: Turn = {
  kind: 'answer',
  text: 'I look.',
  calls: [{ id: 'c1', tool: 'bash', args: {}, result: 'a.txt' }],
};

describe('the key of a thread', () => {
  for (const format of formats) {
    test(`stays from turn to turn in ${format}, and a subagent has its own`, () => {
      const key = threadKey(bodyOf(format, [prompt('fix it')]));
      expect(key).toMatch(/^[0-9a-f]{16}-[0-9a-f]{16}$/);
      expect(threadKey(bodyOf(format, [prompt('fix it'), work, prompt('more'), work]))).toBe(key);
      expect(threadKey(bodyOf(format, [prompt('find it')]))).not.toBe(key);
      expect(threadKey(bodyOf(format, [prompt('fix it')], 'You search.'))).not.toBe(key);
      expect(threadKey(bodyOf(format, [prompt('fix it 2')]))).not.toBe(key);
    });
  }

  test('does not see what changes from turn to turn', () => {
    const body = (version: string, time: string, note: string, cached: object) => ({
      system: [
        { type: 'text', text: `x-anthropic-billing-header: cc_version=${version};` },
        {
          type: 'text',
          text: `You are an agent. It is ${time}. ${'Rule. '.repeat(400)}`,
          ...cached,
        },
        { type: 'text', text: `Remember: ${note}` },
      ],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: `<system-reminder>${note}</system-reminder>` },
            { type: 'text', text: 'fix it', ...cached },
          ],
        },
      ],
    });
    const key = threadKey(body('2.1.d8a', '12:01', 'one', {}));
    expect(threadKey(body('2.1.955', '13:59', 'two', { cache_control: {} }))).toBe(key);
    const plain = {
      ...body('2.1.d8a', '12:01', 'one', {}),
      messages: [{ role: 'user', content: 'fix it' }],
    };
    expect(threadKey(plain)).toBe(key);
  });

  test('keeps its first half through a compaction, which can be seen', () => {
    const before = bodyOf('anthropic', [prompt('fix it'), work]);
    const after = bodyOf('anthropic', [
      prompt('This session is being continued from a previous conversation that …'),
    ]);
    expect(threadKey(after)?.slice(0, 16)).toBe(threadKey(before)?.slice(0, 16));
    expect([startsWithSummary(before), startsWithSummary(after)]).toEqual([false, true]);
    expect(startsWithSummary(bodyOf('gemini', [prompt('What did we do so far?'), work]))).toBe(
      true,
    );
  });

  test('is the conversation where the provider keeps it, and unknown where only an answer is named', () => {
    const item = { role: 'user', content: 'go' };
    const one = threadKey({ input: [item], conversation: { id: 'conv_1' } });
    expect(threadKey({ input: 'more', conversation: 'conv_1' })).toBe(one);
    expect(threadKey({ input: [item], previous_response_id: 'resp_1' })).toBeNull();
    expect(threadKey('nothing')).toBeNull();
  });
});
