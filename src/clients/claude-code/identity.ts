/**
 * Where Claude Code keeps what makes it the agent it is.
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

const AGENT_FOLDERS = ['agents', 'commands', 'skills', 'rules', 'output-styles'];
/** Its own notebook holds much else: only what concerns MCP servers and tools counts. */
const NOTEBOOK: IdentitySource['form'] = {
  picked: [
    { part: 'mcp_servers', as: 'mcpServers', path: () => ['mcpServers'] },
    {
      part: 'mcp_servers',
      as: 'ofProject',
      path: (project) => ['projects', project, 'mcpServers'],
    },
    {
      part: 'mcp_servers',
      as: 'enabled',
      path: (project) => ['projects', project, 'enabledMcpjsonServers'],
    },
    {
      part: 'mcp_servers',
      as: 'disabled',
      path: (project) => ['projects', project, 'disabledMcpjsonServers'],
    },
    { part: 'tools', as: 'allowedTools', path: (project) => ['projects', project, 'allowedTools'] },
  ],
  ifUnreadable: 'mcp_servers',
};

/** Its files, and the keys in them that count. */
export const CLAUDE_CODE_IDENTITY: IdentityLayout = {
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
    { root: 'home', path: '.claude.json', form: NOTEBOOK },
    { root: 'config', path: '.claude.json', form: NOTEBOOK },
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
};
