/**
 * Where Codex keeps what makes it the agent it is.
 *
 * The names are those that the client documents.
 */
import { json, prompt, prompts, toml, type IdentityLayout } from '../identity-sources.ts';

/** Its files, and the keys in them that count. */
export const CODEX_IDENTITY: IdentityLayout = {
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
};
