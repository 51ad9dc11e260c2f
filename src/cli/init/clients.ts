/**
 * The coding agents that `tripwire init` can guard, with their settings loaded, and the hooks that go into those.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HOOK_DEADLINES_MS } from '../../base/hook-deadlines.ts';
import { hookCommands } from '../../clients/hook-commands.ts';
import type { CommandSettings, HookSettings, PluginSettings } from '../../clients/hook-settings.ts';
import type { NeededFiles } from '../../clients/missing-program.ts';
import { CLIENTS, type ClientId, type KnownClient } from '../../clients/table.ts';
import { isHttpHook, type HttpHooks } from './http.ts';
import type { WantedHooks } from './json-hooks.ts';

/** A client, and where its hooks go. */
export interface InitClient<Settings extends HookSettings = HookSettings> {
  readonly client: KnownClient;
  readonly settings: Settings;
}

const CUT_OFF_S = HOOK_DEADLINES_MS.kill / 1_000;
/** A program of the system that ends another one when its time is over; not everywhere. */
const watchdog = ['/usr/bin/timeout', '/bin/timeout'].find((file) => existsSync(file));

/** Every client that can be guarded, in the order of the table. */
export async function initClients(): Promise<readonly InitClient[]> {
  const all = await Promise.all(
    CLIENTS.map(async (client) => ({ client, settings: await client.settings?.() })),
  );
  return all.flatMap(({ client, settings }) =>
    settings === undefined ? [] : [{ client, settings }],
  );
}

/** How a shell starts the program. */
export function shellQuoted(program: string): string {
  return `'${program.replaceAll("'", String.raw`'\''`)}'`;
}

/** What root's hooks take from the environment of the agent, if root's file lets it pass (see docs/init.md). */
const CARRIED = [
  'TRIPWIRE_AGENT',
  'TRIPWIRE_AGENT_KEY',
  'TRIPWIRE_DIR',
  'TRIPWIRE_UNATTENDED',
  'TRIPWIRE_URL',
  'ANTHROPIC_BASE_URL',
  'OPENAI_BASE_URL',
];
const cleaner = ['/usr/bin/env', '/bin/env'].find((file) => existsSync(file)) ?? '/usr/bin/env';

/**
 * How a hook is started. Two clients let the tool run when they give up on a hook, so one that hangs is ended before
 * that, and then the line's own exit code refuses.
 *
 * A hook of root starts without the agent's environment, which could make Node load another program, or send the hook
 * to another project. `managedFile` is root's own file of settings; null for a person's hooks.
 */
export function hookStart(program: string, managedFile: string | null): string {
  const quoted = shellQuoted(program);
  const start = watchdog === undefined ? quoted : `${watchdog} -s KILL ${CUT_OFF_S} ${quoted}`;
  if (managedFile === null) return start;
  const path = [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':');
  const variables = [
    `PATH=${shellQuoted(path)}`,
    `TRIPWIRE_MANAGED=${shellQuoted(managedFile)}`,
    ...CARRIED.map((name) => `${name}="$${name}"`),
  ];
  return `${cleaner} -i ${variables.join(' ')} ${start}`;
}

/** The line of every event of a client, as it stands in the settings. */
export function hookLines(
  id: ClientId,
  program: string,
  managedFile: string | null,
): Readonly<Record<string, string>> {
  const needed = managedFile === null ? neededFiles(program) : null;
  return hookCommands(id, hookStart(program, managedFile), needed);
}

/** The plugin of a client that loads one. */
export function pluginText(id: ClientId, settings: PluginSettings, program: string): string {
  const start = shellQuoted(program);
  const lines = hookCommands(id, start, neededFiles(program));
  return settings.text(start, lines[settings.promptEvent] ?? '');
}

/** A checkout has a Node of its own, and does not start without it. */
function neededFiles(program: string): NeededFiles {
  const own = join(dirname(program), '../node_modules/node/bin/node');
  return {
    program: shellQuoted(program),
    node: shellQuoted(existsSync(own) ? own : program),
  };
}

/** The hooks of a client that runs commands, or asks by HTTP where that is wanted. */
export function wantedHooks(
  id: ClientId,
  settings: CommandSettings,
  program: string,
  managedFile: string | null,
  http: HttpHooks | null = null,
): WantedHooks {
  const ours = new RegExp(String.raw`\btripwire['"]? hook ${id}(?: \|\| .*)?$`);
  const commands = Object.entries(hookLines(id, program, managedFile));
  return {
    groups: Object.fromEntries(
      commands.map(([event, command]) => {
        const how = http === null ? { type: 'command', command } : httpHook(http);
        return [event, settings.group(event, how)];
      }),
    ),
    switches: managedFile !== null ? (settings.managed?.switches ?? []) : settings.switches,
    // In either form: the one takes the place of the other.
    isOurs: (written) => ours.test(written) || (settings.asksByHttp && isHttpHook(id, written)),
  };
}

function httpHook({ url, needsKey }: HttpHooks): Readonly<Record<string, unknown>> {
  const key = {
    headers: { authorization: 'Bearer $TRIPWIRE_AGENT_KEY' },
    allowedEnvVars: ['TRIPWIRE_AGENT_KEY'],
  };
  return { type: 'http', url, ...(needsKey ? key : {}) };
}
