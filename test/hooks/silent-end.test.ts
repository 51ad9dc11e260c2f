/** A client that ends a loop by itself without a word leaves a report; a session that ends in any other way leaves none. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { recordedPayload } from './recorded-payloads.ts';

vi.setConfig({ testTimeout: 120_000 });

/** A session of Gemini CLI in a project of its own; each event starts the real command. */
function geminiSession() {
  const folder = temporaryFolder('silent');
  const env = { PATH: process.env['PATH'] ?? '', HOME: temporaryFolder('home') };
  const report = join(folder, '.geometry/BLOCKER_REPORT.md');
  const hear = async (event: string, more: object = {}) => {
    const payload = { ...recordedPayload('gemini-cli', event), cwd: folder, ...more };
    const heard = await runTripwire(['hook', 'gemini-cli'], JSON.stringify(payload), env);
    return `${heard.stdout}${heard.stderr}`;
  };
  return {
    hear,
    begin: () => hear('BeforeAgent', { prompt: 'Find the cat.' }),
    /** The same failing call, so many times. */
    repeat: async (count: number) => {
      const call = { tool_name: 'run_shell_command', tool_input: { command: 'cat nowhere' } };
      for (let time = 0; time < count; time += 1) {
        await hear('BeforeTool', call);
        const llmContent = 'Output: cat: nowhere: No such file or directory\nExit Code: 1';
        await hear('AfterTool', { ...call, tool_response: { llmContent } });
      }
    },
    report: () => (existsSync(report) ? readFileSync(report, 'utf8') : null),
  };
}

test('a session that ends in the middle of a loop leaves a report, which holds the next one', async () => {
  const session = geminiSession();
  await session.begin();
  await session.repeat(4);
  await session.hear('SessionEnd');
  expect(session.report()).toContain(
    'ran 4 times and brought nothing new, and the session ended without a word',
  );
  const refused = await session.hear('BeforeAgent', { session_id: 'next', prompt: 'Go on.' });
  expect(refused).toContain('"decision":"deny"');
  expect(refused).toContain('BLOCKER_REPORT.md');
});

test.each([
  ['after a word to the person', 4, ['AfterAgent']],
  ['after fewer tries', 3, []],
  ['after another prompt of the person', 4, ['BeforeAgent']],
])('a session that ends %s leaves none', async (_how, count, meanwhile) => {
  const session = geminiSession();
  await session.begin();
  await session.repeat(count);
  for (const event of meanwhile) {
    await session.hear(event, { prompt: 'Look elsewhere.', prompt_response: 'It is not there.' });
  }
  await session.hear('SessionEnd');
  expect(session.report()).toBeNull();
  expect(await session.begin()).not.toContain('"decision":"deny"');
});
