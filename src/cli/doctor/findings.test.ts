/** Homes of made-up people and what is found in them. Every secret in them says so, and none may come out. */
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/kit/temporary-folder.ts';
import { clientFindings, type ClientFinding } from '../../clients/findings.ts';
import type { SeenAgents } from '../../clients/seen-agents.ts';
import { clientsLines } from './clients.ts';

const HERE = 'http://127.0.0.1:4180';
const SECRET = 'sk-SECRET-of-ada@example.org';
const NOBODY: SeenAgents = { lastSeen: null, problem: 'no server is running' };
const SEEN_AT = 1_000_000;

type Client = ClientFinding['client'];
type Texts = Readonly<Record<string, string>>;
type Files = Readonly<Record<string, unknown>>;

const programs: Readonly<Record<Client, readonly [program: string, npmName: string]>> = {
  'claude-code': ['claude', '@anthropic-ai/claude-code'],
  codex: ['codex', '@openai/codex'],
  'gemini-cli': ['gemini', '@google/gemini-cli'],
  opencode: ['opencode', 'opencode-ai'],
  'qwen-code': ['qwen', '@qwen-code/qwen-code'],
  'copilot-cli': ['copilot', '@github/copilot'],
  'continue-cli': ['cn', '@continuedev/cli'],
  pi: ['pi', '@mariozechner/pi-coding-agent'],
  kilo: ['kilo', '@kilocode/cli'],
  cline: ['cline', 'cline'],
  'kimi-code': ['kimi', '@moonshot-ai/kimi-code'],
};

function homeWith(files: Files): string {
  const home = temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    const file = join(home, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
  return home;
}

/** A client as npm installs it: a link in a folder of the PATH to the program in its package. */
function install(client: Client, version = '1.2.3'): string {
  const [program, name] = programs[client];
  const root = homeWith({
    [`lib/${name}/package.json`]: { name, version },
    [`lib/${name}/bin/${program}.js`]: '#!/bin/sh\nexit 99\n',
    'bin/.keep': '',
  });
  chmodSync(join(root, `lib/${name}/bin/${program}.js`), 0o755);
  symlinkSync(`../lib/${name}/bin/${program}.js`, join(root, 'bin', program));
  return join(root, 'bin');
}

async function find(client: Client, files: Files, env: Texts = {}, seen: SeenAgents = NOBODY) {
  const place = { home: homeWith(files), env: { PATH: install(client), ...env }, here: HERE };
  const all = await clientFindings(place, seen);
  const shown = clientsLines(all, SEEN_AT).map((line) => line.map(({ text }) => text).join(''));
  expect(`${JSON.stringify(all)}${shown.join('\n')}`).not.toMatch(/SECRET|example\.org/);
  const found = all.find((one) => one.client === client);
  if (!found?.login || !found.passes || !found.guards) throw new Error(`${client} was not found`);
  return { ...found, login: found.login, passes: found.passes, guards: found.guards };
}

/** A row: what it is, files, environment, then login, passing and whether a base URL helps. */
type Row = readonly [string, Files, Texts, string, string, string];

function rows(client: Client, table: readonly Row[]): void {
  test.each(table)('%s', async (_, files, env, login, passes, baseUrl) => {
    const found = await find(client, files, env);
    expect([found.login.kind, found.passes.state, found.guards.baseUrl]).toEqual([
      login,
      passes,
      baseUrl,
    ]);
  });
}

const atAgent = (name: string, provider: string) => `${HERE}/agents/${name}/${provider}`;
const toClaude = { ANTHROPIC_BASE_URL: atAgent('claude', 'anthropic') };

describe('Claude Code', () => {
  const settings = (value: unknown) => ({ '.claude/settings.json': value });
  const subscribed = {
    '.claude/.credentials.json': { claudeAiOauth: { accessToken: SECRET, refreshToken: SECRET } },
  };
  const inKeychain = { '.claude.json': { oauthAccount: { emailAddress: SECRET } } };
  rows('claude-code', [
    ['nothing', {}, {}, 'none', 'no', 'works'],
    ['key', {}, { ANTHROPIC_API_KEY: SECRET }, 'api-key', 'no', 'works'],
    ['key, pointed', {}, { ANTHROPIC_API_KEY: SECRET, ...toClaude }, 'api-key', 'pointed', 'works'],
    ['token', {}, { ANTHROPIC_AUTH_TOKEN: SECRET }, 'api-key', 'no', 'works'],
    [
      'key in settings',
      settings({ env: { ANTHROPIC_API_KEY: SECRET } }),
      {},
      'api-key',
      'no',
      'works',
    ],
    ['helper', settings({ apiKeyHelper: `echo ${SECRET}` }), {}, 'api-key', 'no', 'works'],
    ['settings point', settings({ env: toClaude }), {}, 'none', 'pointed', 'works'],
    [
      'settings win over the environment',
      settings({ env: { ANTHROPIC_BASE_URL: `https://u:${SECRET}@gateway.example` } }),
      toClaude,
      'none',
      'no',
      'works',
    ],
    ['subscription', subscribed, toClaude, 'subscription', 'pointed', 'untried'],
    ['subscription in the keychain', inKeychain, {}, 'subscription', 'no', 'untried'],
    [
      'subscription token',
      {},
      { CLAUDE_CODE_OAUTH_TOKEN: SECRET },
      'subscription',
      'no',
      'untried',
    ],
    [
      'key before subscription',
      subscribed,
      { ANTHROPIC_API_KEY: SECRET },
      'api-key',
      'no',
      'works',
    ],
    ['Bedrock', subscribed, { CLAUDE_CODE_USE_BEDROCK: '1', ...toClaude }, 'other', 'no', 'no'],
    ['Vertex', settings({ env: { CLAUDE_CODE_USE_VERTEX: '1' } }), {}, 'other', 'no', 'no'],
    ['broken settings', settings(`{"env": "${SECRET}`), toClaude, 'unknown', 'unknown', 'unknown'],
    ['no URL', {}, { ANTHROPIC_BASE_URL: SECRET }, 'none', 'unknown', 'works'],
  ]);

  test('a folder of its own', async () => {
    const files = { 'own/.credentials.json': subscribed['.claude/.credentials.json'] };
    const place = { home: homeWith(files), here: HERE };
    const env = { PATH: install('claude-code'), CLAUDE_CONFIG_DIR: join(place.home, 'own') };
    const [claude] = await clientFindings({ ...place, env }, NOBODY);
    expect(claude?.login).toEqual({ kind: 'subscription', detail: '~/own/.credentials.json' });
  });
});

describe('Codex', () => {
  const toml = (text: string) => ({ '.codex/config.toml': text });
  const auth = (value: unknown) => ({ '.codex/auth.json': value });
  const tokens = { id_token: SECRET, access_token: SECRET, refresh_token: SECRET };
  const chatGpt = auth({ OPENAI_API_KEY: null, tokens });
  const key = auth({ OPENAI_API_KEY: SECRET });
  const here = `openai_base_url = "${atAgent('codex', 'openai')}/v1"\n`;
  const provider = (more: string) =>
    toml(
      `model_provider = "tw"\n[model_providers.tw]\nbase_url = "${HERE}/agents/c/openai/v1"\n${more}`,
    );
  rows('codex', [
    ['nothing', {}, {}, 'none', 'no', 'works'],
    ['key', key, {}, 'api-key', 'no', 'works'],
    ['key, pointed', { ...key, ...toml(here) }, {}, 'api-key', 'pointed', 'works'],
    [
      'key of the environment',
      toml(here),
      { CODEX_API_KEY: SECRET },
      'api-key',
      'pointed',
      'works',
    ],
    ['a key that it does not read', {}, { OPENAI_API_KEY: SECRET }, 'none', 'no', 'works'],
    ['ChatGPT', chatGpt, {}, 'subscription', 'no', 'untried'],
    ['ChatGPT, pointed', { ...chatGpt, ...toml(here) }, {}, 'subscription', 'pointed', 'untried'],
    ['key beside tokens', auth({ OPENAI_API_KEY: SECRET, tokens }), {}, 'api-key', 'no', 'works'],
    [
      'tokens chosen beside a key',
      auth({ auth_mode: 'chatgpt', OPENAI_API_KEY: SECRET, tokens }),
      {},
      'subscription',
      'no',
      'untried',
    ],
    ['keyring', toml('cli_auth_credentials_store = "keyring"'), {}, 'unknown', 'no', 'unknown'],
    [
      'own provider',
      provider('env_key = "TW_KEY"'),
      { TW_KEY: SECRET },
      'api-key',
      'pointed',
      'works',
    ],
    [
      'own provider without its key',
      provider('env_key = "TW_KEY"'),
      {},
      'none',
      'pointed',
      'works',
    ],
    [
      'a key where its name belongs',
      provider(`env_key = "${SECRET}"`),
      {},
      'none',
      'pointed',
      'works',
    ],
    ['Bedrock', toml('model_provider = "amazon-bedrock"'), {}, 'other', 'no', 'no'],
    ['a profile', { ...key, ...toml(`profile = "x"\n${here}`) }, {}, 'api-key', 'unknown', 'works'],
    [
      'strange settings',
      { ...key, ...toml(`${SECRET}\n${here}`) },
      {},
      'api-key',
      'unknown',
      'works',
    ],
    [
      'a table without a base URL',
      toml(`model_provider = "a"\n[model_providers.a]`),
      {},
      'unknown',
      'no',
      'unknown',
    ],
    [
      'the same as an inline table',
      toml(`model_provider = "a"\nmodel_providers = { a = {} }`),
      {},
      'unknown',
      'no',
      'unknown',
    ],
    ['broken login', auth(`{"tokens": "${SECRET}`), {}, 'unknown', 'no', 'unknown'],
  ]);

  test('OPENAI_BASE_URL is named as what Codex does not read', async () => {
    const { passes } = await find('codex', key, {
      OPENAI_BASE_URL: `${atAgent('codex', 'openai')}/v1`,
    });
    expect(passes.state).toBe('no');
    expect(passes.detail).toContain('Codex does not read it');
  });
});

describe('Gemini CLI', () => {
  const selected = (selectedType: string) => ({
    '.gemini/settings.json': `{\n// how\n"security": {"auth": {"selectedType": "${selectedType}",},},\n}`,
  });
  const login = { '.gemini/oauth_creds.json': { access_token: SECRET, refresh_token: SECRET } };
  const here = { GOOGLE_GEMINI_BASE_URL: atAgent('gemini', 'gemini') };
  const key = { GEMINI_API_KEY: SECRET };
  rows('gemini-cli', [
    ['nothing', {}, {}, 'none', 'no', 'works'],
    ['key', {}, key, 'api-key', 'no', 'works'],
    ['key, selected', selected('gemini-api-key'), key, 'api-key', 'no', 'works'],
    [
      'key, pointed',
      selected('gemini-api-key'),
      { ...key, ...here },
      'api-key',
      'pointed',
      'works',
    ],
    ['pointed without a selection', {}, { ...key, ...here }, 'api-key', 'pointed', 'works'],
    ['pointed without a key', {}, here, 'none', 'pointed', 'works'],
    ['Google login', { ...selected('oauth-personal'), ...login }, {}, 'subscription', 'no', 'no'],
    [
      'Google login, pointed',
      { ...selected('oauth-personal'), ...login },
      here,
      'subscription',
      'no',
      'no',
    ],
    [
      'Google login by the environment',
      login,
      { GOOGLE_GENAI_USE_GCA: 'true', ...here },
      'subscription',
      'no',
      'no',
    ],
    ['a login that is not selected', login, {}, 'unknown', 'no', 'unknown'],
    ['Vertex', selected('vertex-ai'), here, 'other', 'no', 'no'],
    ['something new', selected(SECRET), here, 'unknown', 'pointed', 'unknown'],
    [
      'older settings',
      { '.gemini/settings.json': { selectedAuthType: 'oauth-personal' } },
      {},
      'subscription',
      'no',
      'no',
    ],
    [
      'a file of variables',
      {
        '.gemini/.env': `# mine\nexport GEMINI_API_KEY="${SECRET}"\nGOOGLE_GEMINI_BASE_URL=${HERE}\n`,
      },
      {},
      'api-key',
      'unknown',
      'works',
    ],
    [
      'broken settings',
      { '.gemini/settings.json': `{"a": ${SECRET}` },
      here,
      'unknown',
      'unknown',
      'unknown',
    ],
  ]);
});

describe('OpenCode', () => {
  const auth = (value: unknown) => ({ '.local/share/opencode/auth.json': value });
  const config = (value: unknown) => ({ '.config/opencode/opencode.json': value });
  const oauth = { type: 'oauth', access: SECRET, refresh: SECRET };
  const api = { type: 'api', key: SECRET };
  const options = (baseURL: string) => ({ options: { baseURL, apiKey: SECRET } });
  const here = `${atAgent('opencode', 'anthropic')}/v1`;
  rows('opencode', [
    ['nothing', {}, {}, 'none', 'no', 'works'],
    ['key', auth({ anthropic: api }), {}, 'api-key', 'no', 'works'],
    ['key of the environment', {}, { OPENAI_API_KEY: SECRET }, 'api-key', 'no', 'works'],
    [
      'key, pointed',
      config({ provider: { anthropic: options(here) } }),
      {},
      'api-key',
      'pointed',
      'works',
    ],
    [
      'pointed by a variable',
      auth({ anthropic: api }),
      { ANTHROPIC_BASE_URL: here },
      'api-key',
      'pointed',
      'works',
    ],
    [
      'pointed by a name',
      config({ provider: { anthropic: options('{env:WHERE}') } }),
      { WHERE: here },
      'api-key',
      'pointed',
      'works',
    ],
    [
      'pointed by a file',
      config({ provider: { anthropic: options('{file:x}') } }),
      {},
      'api-key',
      'unknown',
      'works',
    ],
    [
      'one of two',
      {
        ...auth({ openai: api, anthropic: api }),
        ...config({ provider: { anthropic: options(here) } }),
      },
      {},
      'api-key',
      'partly',
      'works',
    ],
    ['ChatGPT', auth({ openai: oauth }), { OPENAI_BASE_URL: here }, 'subscription', 'no', 'no'],
    [
      'another subscription',
      auth({ anthropic: oauth }),
      { ANTHROPIC_BASE_URL: here },
      'subscription',
      'pointed',
      'untried',
    ],
    [
      'ChatGPT beside a key',
      { ...auth({ openai: oauth, anthropic: api }) },
      { ANTHROPIC_BASE_URL: here },
      'subscription',
      'partly',
      'untried',
    ],
    [
      'a company',
      auth({ 'https://corp.test': { type: 'wellknown', token: SECRET } }),
      {},
      'other',
      'no',
      'untried',
    ],
    ['something new', auth({ anthropic: { type: 'new' } }), {}, 'unknown', 'no', 'unknown'],
    ['broken login', auth(`{"anthropic": ${SECRET}`), {}, 'unknown', 'unknown', 'unknown'],
  ]);
});
