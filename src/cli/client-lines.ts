/**
 * How to point each client at Tripwire: lines to copy into a shell or a file.
 */

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

/** The variables that point one process at Tripwire under an agent's name. */
export function clientVariables(url: string, agent: string): Readonly<Record<string, string>> {
  const base = `${url}/agents/${agent}`;
  return {
    ANTHROPIC_BASE_URL: `${base}/anthropic`,
    OPENAI_BASE_URL: `${base}/openai/v1`,
    OPENAI_API_BASE: `${base}/openai/v1`,
    GOOGLE_GEMINI_BASE_URL: `${base}/gemini`,
    TRIPWIRE_URL: url,
  };
}

/** The variables of this environment that point at a Tripwire. */
export function pointingVariables(
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return Object.keys(clientVariables('', '')).filter((name) => {
    const value = env[name] ?? '';
    return name === 'TRIPWIRE_URL' ? value !== '' : value.includes('/agents/');
  });
}
