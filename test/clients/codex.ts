/** Codex, run once without a terminal (`codex exec`). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientStart, TriedClient } from './tried-client.ts';

/** Each of these asks the maker's servers for something. */
const featuresOff = [
  'plugins',
  'remote_plugin',
  'plugin_discovery_prefetch',
  'apps',
  'tool_suggest',
  'plugin_sharing',
  'in_app_updates',
  'daemon_auto_start',
  'api_key_model_discovery',
];

/** A provider of one's own, spoken to by plain requests. */
function ownProvider(url: string): readonly string[] {
  return [
    '[model_providers.tripwire]',
    'name = "tripwire"',
    `base_url = "${url}/v1"`,
    'env_key = "CODEX_API_KEY"',
    'wire_api = "responses"',
  ];
}

function configuration(top: readonly string[], tables: readonly string[]): string {
  return [
    ...top,
    'model = "gpt-5.1-codex"',
    'check_for_update_on_startup = false',
    'approval_policy = "never"',
    'sandbox_mode = "danger-full-access"',
    ...tables,
    '[analytics]',
    'enabled = false',
    '[feedback]',
    'enabled = false',
    '[otel]',
    'exporter = "none"',
    '[features]',
    ...featuresOff.map((feature) => `${feature} = false`),
    '',
  ].join('\n');
}

const WAIT_MS = 60_000;
/** The group of its tools for subagents: a call that does not name it is not run. */
const SUBAGENTS = 'multi_agent_v1';

/** The subagent's id in what the call that started it gave back. */
function agentId(started: string): string {
  return /"agent_id":\s*"([^"]+)"/.exec(started)?.[1] ?? '';
}

function start(home: string, prompt: string, settings: string): ClientStart {
  const folder = join(home, '.codex');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'config.toml'), settings);
  return {
    args: ['exec', '--skip-git-repo-check', prompt],
    env: { CODEX_HOME: folder, CODEX_API_KEY: 'sk-made-up' },
  };
}

export const codex: TriedClient = {
  client: 'codex',
  title: 'Codex',
  provider: 'openai',
  prepare: ({ home, url }, prompt) =>
    start(home, prompt, configuration(['model_provider = "tripwire"'], ownProvider(url))),
  shell: (command) => ({ name: 'exec_command', args: { cmd: command } }),
  read: (file) => ({ name: 'exec_command', args: { cmd: `cat ${file}` } }),
  sessionHeader: 'session-id',
  circle: ['ls'],
  subagent: (prompt) => ({
    name: 'spawn_agent',
    namespace: SUBAGENTS,
    args: { message: prompt },
  }),
  awaitSubagent: (started) => ({
    name: 'wait_agent',
    namespace: SUBAGENTS,
    args: { targets: [agentId(started)], timeout_ms: WAIT_MS },
  }),
  exitCodeAfterCompaction: null,
  refusedAfterCutMax: 1,
};

/** With the provider that is built in it tries a web socket first, and goes on with requests when that is refused. */
export const codexBuiltIn: TriedClient = {
  ...codex,
  title: 'Codex (built-in provider)',
  prepare: ({ home, url }, prompt) =>
    start(home, prompt, configuration([`openai_base_url = "${url}/v1"`], [])),
};
