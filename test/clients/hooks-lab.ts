/**
 * The place of one trial of hooks: a scripted provider, an empty home with the client's usual settings, a small
 * project, and `tripwire init` as a person runs it. No proxy: what is stopped here is stopped by the hooks alone.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { startFakeProvider, type FakeProvider, type FakeScript } from '../../src/testing/index.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { clientProgram, clientsFolder } from './client-packages.ts';
import { runProgram, type ClientRun } from './client-run.ts';
import type { GuardedClient } from './guarded-client.ts';
import { PROMPT } from './hook-scripts.ts';
import type { ClientStart } from './tried-client.ts';

/** The program whose hooks are installed. */
export const TRIPWIRE = fileURLToPath(new URL('../../bin/tripwire', import.meta.url));

/** An entry of the safety log, as far as trials look at it. */
interface Logged {
  readonly type: string;
  readonly action_taken: string;
}

/** How a client is started, where it is not as usual. */
interface HowStarted {
  /** More words on its command line, instead of its usual ones. */
  readonly args?: readonly string[];
  /** The words of a command that starts the client's own. */
  readonly behind?: readonly string[];
  /** A line for the shell instead of all of it, in the client's environment. */
  readonly line?: string;
}

export interface HooksLab {
  readonly provider: FakeProvider;
  readonly home: string;
  readonly project: string;
  /** How the client is started with its task. */
  readonly start: ClientStart;
  /** Runs `tripwire` with these words in the project. */
  readonly tripwire: (...args: readonly string[]) => Promise<ClientRun>;
  /** Starts the client with its task; resolves when it has ended. */
  readonly run: (how?: HowStarted) => Promise<ClientRun>;
  /** Whether a file of the project is there. */
  readonly has: (file: string) => boolean;
  /** The lines of a file of the project; none when it is not there. */
  readonly lines: (file: string) => readonly string[];
  readonly put: (file: string, text: string) => void;
  /** Puts other words in the place of these. */
  readonly edit: (file: string, words: string, others: string) => void;
  readonly remove: (file: string) => void;
  /** What the rules wrote down, each as `type action`. */
  readonly logged: () => readonly string[];
  /** All that the client sent to the model after its first request, as text. */
  readonly sent: () => string;
  /** The model calls that offered tools. */
  readonly asked: () => number;
}

/** Makes the place. The client's settings are written; hooks are not installed yet. */
export async function openHooksLab(guarded: GuardedClient, script: FakeScript): Promise<HooksLab> {
  const folder = temporaryFolder('hooks');
  const [home, project] = [join(folder, 'home'), join(folder, 'project')];
  mkdirSync(home);
  mkdirSync(project);
  const provider = await startFakeProvider({ script });
  onTestFinished(async () => {
    await provider.close();
  });
  const { tried } = guarded;
  const start = tried.prepare({ home, project, url: provider.url }, PROMPT);
  const program = clientProgram(tried.client, clientsFolder(process.env));
  const place = { home, project };
  const path = (file: string) => join(project, file);
  const textOf = (file: string) => (existsSync(path(file)) ? readFileSync(path(file), 'utf8') : '');
  const steps = () => provider.requests.filter(({ body }) => offersTools(body));
  return {
    provider,
    home,
    project,
    start,
    tripwire: (...args) => runProgram(TRIPWIRE, place, { args, env: {} }),
    run: ({ args = guarded.args, behind = [], line } = {}) => {
      const usual = [...behind, program, ...withOptions(start.args, args)];
      const [file = '', ...words] = line === undefined ? usual : ['sh', '-c', line];
      return runProgram(file, place, { args: words, env: { ...start.env, ...guarded.env } });
    },
    has: (file) => existsSync(path(file)),
    lines: (file) => textOf(file).split('\n').slice(0, -1),
    put: (file, text) => {
      mkdirSync(dirname(path(file)), { recursive: true });
      writeFileSync(path(file), text);
    },
    edit: (file, words, others) => writeFileSync(path(file), textOf(file).replace(words, others)),
    remove: (file) => rmSync(path(file)),
    logged: () => {
      const text = textOf('.geometry/safety_log.json');
      const { events } = text === '' ? { events: [] } : (JSON.parse(text) as { events: Logged[] });
      return events.map(({ type, action_taken }) => `${type} ${action_taken}`);
    },
    sent: () =>
      steps()
        .slice(1)
        .map(({ rawBody }) => rawBody.toString())
        .join('\n'),
    asked: () => steps().length,
  };
}

/** The same with the hooks in its settings, put there by `tripwire init`. */
export async function openGuardedLab(
  guarded: GuardedClient,
  script: FakeScript,
): Promise<HooksLab> {
  const lab = await openHooksLab(guarded, script);
  const installed = await lab.tripwire('init', guarded.initName, '--yes');
  if (installed.exitCode !== 0) {
    throw new Error(`tripwire init failed: ${installed.stdout}${installed.stderr}`);
  }
  return lab;
}

/** Options stand behind the name of the subcommand and before the prompt. */
function withOptions(args: readonly string[], more: readonly string[]): readonly string[] {
  return [...args.slice(0, 1), ...more, ...args.slice(1)];
}

function offersTools(body: unknown): boolean {
  const tools = (body as { readonly tools?: unknown } | undefined)?.tools;
  return Array.isArray(tools) && tools.length > 0;
}
