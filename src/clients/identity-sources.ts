/**
 * Where each client keeps what makes it the agent it is, as data.
 *
 * The names are those that the clients document. What they get elsewhere, such as options of the command line or their
 * built-in prompts, cannot be seen from a hook; docs/loop.md lists it.
 */
import { join } from 'node:path';
import type { IdentityPart } from './identity-part.ts';

/** The clients that can be pinned, by the names that `tripwire hook` takes. */
export const IDENTITY_CLIENTS = ['claude-code', 'codex', 'gemini-cli', 'opencode'] as const;

/** A client that can be pinned. */
export type IdentityClient = (typeof IDENTITY_CLIENTS)[number];

/** Where to look. */
export interface IdentityPlace {
  readonly project: string;
  readonly home: string;
  readonly etc: string;
  /** The folder that a variable names; null when it is not set. */
  readonly folderIn: (variable: string) => string | null;
}

/** `config` is the client's own folder in the home. */
type Root = 'config' | 'project' | 'home' | 'etc';

/** A file, or all files of a folder. */
export interface IdentitySource {
  readonly root: Root;
  readonly path: string;
  readonly form:
    /** Its text counts, for one part. */
    | { readonly text: IdentityPart }
    /** The texts of the files below it count, for one part. */
    | { readonly folder: IdentityPart; readonly named: RegExp }
    /** Its keys belong to several parts. */
    | 'json'
    | 'toml'
    /** Claude Code's own notebook: only what concerns MCP servers and tools counts. */
    | 'claude-state';
}

/** What is known of a client. */
export interface IdentityLayout {
  readonly config: (place: IdentityPlace) => string;
  readonly sources: readonly IdentitySource[];
  /** Which part a key of its settings belongs to; null: it says nothing about the agent. Others are `settings`. */
  readonly keys: Readonly<Record<string, IdentityPart | null>>;
}

const MARKDOWN = /\.md$/;
const PROGRAM = /\.(?:[cm]?[jt]s|json)$/;

const prompt = (root: Root, path: string): IdentitySource => ({
  root,
  path,
  form: { text: 'system_prompt' },
});
const prompts = (root: Root, path: string): IdentitySource => ({
  root,
  path,
  form: { folder: 'system_prompt', named: MARKDOWN },
});
const json = (root: Root, path: string): IdentitySource => ({ root, path, form: 'json' });
const toml = (root: Root, path: string): IdentitySource => ({ root, path, form: 'toml' });

const AGENT_FOLDERS = ['agents', 'commands', 'skills', 'rules', 'output-styles'];
const OPENCODE_FOLDERS = ['agent', 'agents', 'command', 'commands', 'skill', 'skills'];
const OPENCODE_PROGRAMS = {
  plugin: 'hooks',
  plugins: 'hooks',
  tool: 'tools',
  tools: 'tools',
} as const;

/** Every client. */
export const IDENTITY_LAYOUTS: Readonly<Record<IdentityClient, IdentityLayout>> = {
  'claude-code': {
    config: ({ home, folderIn }) => folderIn('CLAUDE_CONFIG_DIR') ?? join(home, '.claude'),
    sources: [
      prompt('config', 'CLAUDE.md'),
      prompt('project', 'CLAUDE.md'),
      prompt('project', 'CLAUDE.local.md'),
      prompt('project', '.claude/CLAUDE.md'),
      prompt('project', 'AGENTS.md'),
      prompt('etc', 'claude-code/CLAUDE.md'),
      ...AGENT_FOLDERS.flatMap((folder) => [
        prompts('config', folder),
        prompts('project', `.claude/${folder}`),
      ]),
      json('config', 'settings.json'),
      json('project', '.claude/settings.json'),
      json('project', '.claude/settings.local.json'),
      json('etc', 'claude-code/managed-settings.json'),
      json('project', '.mcp.json'),
      json('etc', 'claude-code/managed-mcp.json'),
      { root: 'home', path: '.claude.json', form: 'claude-state' },
      { root: 'config', path: '.claude.json', form: 'claude-state' },
    ],
    keys: {
      hooks: 'hooks',
      disableAllHooks: 'hooks',
      allowManagedHooksOnly: 'hooks',
      allowedHttpHookUrls: 'hooks',
      permissions: 'tools',
      sandbox: 'tools',
      enabledPlugins: 'tools',
      mcpServers: 'mcp_servers',
      enableAllProjectMcpServers: 'mcp_servers',
      enabledMcpjsonServers: 'mcp_servers',
      disabledMcpjsonServers: 'mcp_servers',
      allowedMcpServers: 'mcp_servers',
      deniedMcpServers: 'mcp_servers',
      $schema: null,
      theme: null,
      feedbackSurveyState: null,
    },
  },
  codex: {
    config: ({ home, folderIn }) => folderIn('CODEX_HOME') ?? join(home, '.codex'),
    sources: [
      ...['AGENTS.md', 'AGENTS.override.md'].flatMap((file) => [
        prompt('config', file),
        prompt('project', file),
      ]),
      ...['prompts', 'skills'].map((folder) => prompts('config', folder)),
      prompts('project', '.codex/skills'),
      prompts('project', '.agents/skills'),
      json('config', 'hooks.json'),
      json('project', '.codex/hooks.json'),
      toml('config', 'config.toml'),
      toml('project', '.codex/config.toml'),
      toml('etc', 'codex/config.toml'),
      toml('etc', 'codex/managed_config.toml'),
      toml('etc', 'codex/requirements.toml'),
      { root: 'config', path: 'rules', form: { folder: 'tools', named: /\.rules$/ } },
    ],
    keys: {
      hooks: 'hooks',
      mcp_servers: 'mcp_servers',
      tools: 'tools',
      approval_policy: 'tools',
      sandbox_mode: 'tools',
      sandbox_workspace_write: 'tools',
      permissions: 'tools',
      apps: 'tools',
      plugins: 'tools',
      // It writes down there which folders a person trusts and which notices were shown.
      projects: null,
      notice: null,
      tui: null,
      history: null,
    },
  },
  'gemini-cli': {
    config: ({ home }) => join(home, '.gemini'),
    sources: [
      prompt('config', 'GEMINI.md'),
      prompt('project', 'GEMINI.md'),
      prompt('project', 'AGENTS.md'),
      prompt('project', '.gemini/system.md'),
      ...['agents', 'skills'].flatMap((folder) => [
        prompts('config', folder),
        prompts('project', `.gemini/${folder}`),
      ]),
      json('config', 'settings.json'),
      json('project', '.gemini/settings.json'),
      json('etc', 'gemini-cli/system-defaults.json'),
      json('etc', 'gemini-cli/settings.json'),
      { root: 'config', path: 'policies', form: { folder: 'tools', named: /\.toml$/ } },
      {
        root: 'config',
        path: 'extensions',
        form: { folder: 'tools', named: /^(?:gemini-extension\.json|hooks\.json|GEMINI\.md)$/ },
      },
    ],
    keys: {
      hooks: 'hooks',
      hooksConfig: 'hooks',
      tools: 'tools',
      coreTools: 'tools',
      allowedTools: 'tools',
      excludeTools: 'tools',
      extensions: 'tools',
      mcp: 'mcp_servers',
      mcpServers: 'mcp_servers',
      $schema: null,
      ui: null,
      ide: null,
      privacy: null,
      telemetry: null,
    },
  },
  opencode: {
    config: ({ home, folderIn }) =>
      join(folderIn('XDG_CONFIG_HOME') ?? join(home, '.config'), 'opencode'),
    sources: [
      prompt('config', 'AGENTS.md'),
      prompt('project', 'AGENTS.md'),
      prompt('project', 'CLAUDE.md'),
      ...OPENCODE_FOLDERS.flatMap((folder) => [
        prompts('config', folder),
        prompts('project', `.opencode/${folder}`),
      ]),
      ...Object.entries(OPENCODE_PROGRAMS).flatMap(([path, folder]): IdentitySource[] => [
        { root: 'config', path, form: { folder, named: PROGRAM } },
        { root: 'project', path: `.opencode/${path}`, form: { folder, named: PROGRAM } },
      ]),
      ...['opencode.json', 'opencode.jsonc'].flatMap((file) => [
        json('config', file),
        json('project', file),
        json('project', `.opencode/${file}`),
        json('etc', `opencode/${file}`),
      ]),
    ],
    keys: {
      plugin: 'hooks',
      permission: 'tools',
      tools: 'tools',
      mcp: 'mcp_servers',
      $schema: null,
      theme: null,
      keybinds: null,
      tui: null,
    },
  },
};
