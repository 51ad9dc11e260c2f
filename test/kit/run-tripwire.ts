/**
 * Runs the real command as a child process, as a user would.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './temporary-folder.ts';

const command = fileURLToPath(new URL('../../bin/tripwire', import.meta.url));

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `tripwire` with these arguments and this input, in a home of its own: it leaves nothing in this repository. */
export function runTripwire(
  args: readonly string[],
  input: string | Buffer = '',
  environment: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const home = temporaryFolder('home');
    const env = { ...process.env, HOME: home, XDG_STATE_HOME: '', ...environment };
    const child = spawn(command, args, { env, cwd: env.HOME });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      const text = (chunks: Buffer[]) => Buffer.concat(chunks).toString();
      resolve({ code, stdout: text(stdout), stderr: text(stderr) });
    });
    // A command that stops at a bad line does not read the rest.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

/** Records as the lines that `decide` reads. */
export function jsonLines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
