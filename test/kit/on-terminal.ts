/**
 * Runs the real command at a terminal, as a person does: with a pseudo-terminal that `script` of util-linux makes.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Outcome } from './run-tripwire.ts';
import { temporaryFolder } from './temporary-folder.ts';

const command = fileURLToPath(new URL('../../bin/tripwire', import.meta.url));
const quoted = (word: string) => `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** Runs it; what is typed waits until it is asked for. Both outputs are one there. */
export function runOnTerminal(
  args: readonly string[],
  typed: string,
  environment: Readonly<Record<string, string>>,
  folder?: string,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, HOME: temporaryFolder('home'), CI: '', ...environment };
    const line = [command, ...args].map(quoted).join(' ');
    const child = spawn('script', ['-qec', line, '/dev/null'], { env, cwd: folder ?? env.HOME });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      const stdout = Buffer.concat(chunks).toString().replaceAll('\r\n', '\n');
      resolve({ code, stdout, stderr: '' });
    });
    child.stdin.on('error', () => undefined);
    child.stdin.write(typed);
    // Its input ends with the command, or it would take the end for the person's.
    child.on('exit', () => child.stdin.end());
  });
}
