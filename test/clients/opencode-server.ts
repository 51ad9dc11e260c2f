/**
 * OpenCode as a server, with a plugin that only carries: each hook goes to this process, where the adapter under test
 * answers it, and what comes back is thrown or written where OpenCode looks for it.
 *
 * One server serves all sessions, because it takes seconds to start; model calls go to the provider of the session that
 * is under way.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, json } from 'node:stream/consumers';
import type { OpenCodeHooks } from '../../src/adapters/opencode/index.ts';
import type { OpenCodeClient } from '../../src/adapters/opencode/session.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { clientProgram, clientsFolder } from './client-packages.ts';
import { opencodeOnMessages } from './opencode.ts';

/** The plugin: `tool.execute.after` and the like may change their second argument. */
const PLUGIN = String.raw`
const ask = async (hook, input, output) => {
  const answer = await fetch(BRIDGE + hook, { method: 'POST', body: JSON.stringify({ input, output }) });
  const { error, changed, result } = await answer.json();
  if (error !== undefined) throw new Error(error);
  Object.assign(output ?? {}, changed);
  return result;
};
const carried = (hook) => (input, output) => ask(hook, input, output);
const session = (hook) => ({ sessionID }) => ask(hook, { sessionID });
const tools = await ask('tools', {});
export const Kit = async () => ({
  tool: Object.fromEntries(tools.map(({ name, description, args }) => [name, {
    description,
    args,
    execute: (given, { sessionID, callID }) => ask('execute', { name, given, sessionID, callID }),
  }])),
  event: carried('event'),
  'chat.message': session('chat.message'),
  'chat.params': session('chat.params'),
  'tool.definition': async ({ toolID }, output) => {
    const changed = {};
    await ask('tool.definition', { toolID }, changed);
    Object.assign(output, changed);
  },
  'tool.execute.before': carried('tool.execute.before'),
  'tool.execute.after': carried('tool.execute.after'),
  'experimental.text.complete': ({ sessionID }, { text }) => ask('experimental.text.complete', { sessionID }, { text }),
});
`;

/** A session under way. */
interface Current {
  readonly hooks: OpenCodeHooks;
  readonly providerUrl: string;
  /** When it has come to its end and nobody prompted it again. */
  readonly over: () => void;
  id: string;
  isPrompted: boolean;
}

interface Happened {
  readonly type: string;
  readonly properties?: {
    readonly sessionID?: string;
    readonly info?: { readonly id?: string; readonly sessionID?: string };
    readonly part?: { readonly sessionID?: string };
  };
}

type Carried = { readonly input: never; readonly output: never };

/** The server. */
export class OpenCodeServer {
  readonly #folder = temporaryFolder('opencode');
  #current: Current | null = null;
  #child: ChildProcess | null = null;
  #url = '';
  readonly #bridge = createServer((request, response) => {
    this.#serve(request, response).catch((error: unknown) => {
      response.writeHead(500).end(JSON.stringify({ error: String(error) }));
    });
  });

  /** Runs a session to its end. */
  async run(
    prompt: string,
    providerUrl: string,
    plug: (client: OpenCodeClient) => Promise<OpenCodeHooks>,
  ): Promise<void> {
    const hooks = await plug(this.#client());
    const { promise, resolve } = Promise.withResolvers<void>();
    const current = { hooks, providerUrl, over: resolve, id: '', isPrompted: false };
    this.#current = current;
    if (this.#child === null) await this.#start();
    // With a title of its own it asks no model for one.
    const { id } = (await this.#post('/session', { title: 'the kit' })) as { id: string };
    current.id = id;
    await this.#prompt(id, [{ type: 'text', text: prompt }]);
    await promise;
    this.#current = null;
  }

  async close(): Promise<void> {
    const pid = this.#child?.pid;
    if (pid !== undefined) {
      const closed = once(this.#child as ChildProcess, 'close');
      process.kill(-pid, 'SIGKILL');
      await closed;
    }
    this.#bridge.closeAllConnections();
    this.#bridge.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #client(): OpenCodeClient {
    return {
      session: {
        abort: ({ path }) => this.#post(`/session/${path.id}/abort`, {}),
        promptAsync: async ({ path, body }) => {
          if (this.#current !== null) this.#current.isPrompted = true;
          await this.#prompt(path.id, body.parts);
        },
      },
    };
  }

  async #prompt(id: string, parts: readonly object[]): Promise<void> {
    const model = { providerID: 'tried', modelID: 'made-up' };
    await this.#post(`/session/${id}/prompt_async`, { parts, model });
  }

  async #post(path: string, body: object): Promise<unknown> {
    const answer = await fetch(`${this.#url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    return text === '' ? null : (JSON.parse(text) as unknown);
  }

  async #start(): Promise<void> {
    this.#bridge.listen(0, '127.0.0.1');
    await once(this.#bridge, 'listening');
    const { port } = this.#bridge.address() as AddressInfo;
    const bridge = `http://127.0.0.1:${port}`;
    const [home, project] = [join(this.#folder, 'home'), join(this.#folder, 'project')];
    mkdirSync(project);
    const { env } = opencodeOnMessages.prepare({ home, project, url: bridge }, '');
    const plugins = join(home, '.config', 'opencode', 'plugin');
    mkdirSync(plugins, { recursive: true });
    writeFileSync(join(plugins, 'kit.js'), `const BRIDGE = '${bridge}/hooks/';\n${PLUGIN}`);
    const child = spawn(clientProgram('opencode', clientsFolder(process.env)), ['serve'], {
      cwd: project,
      env: {
        ...env,
        HOME: home,
        TMPDIR: home,
        PATH: process.env['PATH'] ?? '',
        // Nobody is there who could be asked.
        OPENCODE_PERMISSION: JSON.stringify({ '*': 'allow' }),
        // It wants to install a package beside a plugin. Without a network it would wait a minute for that.
        npm_config_offline: 'true',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    this.#child = child;
    this.#url = await listeningUrl(child.stdout);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, place, hook = ''] = (request.url ?? '').split('/');
    const current = this.#current;
    if (current === null) {
      response.end('{}');
      return;
    }
    if (place !== 'hooks') {
      await forward(request, response, current.providerUrl);
      return;
    }
    const carried = (await json(request)) as Carried;
    const { event } = carried.input as { readonly event?: Happened };
    // What is told of a session that is over is nobody's business any more.
    const isOurs = event === undefined || sessionOf(event) === current.id;
    const answer = isOurs ? await answered(hook, carried, current) : {};
    response.end(JSON.stringify(answer));
    if (!isOurs) return;
    const isIdle = event?.type === 'session.idle';
    const isRefused = hook === 'chat.message' && 'error' in answer;
    if (isRefused || (isIdle && !current.isPrompted)) current.over();
    if (isIdle) current.isPrompted = false;
  }
}

function sessionOf({ properties: { sessionID, info, part } = {} }: Happened): string | undefined {
  return sessionID ?? info?.sessionID ?? part?.sessionID ?? info?.id;
}

/** Calls the hook; what it throws, and what it changed, goes back. */
async function answered(hook: string, { input, output }: Carried, { hooks }: Current) {
  if (hook === 'tools') {
    const tools = Object.entries(hooks.tool);
    return { result: tools.map(([name, { description, args }]) => ({ name, description, args })) };
  }
  try {
    if (hook === 'execute') {
      const { name, given, ...context } = input as {
        readonly name: string;
        readonly given: unknown;
        readonly sessionID: string;
      };
      return { result: await hooks.tool[name]?.execute(given, context) };
    }
    await hooks[hook as Exclude<keyof OpenCodeHooks, 'tool'>](input, output);
    return { changed: output ?? {} };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  providerUrl: string,
): Promise<void> {
  const answer = await fetch(`${providerUrl}${request.url}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: await buffer(request),
  });
  const type = answer.headers.get('content-type') ?? 'application/json';
  response.writeHead(answer.status, { 'content-type': type });
  if (answer.body === null) response.end();
  else Readable.fromWeb(answer.body).pipe(response);
}

async function listeningUrl(output: Readable): Promise<string> {
  let said = '';
  for await (const chunk of output) {
    said += String(chunk);
    const url = /listening on (http:\/\/\S+)/.exec(said)?.[1];
    if (url !== undefined) {
      output.resume();
      return url;
    }
  }
  throw new Error(`opencode serve ended: ${said}`);
}
