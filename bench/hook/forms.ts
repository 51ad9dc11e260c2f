/** The ways in which a hook is asked: by starting a program, with a server or without one, and over HTTP alone. */
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { hookStart } from '../../src/cli/init/clients.ts';
import { hookCommands } from '../../src/clients/hook-commands.ts';
import { newHome, startTripwire } from '../../test/kit/running-tripwire.ts';
import type { Workplace } from './healthy-calls.ts';

/** One way of asking. */
export interface Form extends Workplace {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** It is given nothing to decide. */
  readonly isEmpty: boolean;
  /** The events after a call are told too, under this name. */
  readonly alsoAfter: string | null;
  /** Asks without a program; resolves with the milliseconds that took. */
  readonly ask: ((input: string) => Promise<number>) | null;
}

const HOOK = ['hook', 'claude-code'];

/** All forms, for a package that is installed there; close them in the end. */
export async function formsIn(folder: string, place: string) {
  const server = await runningServer();
  const path = `${dirname(process.execPath)}:/usr/bin:/bin`;
  const command = (name: string, line: readonly string[], more: Partial<Form> = {}): Form => ({
    name,
    command: line[0] ?? '',
    args: line.slice(1),
    folder: join(folder, name.replaceAll(/\W+/g, '-')),
    env: { PATH: path, HOME: folder },
    isEmpty: false,
    alsoAfter: null,
    ask: null,
    ...more,
  });
  const empty = join(folder, 'empty.cjs');
  writeFileSync(empty, '');
  const withServer = (agent: string) => ({
    env: { PATH: path, HOME: folder, TRIPWIRE_URL: server.url, TRIPWIRE_AGENT: agent },
  });
  const node = [process.execPath, join(place, 'bin/start-hook.cjs'), ...HOOK];
  const tripwire = join(place, 'bin/tripwire');
  const installed = hookCommands('claude-code', hookStart(tripwire, null))['PreToolUse'] ?? '';
  const forms: readonly Form[] = [
    command('empty Node script', [process.execPath, empty], { isEmpty: true }),
    command('before a tool, Node alone', node, { alsoAfter: 'after a tool, Node alone' }),
    command('before a tool, by bin/tripwire', [tripwire, ...HOOK]),
    command('before a tool, as installed (sh, timeout)', ['sh', '-c', installed]),
    command('with a server: Node alone', node, withServer('first')),
    command(
      'with a server: as installed (sh, timeout)',
      ['sh', '-c', installed],
      withServer('second'),
    ),
    command('with a server: the HTTP request alone', [], {
      ask: (input) => askedMs(server.url, input),
    }),
  ];
  return { forms, close: () => server.close() };
}

/** A whole Tripwire as a process of its own, with a journal on disk. */
async function runningServer() {
  const home = await newHome();
  // So many calls in a minute are more than the default lets one agent make.
  home.configure('constitution: coding-v1\n');
  const server = await startTripwire(home);
  const close = async () => {
    await server.end();
    await home.provider.close();
  };
  return { url: server.url, close };
}

/** As a client that asks by HTTP: a connection of its own, until the whole answer is there. */
function askedMs(url: string, input: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(input),
    };
    const asked = request(`${url}/agents/claude/hooks/claude-code`, {
      method: 'POST',
      headers,
      agent: false,
    });
    asked.on('error', reject);
    asked.on('response', (answer) => {
      let body = '';
      answer.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      answer.on('end', () => {
        if (answer.statusCode === 200 && !body.includes('deny'))
          resolve(performance.now() - startedAt);
        else reject(new Error(`the server answered ${answer.statusCode}: ${body}`));
      });
    });
    asked.end(input);
  });
}
