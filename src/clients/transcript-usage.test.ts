/** The context of the call that is asked about, where the client writes its answer a moment later. */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/kit/temporary-folder.ts';
import { transcriptUsage } from './transcript-usage.ts';

let file = '';

/** An answer of Claude Code with so much context and one call. */
function answer(input_tokens: number, id: string, input = {}): string {
  const content = [{ type: 'tool_use', id, name: 'Bash', input }];
  const message = { model: 'claude-sonnet', usage: { input_tokens }, content };
  return `${JSON.stringify({ type: 'assistant', message })}\n`;
}

beforeEach(() => {
  file = join(temporaryFolder('transcript'), 's1.jsonl');
});

test('the answer that makes the call is waited for', async () => {
  writeFileSync(file, answer(160_000, 'call_1'));
  const read = transcriptUsage(file, 'call_2');
  appendFileSync(file, answer(171_000, 'call_2'));
  expect(await read).toMatchObject({ tokens: 171_000 });
});

test('an answer that never comes is not waited for for ever', async () => {
  writeFileSync(file, answer(160_000, 'call_1'));
  expect(await transcriptUsage(file, 'call_2')).toMatchObject({ tokens: 160_000 });
});

test.each([
  ['there is room', answer(60_000, 'call_1'), 'call_2'],
  ['the call is written', answer(160_000, 'call_2'), 'call_2'],
  ['it begins far up', answer(160_000, 'call_2', { content: 'x'.repeat(70_000) }), 'call_2'],
  ['it has no id', answer(160_000, 'call_1'), null],
])('nothing is waited for where %s', async (_, written, callId) => {
  writeFileSync(file, written);
  const read = transcriptUsage(file, callId);
  appendFileSync(file, answer(199_000, 'call_3'));
  expect(await read).not.toMatchObject({ tokens: 199_000 });
});

test('Codex writes what was used with the end of an answer: nothing is waited for', async () => {
  const info = { last_token_usage: { input_tokens: 160_000 }, model_context_window: 272_000 };
  const line = { type: 'event_msg', payload: { type: 'token_count', info } };
  writeFileSync(file, `${JSON.stringify(line)}\n`);
  const read = transcriptUsage(file, 'call_2');
  appendFileSync(file, answer(199_000, 'call_2'));
  expect(await read).toMatchObject({ tokens: 160_000, windowTokens: 272_000 });
});
