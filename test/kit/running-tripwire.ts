/**
 * A whole Tripwire as a child process, started by the real command with a home of its own, before a fake provider.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  demoScript,
  startFakeProvider,
  type FakeProvider,
  type FakeScript,
} from '../../src/testing/index.ts';
import { temporaryFolder } from './temporary-folder.ts';

const ownCommand = fileURLToPath(new URL('../../bin/tripwire', import.meta.url));
const WAIT_MS_MAX = 90_000;

/** A home folder with a data folder, and a provider that everything in it is pointed at. */
export interface Home {
  readonly home: string;
  readonly data: string;
  readonly provider: FakeProvider;
  readonly env: Readonly<Record<string, string>>;
  /** Writes `tripwire.yaml` into the data folder. */
  configure(text: string): void;
}

export interface RunningTripwire {
  readonly url: string;
  readonly adminUrl: string;
  readonly process: ChildProcess;
  /** Everything it printed so far. */
  output(): string;
  /** Waits until it has printed this. */
  printed(text: string | RegExp): Promise<void>;
  /** Calls the admin API with the token of the data folder. */
  api<Body>(path: string, body?: object): Promise<Body>;
  /** Sends a signal and waits for the end; resolves with the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/** A new home; close its provider in the end. */
export async function newHome(script: FakeScript = demoScript): Promise<Home> {
  const home = temporaryFolder('home');
  const data = join(home, '.tripwire');
  const provider = await startFakeProvider({ script });
  const clean = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !/API_KEY|AUTH_TOKEN|^TRIPWIRE_/.test(entry[0]),
  );
  return {
    home,
    data,
    provider,
    env: {
      ...Object.fromEntries(clean),
      HOME: home,
      XDG_STATE_HOME: '',
      CI: 'true',
      TRIPWIRE_UPSTREAM_ANTHROPIC: provider.url,
      TRIPWIRE_UPSTREAM_OPENAI: provider.url,
      TRIPWIRE_UPSTREAM_GEMINI: provider.url,
    },
    configure: (text) => {
      mkdirSync(data, { recursive: true, mode: 0o700 });
      writeFileSync(join(data, 'tripwire.yaml'), text);
    },
  };
}

/** Starts `tripwire up` on free ports and waits until it listens. */
export async function startTripwire(
  { env, data }: Home,
  args: readonly string[] = [],
  command: string = ownCommand,
): Promise<RunningTripwire> {
  const ports = ['--port', '0', '--admin-port', '0'];
  const child = spawn(command, ['up', '--json', ...ports, ...args], { env });
  let output = '';
  const take = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const printed = (text: string | RegExp) =>
    until(
      () => (typeof text === 'string' ? output.includes(text) : text.test(output)),
      () => `no ${String(text)} in: ${output}`,
    );
  await printed(/"admin_url".*\n/);
  const first = output.split('\n').find((line) => line.includes('"admin_url"')) ?? '';
  const { url, admin_url: adminUrl } = JSON.parse(first) as { url: string; admin_url: string };
  return {
    url,
    adminUrl,
    process: child,
    output: () => output,
    printed,
    api: async <Body>(path: string, body?: object) => {
      const token = readFileSync(join(data, 'admin-token'), 'utf8').trim();
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
      const answer = await fetch(`${adminUrl}${path}`, { headers, ...sent });
      return (await answer.json()) as Body;
    },
    end: async (signal = 'SIGTERM') => {
      child.kill(signal);
      await until(
        () => child.exitCode !== null || child.signalCode !== null,
        () => `it did not end: ${output}`,
      );
      return child.exitCode;
    },
  };
}

/** Waits for something that must come; the limit is only there so that a broken test ends. */
async function until(isSo: () => boolean, problem: () => string): Promise<void> {
  const end = performance.now() + WAIT_MS_MAX;
  while (!isSo()) {
    if (performance.now() > end) throw new Error(problem());
    await delay(20);
  }
}

/** One request as an agent's client; what came back. */
export async function askAs(
  url: string,
  agent: string,
  apiKey = 'no-key',
  says = 'Who are you?',
): Promise<{ readonly status: number; readonly body: string }> {
  const answer = await fetch(`${url}/agents/${agent}/anthropic/v1/messages`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': apiKey,
      'anthropic-version': '2023-06-01',
    },
    body: JSON.stringify({
      model: 'fake-model',
      max_tokens: 100,
      messages: [{ role: 'user', content: says }],
    }),
  });
  return { status: answer.status, body: await answer.text() };
}
