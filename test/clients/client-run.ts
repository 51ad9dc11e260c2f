/**
 * One run of a coding agent: its own process group, an empty home, and everything it said.
 */
import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { installedProgram } from './client-packages.ts';
import type { ClientPlace, ClientStart, TriedClient } from './tried-client.ts';

/** How a run ended. */
export interface ClientRun {
  /** Null when it had to be killed. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** No run of a healthy client takes this long; one that does hangs. */
const RUN_MS_MAX = 300_000;
const OUTPUT_CHARACTERS_MAX = 1_000_000;

/** What a program needs of the surroundings; nothing else of them reaches it, least of all somebody's keys. */
export function surroundings(home: string): Readonly<Record<string, string>> {
  return {
    PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
    HOME: home,
    // One of them leaves a report of every error there.
    TMPDIR: home,
    USER: 'tried',
    TERM: 'dumb',
    LANG: 'C.UTF-8',
    CI: 'true',
    NO_COLOR: '1',
  };
}

/** Writes the client's settings and runs it to its end. */
export function runClient(
  tried: TriedClient,
  place: ClientPlace,
  prompt: string,
): Promise<ClientRun> {
  const { args, env } = tried.prepare(place, prompt);
  return runProgram(installedProgram(tried.client, process.env), place, { args, env });
}

/** Runs a program in the place of a trial to its end. */
export function runProgram(
  program: string,
  { home, project }: Pick<ClientPlace, 'home' | 'project'>,
  { args, env }: ClientStart,
): Promise<ClientRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: project,
      env: { ...surroundings(home), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that what the client started ends with it.
      detached: true,
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => {
      stdout = (stdout + chunk.toString()).slice(-OUTPUT_CHARACTERS_MAX);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString()).slice(-OUTPUT_CHARACTERS_MAX);
    });
    const timer = setTimeout(() => endGroup(child.pid), RUN_MS_MAX);
    child.on('error', reject);
    child.on('close', (exitCode) => {
      clearTimeout(timer);
      endGroup(child.pid);
      resolve({ exitCode, stdout, stderr });
    });
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is already gone.
  }
}
