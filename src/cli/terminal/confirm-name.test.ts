/** The question before a release: the name, and nothing but the name. */
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { confirmName } from './confirm-name.ts';

async function typed(text: string): Promise<{ readonly agreed: boolean; readonly shown: string }> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.end(text);
  const agreed = await confirmName('crawler', input, output);
  return { agreed, shown: String(output.read()) };
}

test('the name is consent', async () => {
  const { agreed, shown } = await typed('crawler\n');
  expect(agreed).toBe(true);
  expect(shown).toBe('Type the name of the agent to let it work again (crawler): ');
});

test.each(['y\n', 'yes\n', '\n', 'crawler2\n', '', 'claude\ncrawler\n'])(
  '%j is no consent',
  async (text) => {
    expect((await typed(text)).agreed).toBe(false);
  },
);
