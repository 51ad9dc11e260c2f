/**
 * How to point each client at Tripwire: lines to copy into a shell or a file.
 */
import { basename } from 'node:path';
import type { Environment } from '../base/environment.ts';

/** One client. */
export interface ClientLine {
  readonly client: string;
  readonly line: string;
}

/** The lines for a data plane at this URL. The names of the agents are a proposal. */
export function clientLines(url: string): readonly ClientLine[] {
  const at = (agent: string, provider: string) => `${url}/agents/${agent}/${provider}`;
  return [
    { client: 'Claude Code', line: `export ANTHROPIC_BASE_URL=${at('claude', 'anthropic')}` },
    {
      client: 'Codex',
      line: `codex -c openai_base_url='"${at('codex', 'openai')}/v1"'`,
    },
    { client: 'Gemini CLI', line: `export GOOGLE_GEMINI_BASE_URL=${at('gemini', 'gemini')}` },
    {
      client: 'OpenCode (opencode.json, in provider.anthropic.options)',
      line: `"baseURL": "${at('opencode', 'anthropic')}/v1"`,
    },
    { client: 'OpenAI SDKs', line: `export OPENAI_BASE_URL=${at('my-agent', 'openai')}/v1` },
    { client: 'Anthropic SDKs', line: `export ANTHROPIC_BASE_URL=${at('my-agent', 'anthropic')}` },
  ];
}

/** The variables that point one process at Tripwire under an agent's name; `program` is what it runs. */
export function clientVariables(
  url: string,
  agent: string,
  program = '',
): Readonly<Record<string, string>> {
  const base = `${url}/agents/${agent}`;
  return {
    // One client adds the version itself to all but this address.
    ANTHROPIC_BASE_URL: `${base}/anthropic${basename(program) === 'opencode' ? '/v1' : ''}`,
    OPENAI_BASE_URL: `${base}/openai/v1`,
    OPENAI_API_BASE: `${base}/openai/v1`,
    GOOGLE_GEMINI_BASE_URL: `${base}/gemini`,
    TRIPWIRE_URL: url,
    // The hooks report under the same name.
    TRIPWIRE_AGENT: agent,
  };
}

/** What must stand first on the command line of a program that heeds no variable. */
export function clientArguments(url: string, agent: string, program: string): readonly string[] {
  if (basename(program) !== 'codex') return [];
  return ['-c', `openai_base_url="${url}/agents/${agent}/openai/v1"`];
}

/** The variables of this environment that point at a Tripwire. */
export function pointingVariables(env: Environment): readonly string[] {
  return Object.keys(clientVariables('', '')).filter((name) => {
    const value = env[name] ?? '';
    return name === 'TRIPWIRE_URL' ? value !== '' : value.includes('/agents/');
  });
}
