/**
 * Proves that a denial really denies: the very hook that goes into the settings is asked about a tool call, once as
 * things are and once while a PAUSE file stands.
 *
 * The first must pass and the second must be denied in the client's own form. A hook that only fails would deny both,
 * and one that is never asked would deny neither. All of it happens in a folder of its own.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseJson } from '../../base/json-text.ts';
import { hookCommands, type CommandClient } from '../../clients/hook-commands.ts';
import { valueAt } from '../../clients/settings-file.ts';
import { hookStart, toolEvents, type InitClient } from './clients.ts';
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

type Verdict = 'passed' | 'denied' | 'unclear';

const STATE_FOLDER = '.geometry';
const TIMEOUT_MS = 20_000;
const SAID_MAX = 300;

/** Asks the hook that stands in `settings`, the text of the file as it will be. */
export async function selfTest(
  { hookName, title }: InitClient,
  settings: string,
  { program, http }: HookTarget,
): Promise<SelfTest> {
  const folder = mkdtempSync(join(tmpdir(), 'tripwire-init-'));
  // Where a server looks too, which does not have the environment of this process.
  const state = join(folder, STATE_FOLDER);
  mkdirSync(state);
  try {
    const ask =
      http !== null
        ? httpAsker(http, settings, folder)
        : hookName === 'opencode'
          ? pluginAsker(settings, folder)
          : commandAsker(hookName, settings, program, folder);
    const free = await ask();
    if (verdictOf(hookName, free) !== 'passed') {
      return { ok: false, detail: `a harmless tool call did not pass: ${told(free)}` };
    }
    writeFileSync(join(state, 'PAUSE'), '');
    const paused = await ask();
    if (verdictOf(hookName, paused) !== 'denied') {
      return { ok: false, detail: `with a PAUSE file a tool call was not denied: ${told(paused)}` };
    }
    return {
      ok: true,
      detail: `a tool call of ${title} passes, and with a PAUSE file it is denied`,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function commandAsker(client: CommandClient, settings: string, program: string, folder: string) {
  const event = toolEvents[client];
  const command = hookCommands(client, hookStart(program))[event] ?? '';
  requireHeld(settings, command);
  const tool = client === 'gemini-cli' ? 'run_shell_command' : 'Bash';
  const payload = toolPayload(event, tool, folder);
  return () => run('/bin/sh', ['-c', command], folder, payload);
}

/** Does what Claude Code does before a tool call: posts the payload, and reads a failure out of any other status. */
function httpAsker({ url, needsKey }: HttpHooks, settings: string, folder: string) {
  requireHeld(settings, url);
  const key = { authorization: `Bearer ${process.env['TRIPWIRE_AGENT_KEY'] ?? ''}` };
  const payload = toolPayload(toolEvents['claude-code'], 'Bash', folder);
  return async (): Promise<Answered> => {
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
}

/** JSON and TOML write it alike. If it is not there, it is not what would be asked. */
function requireHeld(settings: string, asked: string): void {
  if (settings.includes(JSON.stringify(asked))) return;
  throw new Error(`the settings do not hold the hook ${asked}`);
}

function toolPayload(event: string, tool: string, folder: string): string {
  return JSON.stringify({
    session_id: 'tripwire-self-test',
    cwd: folder,
    hook_event_name: event,
    tool_name: tool,
    tool_input: { command: 'true' },
    tool_use_id: 'call-1',
  });
}

/** Does with the plugin what OpenCode does before a tool call. */
const PLUGIN_CALL = `
const { Tripwire } = await import(process.argv[1]);
const hooks = await Tripwire({ client: {}, directory: process.cwd() });
const call = { tool: 'bash', sessionID: 'tripwire-self-test', callID: 'call-1' };
let answer = { action: 'pass' };
try {
  await hooks['tool.execute.before'](call, { args: { command: 'true' } });
} catch (error) {
  answer = { action: 'deny', reason: error.message };
}
console.log(JSON.stringify(answer));
`;

function pluginAsker(plugin: string, folder: string) {
  const file = join(folder, 'tripwire.mjs');
  writeFileSync(file, plugin);
  const args = ['--input-type=module', '--eval', PLUGIN_CALL, file];
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
function verdictOf(client: InitClient['hookName'], { code, stdout }: Answered): Verdict {
  if (code !== 0) return 'unclear';
  const answer = stdout.trim() === '' ? {} : parseJson(stdout);
  if (answer === undefined) return 'unclear';
  if (!denials[client](answer)) {
    return valueAt(answer, 'continue') === false ? 'unclear' : 'passed';
  }
  // Codex drops an answer with this key whole, and runs the tool.
  return client === 'codex' && valueAt(answer, 'continue') !== undefined ? 'unclear' : 'denied';
}

const denials: Readonly<Record<InitClient['hookName'], (answer: unknown) => boolean>> = {
  'claude-code': deniesPermission,
  codex: deniesPermission,
  'gemini-cli': (answer) => valueAt(answer, 'decision') === 'deny',
  opencode: (answer) => valueAt(answer, 'action') === 'deny',
};

function deniesPermission(answer: unknown): boolean {
  return valueAt(answer, 'hookSpecificOutput', 'permissionDecision') === 'deny';
}

function told({ code, stdout, stderr }: Answered): string {
  const said = `${stdout}${stderr}`.trim().replaceAll(/\s+/g, ' ').slice(0, SAID_MAX);
  return `the hook ended with ${code ?? 'a signal'} and said ${said === '' ? 'nothing' : JSON.stringify(said)}`;
}
