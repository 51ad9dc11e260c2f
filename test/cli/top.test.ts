/** `tripwire top` at a terminal with fewer lines than agents: arrow keys reach the others, also when several come at once. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newHome, startTripwire } from '../kit/running-tripwire.ts';

const command = fileURLToPath(new URL('../../bin/tripwire', import.meta.url));
const DOWN = '\u001b[B';
const WAIT = { timeout: 30_000 };

test('the heading stays, and keys scroll', { timeout: 120_000 }, async () => {
  const home = await newHome();
  onTestFinished(() => home.provider.close());
  const server = await startTripwire(home);
  onTestFinished(async () => void (await server.end()));
  for (let index = 1; index <= 15; index += 1) {
    await server.api('/api/agents', { name: `bot-${index}`, by: 'ada' });
  }
  const line = `stty rows 10 cols 120; exec '${command}' top`;
  const child = spawn('script', ['-qec', line, '/dev/null'], {
    env: { ...process.env, HOME: home.home, CI: '', TERM: 'xterm' },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  await vi.waitFor(() => expect(output).toContain('0 above, 9 below; arrow keys scroll'), WAIT);
  expect(output).not.toContain('bot-9');
  child.stdin.write(DOWN.repeat(3));
  await vi.waitFor(() => expect(output).toContain('3 above, 6 below; arrow keys scroll'), WAIT);
  expect(output).toContain('bot-9');
  child.stdin.write('G');
  await vi.waitFor(() => expect(output).toContain('9 above, 0 below; arrow keys scroll'), WAIT);
  expect(output.slice(output.lastIndexOf('agent'))).toContain('bot-15');
  child.stdin.write('q');
  expect(await ended).toBe(0);
});
