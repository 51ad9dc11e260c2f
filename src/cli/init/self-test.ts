/**
 * Proves that a denial really denies: the very hook that goes into the settings is asked about two tool calls, one that
 * passes and one that must be denied. A command is given a PAUSE file for the second. A server opens nothing in a
 * project, so it is given a call in a folder that it cannot judge.
 *
 * The first must pass and the second must be denied in the client's own form. A hook that only fails would deny both,
 * and one that is never asked would deny neither. All of it happens in a folder of its own.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseJson } from '../../base/json-text.ts';
import type {
  CommandSettings,
  HookSettings,
  PluginSettings,
  ToolVerdict,
} from '../../clients/hook-settings.ts';
import { hookLines, type InitClient } from './clients.ts';
import type { HttpHooks } from './http.ts';
import type { HookTarget } from './plan.ts';

/** What came of it. */
export interface SelfTest {
  readonly ok: boolean;
  readonly detail: string;
}

/** One answer of the hook. */
interface Answered {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const STATE_FOLDER = '.geometry';
const TIMEOUT_MS = 20_000;
const SAID_MAX = 300;

/** Asks the hook that stands in `text`, the file as it will be; `managedFile` is root's own, for a hook of root. */
export async function selfTest(
  { client, settings }: InitClient,
  text: string,
  target: HookTarget,
  managedFile: string | null = null,
): Promise<SelfTest> {
  const folder = mkdtempSync(join(tmpdir(), 'tripwire-init-'));
  const state = join(folder, STATE_FOLDER);
  mkdirSync(state);
  try {
    const { ask, forbid, when } =
      settings.kind === 'plugin'
        ? pausable(pluginAsker(settings, text, folder), state)
        : target.http !== null
          ? httpAsker(target.http, settings, text, folder)
          : pausable(
              commandAsker({ client, settings }, text, { ...target, managedFile }, folder),
              state,
            );
    const free = await ask();
    if (verdictOf(settings, free) !== 'passed') {
      return { ok: false, detail: `a harmless tool call did not pass: ${told(free)}` };
    }
    forbid();
    const forbidden = await ask();
    if (verdictOf(settings, forbidden) !== 'denied') {
      return { ok: false, detail: `${when} a tool call was not denied: ${told(forbidden)}` };
    }
    return { ok: true, detail: `a tool call of ${client.title} passes, and ${when} it is denied` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Asks the hook, and makes its next answer one that must be a denial. */
interface Asker {
  readonly ask: () => Promise<Answered>;
  readonly forbid: () => void;
  /** In words: when it is denied. */
  readonly when: string;
}

function pausable(ask: Asker['ask'], state: string): Asker {
  const forbid = () => writeFileSync(join(state, 'PAUSE'), '');
  return { ask, forbid, when: 'with a PAUSE file' };
}

function commandAsker(
  { client, settings }: InitClient<CommandSettings>,
  text: string,
  { program, managedFile }: HookTarget & { readonly managedFile: string | null },
  folder: string,
): Asker['ask'] {
  const payload = JSON.stringify(settings.toolPayload(folder));
  const commandWith = (file: string | null) =>
    hookLines(client.id, program, file)[settings.toolEvent] ?? '';
  requireHeld(text, commandWith(managedFile));
  // Root's hook takes nothing from its environment, so that it leaves the machine's own journal alone a file says so.
  const own = managedFile === null ? null : join(folder, 'hooks.json');
  if (own !== null) {
    const variables = { TRIPWIRE_DATA: join(folder, 'data') };
    writeFileSync(own, JSON.stringify({ variables }), { mode: 0o600 });
  }
  return () => run('/bin/sh', ['-c', commandWith(own)], folder, payload);
}

/** Does what the client does before a tool call: posts the payload, and reads a failure out of any other status. */
function httpAsker(
  { url, needsKey }: HttpHooks,
  settings: CommandSettings,
  text: string,
  folder: string,
): Asker {
  requireHeld(text, url);
  const key = { authorization: `Bearer ${process.env['TRIPWIRE_AGENT_KEY'] ?? ''}` };
  let payload = JSON.stringify(settings.toolPayload(folder));
  const ask = async (): Promise<Answered> => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(needsKey ? key : {}) },
      body: payload,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const said = await answer.text();
    return { code: answer.status === 200 ? 0 : answer.status, stdout: said, stderr: '' };
  };
  const forbid = () => {
    payload = JSON.stringify(settings.toolPayload('nowhere'));
  };
  return { ask, forbid, when: 'in a folder that cannot be judged' };
}

/** JSON and TOML write it alike. If it is not there, it is not what would be asked. */
function requireHeld(settings: string, asked: string): void {
  if (settings.includes(JSON.stringify(asked))) return;
  throw new Error(`the settings do not hold the hook ${asked}`);
}

function pluginAsker({ toolCall }: PluginSettings, plugin: string, folder: string) {
  const file = join(folder, 'tripwire.mjs');
  writeFileSync(file, plugin);
  const args = ['--input-type=module', '--eval', toolCall, file];
  return () => run(process.execPath, args, folder, '');
}

function run(
  program: string,
  args: readonly string[],
  folder: string,
  input: string,
): Promise<Answered> {
  const { TRIPWIRE_URL: _server, ...env } = process.env;
  const own = {
    HOME: folder,
    TRIPWIRE_DIR: join(folder, STATE_FOLDER),
    TRIPWIRE_DATA: join(folder, 'data'),
  };
  return new Promise((resolve, reject) => {
    const options = { cwd: folder, env: { ...env, ...own }, timeout: TIMEOUT_MS };
    const child = spawn(program, args, options);
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.stdin.on('error', () => undefined);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
    child.stdin.end(input);
  });
}

/** What the client would make of the answer. A failure of the hook is neither one nor the other. */
function verdictOf(settings: HookSettings, { code, stdout }: Answered): ToolVerdict {
  if (code !== 0) return 'unclear';
  const answer = stdout.trim() === '' ? {} : parseJson(stdout);
  return answer === undefined ? 'unclear' : settings.verdictOn(answer);
}

function told({ code, stdout, stderr }: Answered): string {
  const said = `${stdout}${stderr}`.trim().replaceAll(/\s+/g, ' ').slice(0, SAID_MAX);
  return `the hook ended with ${code ?? 'a signal'} and said ${said === '' ? 'nothing' : JSON.stringify(said)}`;
}
