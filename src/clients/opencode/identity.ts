/**
 * Where OpenCode keeps what makes it the agent it is.
 *
 * The names are those that the client documents.
 */
import {
  json,
  prompt,
  prompts,
  type IdentityLayout,
  type IdentitySource,
} from '../identity-sources.ts';

const AGENT_FOLDERS = ['agent', 'agents', 'command', 'commands', 'skill', 'skills'];
const PROGRAM_FOLDERS = {
  plugin: 'hooks',
  plugins: 'hooks',
  tool: 'tools',
  tools: 'tools',
} as const;
const PROGRAM = /\.(?:[cm]?[jt]s|json)$/;

/** Its files, and the keys in them that count. */
export const OPENCODE_IDENTITY: IdentityLayout = {
  sources: [
    prompt('config', 'AGENTS.md'),
    prompt('project', 'AGENTS.md'),
    prompt('project', 'CLAUDE.md'),
    ...AGENT_FOLDERS.flatMap((folder) => [
      prompts('config', folder),
      prompts('project', `.opencode/${folder}`),
    ]),
    ...Object.entries(PROGRAM_FOLDERS).flatMap(([path, folder]): IdentitySource[] => [
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
};
