/**
 * Where Gemini CLI keeps what makes it the agent it is.
 *
 * The names are those that the client documents.
 */
import { json, prompt, prompts, type IdentityLayout } from '../identity-sources.ts';

/** Its files, and the keys in them that count. */
export const GEMINI_CLI_IDENTITY: IdentityLayout = {
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
};
