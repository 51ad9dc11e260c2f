/**
 * Long texts in which a pattern could be tried again from every character: each is read in a moment. A reader that takes the
 * square of their length would keep the server from everybody else, stop-all included, for longer than this test waits.
 */
import { describe, expect, test, vi } from 'vitest';
import { digestStep } from '../../src/detect/digest/step-digest.ts';
import { digestText } from '../../src/detect/digest/text-digest.ts';
import { readCommandLine } from '../../src/shell/index.ts';
import { startedProxy } from '../proxy/started-proxy.ts';
import { rawRequest, sendRaw } from './raw-request.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Each once took seconds for some ten thousand characters. */
const UNITS = ['1.', '1,2,', '-p', 'sk-', '-e', '-A_', 'a1-'];
const long = (unit: string, characters: number) => unit.repeat(Math.ceil(characters / unit.length));

describe('a long line', () => {
  test.each(UNITS)('of %j is digested as arguments, as a result and as words', (unit) => {
    const text = long(unit, 500_000);
    const step = digestStep({ kind: 'tool', tool: 'look', args: { at: text }, result: text });
    expect(step.looseCall).not.toBe('');
    expect(digestText('response', text, null).exact).not.toBe('');
    expect(digestText('prompt', text, null).exact).not.toBe('');
  });

  test.each(UNITS)('of %j in many results does not hold up a call', async (unit) => {
    const running = await startedProxy(() => ({ text: 'Done.' }));
    const content = long(unit, 65_000);
    const steps = Array.from({ length: 60 }, (_, index) => [
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: `c${index}`,
            type: 'function',
            function: { name: 'look', arguments: JSON.stringify({ at: index }) },
          },
        ],
      },
      { role: 'tool', tool_call_id: `c${index}`, content: `${content}${index}` },
    ]);
    const messages = [{ role: 'user', content: 'Look.' }, ...steps.flat()];
    const answer = await sendRaw(
      running.proxy.port,
      rawRequest({
        method: 'POST',
        target: '/agents/sam/openai/v1/chat/completions',
        headers: [['content-type', 'application/json']],
        body: JSON.stringify({ model: 'm', messages }),
      }),
      50_000,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  test.each(['sh -c </', 'bash </a ', 'x <<<a ', 'env -S ', 'xargs ', '\r\n'])(
    'of %j is read as a command',
    (unit) => {
      const { commands } = readCommandLine(long(unit, 120_000));
      expect(commands.length).toBeGreaterThan(0);
    },
  );
});
