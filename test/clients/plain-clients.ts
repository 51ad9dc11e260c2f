/**
 * The coding agents that are guarded by a base URL alone, each run once without a terminal, on OpenAI's chat format.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PlainClient } from './client-packages.ts';
import type { ClientPlace, ClientStart, TriedClient } from './tried-client.ts';

/** A client with where it says which session a request belongs to. */
export interface TriedPlainClient extends TriedClient {
  readonly client: PlainClient;
  /** Null when nothing in its requests says so: a kill is then of the whole agent. */
  readonly session: 'header' | 'body' | null;
  /** Whether a run that was refused leaves a transcript behind. */
  readonly isKeptWhenRefused: boolean;
}

/** What most of them have in common. */
const usual = {
  provider: 'openai',
  sessionHeader: null,
  session: null,
  isKeptWhenRefused: true,
  circle: ['ls'],
  subagent: null,
  exitCodeAfterCompaction: null,
  refusedAfterCutMax: 1,
} as const;

const MODEL = 'made-up';
const KEY = 'made-up';

function put({ home }: ClientPlace, file: string, content: object | string): void {
  const path = join(home, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
}

const qwenCode: TriedPlainClient = {
  ...usual,
  client: 'qwen-code',
  title: 'Qwen Code',
  prepare: (place, prompt) => {
    put(place, '.qwen/settings.json', { privacy: { usageStatisticsEnabled: false } });
    return {
      args: ['--auth-type', 'openai', '--approval-mode', 'yolo', '-p', prompt],
      env: { OPENAI_BASE_URL: `${place.url}/v1`, OPENAI_API_KEY: KEY, OPENAI_MODEL: MODEL },
    };
  },
  shell: (command) => ({
    name: 'run_shell_command',
    args: { command, description: 'a step', is_background: false },
  }),
  read: (file, project) => ({ name: 'read_file', args: { file_path: `${project}/${file}` } }),
  // It has a check of its own for the very same call again and again, as Gemini CLI has.
  circle: ['ls', 'cat attic.txt'],
};

const copilotCli: TriedPlainClient = {
  ...usual,
  client: 'copilot-cli',
  title: 'GitHub Copilot CLI',
  prepare: ({ url }, prompt) => ({
    args: ['--allow-all-tools', '--model', MODEL, '-p', prompt],
    env: {
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: KEY,
      COPILOT_MODEL: MODEL,
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
    },
  }),
  shell: (command) => ({ name: 'bash', args: { command, description: 'a step' } }),
  read: (file, project) => ({ name: 'view', args: { path: `${project}/${file}` } }),
};

const continueCli: TriedPlainClient = {
  ...usual,
  client: 'continue-cli',
  title: 'Continue',
  prepare: (place, prompt) => {
    const model = { name: 'tried', provider: 'openai', model: MODEL, apiKey: KEY };
    const settings = {
      name: 'tried',
      version: '1.0.0',
      schema: 'v1',
      models: [
        { ...model, apiBase: `${place.url}/v1`, roles: ['chat'], capabilities: ['tool_use'] },
      ],
    };
    // JSON is YAML.
    put(place, '.continue/config.yaml', settings);
    return {
      args: ['--config', join(place.home, '.continue/config.yaml'), '--auto', '-p', prompt],
      env: { CONTINUE_TELEMETRY_ENABLED: '0', CONTINUE_CLI_AUTO_UPDATED: '1' },
    };
  },
  shell: (command) => ({ name: 'Bash', args: { command } }),
  read: (file, project) => ({ name: 'Read', args: { filepath: `${project}/${file}` } }),
  isKeptWhenRefused: false,
};

const pi: TriedPlainClient = {
  ...usual,
  client: 'pi',
  title: 'pi',
  prepare: (place, prompt) => {
    const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
    const size = { contextWindow: 200_000, maxTokens: 8_000 };
    const model = { id: MODEL, name: MODEL, reasoning: false, input: ['text'], cost, ...size };
    const api = { baseUrl: `${place.url}/v1`, api: 'openai-completions', apiKey: KEY };
    put(place, '.pi/agent/models.json', { providers: { tried: { ...api, models: [model] } } });
    return {
      args: ['--provider', 'tried', '--model', MODEL, '-p', prompt],
      env: { PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1' },
    };
  },
  shell: (command) => ({ name: 'bash', args: { command } }),
  read: (file, project) => ({ name: 'read', args: { path: `${project}/${file}` } }),
};

const kilo: TriedPlainClient = {
  ...usual,
  client: 'kilo',
  title: 'Kilo',
  prepare: (place, prompt) => {
    const models = { [MODEL]: { limit: { context: 200_000, output: 8_000 } } };
    const options = { baseURL: `${place.url}/v1`, apiKey: KEY };
    const npm = '@ai-sdk/openai-compatible';
    put(place, '.config/kilo/kilo.json', {
      provider: { tried: { npm, name: 'tried', options, models } },
      autoupdate: false,
      share: 'disabled',
    });
    return { args: ['run', '-m', `tried/${MODEL}`, '--auto', prompt], env: kiloSettings };
  },
  shell: (command) => ({ name: 'bash', args: { command, description: 'a step' } }),
  read: (file, project) => ({ name: 'read', args: { filePath: `${project}/${file}` } }),
  sessionHeader: 'x-session-id',
  session: 'header',
};

const kiloSettings: ClientStart['env'] = {
  KILO_DISABLE_AUTOUPDATE: '1',
  KILO_DISABLE_MODELS_FETCH: '1',
  KILO_DISABLE_LSP_DOWNLOAD: '1',
  KILO_DISABLE_DEFAULT_PLUGINS: '1',
  KILO_DISABLE_SHARE: '1',
  KILO_TELEMETRY_LEVEL: 'off',
  npm_config_offline: 'true',
};

const cline: TriedPlainClient = {
  ...usual,
  client: 'cline',
  title: 'Cline',
  prepare: (place, prompt) => {
    const provider = 'openai-compatible';
    const settings = { provider, apiKey: KEY, model: MODEL, baseUrl: `${place.url}/v1` };
    const updatedAt = '2026-01-01T00:00:00.000Z';
    put(place, '.cline/data/settings/providers.json', {
      version: 1,
      lastUsedProvider: provider,
      modes: {},
      providers: { [provider]: { settings, updatedAt, tokenSource: 'manual' } },
    });
    return {
      args: ['--auto-approve', 'true', prompt],
      env: { CLINE_NO_AUTO_UPDATE: '1', CLINE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
    };
  },
  shell: (command) => ({ name: 'run_commands', args: { commands: [command] } }),
  read: (file, project) => ({
    name: 'read_files',
    args: { files: [{ path: `${project}/${file}` }] },
  }),
  // It ends by itself, and well, at the very same call for the fifth time.
  circle: ['ls', 'cat attic.txt'],
};

const kimiCode: TriedPlainClient = {
  ...usual,
  client: 'kimi-code',
  title: 'Kimi Code',
  prepare: ({ url }, prompt) => ({
    args: ['-p', prompt],
    env: {
      KIMI_MODEL_NAME: MODEL,
      KIMI_MODEL_API_KEY: KEY,
      KIMI_MODEL_PROVIDER_TYPE: 'openai',
      KIMI_MODEL_BASE_URL: `${url}/v1`,
      KIMI_CODE_NO_AUTO_UPDATE: '1',
    },
  }),
  shell: (command) => ({ name: 'Bash', args: { command } }),
  read: (file, project) => ({ name: 'Read', args: { path: `${project}/${file}` } }),
  session: 'body',
};

/** In the order of their packages. */
export const plainClients: readonly TriedPlainClient[] = [
  qwenCode,
  copilotCli,
  continueCli,
  pi,
  kilo,
  cline,
  kimiCode,
];
