/**
 * How to point each client at Tripwire: lines to copy into a shell or a file.
 */
import type { Environment } from '../base/environment.ts';
import type { Client } from './client.ts';
import { EVERY_CLIENT, clientOfProgram } from './every-client.ts';

/** One client. */
export interface ClientLine {
  readonly client: string;
  readonly line: string;
}

/** The lines for a data plane at this URL. The names of the agents are a proposal. */
export function clientLines(url: string): readonly ClientLine[] {
  const ofClients = EVERY_CLIENT.flatMap(({ title, program, baseUrl }) => {
    if (baseUrl === undefined) return [];
    const client = baseUrl.where === undefined ? title : `${title} (${baseUrl.where})`;
    return [{ client, line: baseUrl.line(agentBase(url, program)) }];
  });
  const own = agentBase(url, 'my-agent');
  return [
    ...ofClients,
    { client: 'OpenAI SDKs', line: `export OPENAI_BASE_URL=${own}/openai/v1` },
    { client: 'Anthropic SDKs', line: `export ANTHROPIC_BASE_URL=${own}/anthropic` },
  ];
}

/** How a client is pointed at a data plane, in one line; null where it is not known. */
export function pointLine({ baseUrl, program }: Client, url: string): string | null {
  if (baseUrl === undefined) return null;
  const line = baseUrl.line(agentBase(url, program));
  return baseUrl.where === undefined ? line : `${baseUrl.where}: ${line}`;
}

/** The variables that point one process at Tripwire under an agent's name; `program` is what it runs. */
export function clientVariables(
  url: string,
  agent: string,
  program = '',
  key?: string,
): Readonly<Record<string, string>> {
  const base = agentBase(url, agent, key);
  return {
    ANTHROPIC_BASE_URL: `${base}/anthropic`,
    OPENAI_BASE_URL: `${base}/openai/v1`,
    OPENAI_API_BASE: `${base}/openai/v1`,
    GOOGLE_GEMINI_BASE_URL: `${base}/gemini`,
    TRIPWIRE_URL: url,
    // The hooks report under the same name.
    TRIPWIRE_AGENT: agent,
    ...clientOfProgram(program)?.baseUrl?.variables?.(base),
  };
}

/** What must stand first on the command line of a program that heeds no variable. */
export function clientArguments(
  url: string,
  agent: string,
  program: string,
  key?: string,
): readonly string[] {
  return clientOfProgram(program)?.baseUrl?.words?.(agentBase(url, agent, key)) ?? [];
}

/** What a person has to write into a file of the program's own, because it heeds neither; null where nothing is. */
export function settingsNote(
  url: string,
  agent: string,
  program: string,
  key?: string,
): string | null {
  const client = clientOfProgram(program);
  const { where, line } = client?.baseUrl ?? {};
  if (client === null || where === undefined || line === undefined) return null;
  const written = line(agentBase(url, agent, key));
  return `${client.title} reads its base URL from ${where}, not from a variable. It must say: ${written}`;
}

/** The variables of this environment that point at a Tripwire. */
export function pointingVariables(env: Environment): readonly string[] {
  return Object.keys(clientVariables('', '')).filter((name) => {
    const value = env[name] ?? '';
    return name === 'TRIPWIRE_URL' ? value !== '' : value.includes('/agents/');
  });
}

/** With the agent's key where a client has no other place for it, because the provider's own is in its headers. */
function agentBase(url: string, agent: string, key?: string): string {
  return `${url}/agents/${agent}${key === undefined ? '' : `/${key}`}`;
}
