/**
 * The coding agents that `tripwire init` can guard: where their settings are, and which hooks each one gets.
 *
 * The events are those that say something about the loop; each client has its own names, units and switches. A hook
 * that fails must not let a tool call through: where the client can be told so (`onFailure`), it is, for the events
 * that let something begin. At the end of a turn it is not: an agent that can never stop is worse.
 */
import { join } from 'node:path';
import type { HookGroup, WantedHooks } from './init-json-hooks.ts';

/** The names that the command line takes. */
export type ClientName = 'claude-code' | 'codex' | 'gemini' | 'opencode';

/** Where a client's files are looked for; every path is below the root that was given. */
export interface InitPlace {
  readonly home: string;
  readonly etc: string;
  /** The value of a variable that names a folder, below the root; null when it is not set. */
  readonly folderIn: (variable: string) => string | null;
}

/** One client. */
export interface InitClient {
  readonly name: ClientName;
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

/** Above the hook's own deadline, so that its answer comes first. */
const TIMEOUT_S = 10;
const MS_PER_S = 1_000;

/** Every client, in the order in which they are named to people. */
export const initClients: readonly InitClient[] = [
  {
    name: 'claude-code',
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

/** The command that the hooks run. */
export function hookCommand(program: string, client: ClientName): string {
  return `${shellQuoted(program)} hook ${client}`;
}

/** The hooks of a client whose settings are JSON. */
export function wantedHooks(
  client: Exclude<ClientName, 'opencode'>,
  program: string,
  isManaged: boolean,
): WantedHooks {
  const command = hookCommand(program, client);
  const ours = new RegExp(`\\btripwire['"]? hook ${client}$`);
  return {
    groups: groupsOf[client](command),
    switches: isManaged ? managedSwitches[client] : userSwitches[client],
    isOurs: (written) => ours.test(written),
  };
}

type HookedClient = Exclude<ClientName, 'opencode'>;

const groupsOf: Readonly<
  Record<HookedClient, (command: string) => Readonly<Record<string, HookGroup>>>
> = {
  'claude-code': (command) => {
    const handler = { type: 'command', command, timeout: TIMEOUT_S };
    const blocking = { ...handler, onFailure: 'block' };
    return {
      SessionStart: { hooks: [handler] },
      UserPromptSubmit: { hooks: [blocking] },
      PreToolUse: { matcher: '*', hooks: [blocking] },
      PostToolUse: { matcher: '*', hooks: [handler] },
      PostToolUseFailure: { matcher: '*', hooks: [handler] },
      Stop: { hooks: [handler] },
      SubagentStop: { hooks: [handler] },
      PreCompact: { hooks: [handler] },
      PostCompact: { hooks: [handler] },
      SessionEnd: { hooks: [handler] },
    };
  },
  codex: (command) => {
    const handler = { type: 'command', command, timeout: TIMEOUT_S };
    const events = [
      'SessionStart',
      'UserPromptSubmit',
      'PreToolUse',
      'PostToolUse',
      'Stop',
      'SubagentStop',
      'PreCompact',
      'PostCompact',
      'SessionEnd',
    ];
    return Object.fromEntries(events.map((event) => [event, { hooks: [handler] }]));
  },
  gemini: (command) => {
    const timeout = TIMEOUT_S * MS_PER_S;
    const handler = { name: 'tripwire', type: 'command', command, timeout };
    const events = [
      'SessionStart',
      'BeforeAgent',
      'BeforeTool',
      'AfterTool',
      'AfterModel',
      'AfterAgent',
      'PreCompress',
      'SessionEnd',
    ];
    return Object.fromEntries(events.map((event) => [event, { hooks: [handler] }]));
  },
};

const userSwitches: Readonly<Record<HookedClient, WantedHooks['switches']>> = {
  'claude-code': [],
  codex: [],
  gemini: [{ path: ['hooksConfig', 'enabled'], value: true }],
};

/** An agent can switch off hooks in its own settings; with this only root's count. */
const managedSwitches: Readonly<Record<HookedClient, WantedHooks['switches']>> = {
  'claude-code': [{ path: ['allowManagedHooksOnly'], value: true }],
  codex: [],
  gemini: [],
};

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
