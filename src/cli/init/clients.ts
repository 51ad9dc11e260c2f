/**
 * The coding agents that `tripwire init` can guard: where their settings are, and which hooks each one gets.
 *
 * The events are those that say something about the loop; each client has its own names, units and switches. A hook
 * that fails must not let a tool call through: where the client can be told so (`onFailure`), it is, for the events
 * that let something begin. At the end of a turn it is not: an agent that can never stop is worse.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { HOOK_DEADLINES_MS } from '../../base/hook-deadlines.ts';
import type { HookClient } from '../../clients/hook-client.ts';
import { hookCommands, type CommandClient } from '../../clients/hook-commands.ts';
import { isHttpHook, type HttpHooks } from './http.ts';
import type { HookGroup, WantedHooks } from './json-hooks.ts';
import type { InitPlace } from './place.ts';

/** The names that the command line takes. */
export type ClientName = 'claude-code' | 'codex' | 'gemini' | 'opencode';

/** One client. */
export interface InitClient {
  readonly name: ClientName;
  /** What `tripwire hook` calls it. */
  readonly hookName: HookClient;
  readonly title: string;
  readonly program: string;
  readonly packageName: string;
  /** Its folder in the home; that it is there means that the client is used. */
  readonly folder: (place: InitPlace) => string;
  /** The person's settings, below its folder. */
  readonly settings: string;
  /** Settings that only root can change, below /etc; null where none were tried. */
  readonly managed: string | null;
  /** What must still be done by hand; null when nothing. */
  readonly byHand: string | null;
}

const MS_PER_S = 1_000;
const TIMEOUT_S = HOOK_DEADLINES_MS.client / MS_PER_S;
const CUT_OFF_S = HOOK_DEADLINES_MS.kill / MS_PER_S;
const CODEX_END_TIMEOUT_S = 3;
/** A program of the system that ends another one when its time is over; not everywhere. */
const watchdog = ['/usr/bin/timeout', '/bin/timeout'].find((file) => existsSync(file));

/** Every client, in the order in which they are named to people. */
export const initClients: readonly InitClient[] = [
  {
    name: 'claude-code',
    hookName: 'claude-code',
    title: 'Claude Code',
    program: 'claude',
    packageName: '@anthropic-ai/claude-code',
    folder: ({ home, folderIn }) => folderIn('CLAUDE_CONFIG_DIR') ?? join(home, '.claude'),
    settings: 'settings.json',
    managed: 'claude-code/managed-settings.json',
    byHand: null,
  },
  {
    name: 'codex',
    hookName: 'codex',
    title: 'Codex',
    program: 'codex',
    packageName: '@openai/codex',
    folder: ({ home, folderIn }) => folderIn('CODEX_HOME') ?? join(home, '.codex'),
    settings: 'hooks.json',
    managed: 'codex/requirements.toml',
    byHand:
      'Codex passes over new hooks, without a word in codex exec, until you trust them: start codex, type /hooks, and ' +
      'trust those of tripwire. Managed hooks (--managed) need no trust.',
  },
  {
    name: 'gemini',
    hookName: 'gemini-cli',
    title: 'Gemini CLI',
    program: 'gemini',
    packageName: '@google/gemini-cli',
    folder: ({ home }) => join(home, '.gemini'),
    settings: 'settings.json',
    managed: null,
    byHand: null,
  },
  {
    name: 'opencode',
    hookName: 'opencode',
    title: 'OpenCode',
    program: 'opencode',
    packageName: 'opencode-ai',
    folder: ({ home, folderIn }) =>
      join(folderIn('XDG_CONFIG_HOME') ?? join(home, '.config'), 'opencode'),
    settings: 'plugin/tripwire.js',
    managed: null,
    byHand: null,
  },
];

/** How a shell starts the program. */
export function shellQuoted(program: string): string {
  return `'${program.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * How a hook is started. Two clients let the tool run when they give up on a hook, so one that hangs is ended before
 * that, and then the line's own exit code refuses.
 */
export function hookStart(program: string): string {
  const quoted = shellQuoted(program);
  return watchdog === undefined ? quoted : `${watchdog} -s KILL ${CUT_OFF_S} ${quoted}`;
}

/** The event before a tool call, at which a denial counts. */
export const toolEvents: Readonly<Record<CommandClient, string>> = {
  'claude-code': 'PreToolUse',
  codex: 'PreToolUse',
  'gemini-cli': 'BeforeTool',
};

/** The hooks of a client that runs commands, or asks by HTTP where that is wanted; the other one loads a plugin. */
export function wantedHooks(
  client: CommandClient,
  program: string,
  isManaged: boolean,
  http: HttpHooks | null = null,
): WantedHooks {
  const ours = new RegExp(String.raw`\btripwire['"]? hook ${client}(?: \|\| .*)?$`);
  const commands = Object.entries(hookCommands(client, hookStart(program)));
  return {
    groups: Object.fromEntries(
      commands.map(([event, command]) => [
        event,
        http === null ? groupOf[client](event, command) : httpGroup(event, http),
      ]),
    ),
    switches: isManaged ? managedSwitches[client] : userSwitches[client],
    // In either form: the one takes the place of the other.
    isOurs: (written) => ours.test(written) || (client === 'claude-code' && isHttpHook(written)),
  };
}

function httpGroup(event: string, { url, needsKey }: HttpHooks): HookGroup {
  const key = {
    headers: { authorization: 'Bearer $TRIPWIRE_AGENT_KEY' },
    allowedEnvVars: ['TRIPWIRE_AGENT_KEY'],
  };
  return claudeGroup(event, { type: 'http', url, ...(needsKey ? key : {}) });
}

function claudeGroup(event: string, how: Readonly<Record<string, unknown>>): HookGroup {
  const handler = { ...how, timeout: TIMEOUT_S };
  const isBeginning = event === 'PreToolUse' || event === 'UserPromptSubmit';
  return {
    ...(event.includes('ToolUse') ? { matcher: '*' } : {}),
    hooks: [isBeginning ? { ...handler, onFailure: 'block' } : handler],
  };
}

const groupOf: Readonly<Record<CommandClient, (event: string, command: string) => HookGroup>> = {
  'claude-code': (event, command) => claudeGroup(event, { type: 'command', command }),
  codex: (event, command) => {
    // More than it grants, and it warns at every start.
    const timeout = event === 'SessionEnd' ? CODEX_END_TIMEOUT_S : TIMEOUT_S;
    return { hooks: [{ type: 'command', command, timeout }] };
  },
  'gemini-cli': (_event, command) => ({
    hooks: [{ name: 'tripwire', type: 'command', command, timeout: HOOK_DEADLINES_MS.client }],
  }),
};

const userSwitches: Readonly<Record<CommandClient, WantedHooks['switches']>> = {
  'claude-code': [],
  codex: [],
  'gemini-cli': [{ path: ['hooksConfig', 'enabled'], value: true }],
};

/** An agent can switch off hooks in its own settings; with this only root's count. */
const managedSwitches: Readonly<Record<CommandClient, WantedHooks['switches']>> = {
  'claude-code': [{ path: ['allowManagedHooksOnly'], value: true }],
  codex: [],
  'gemini-cli': [],
};
