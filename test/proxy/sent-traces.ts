/** Traces sent to a whole server, and the agent as it is shown afterwards. */
import type { WholeServer } from '../kit/whole-server.ts';
import { otlpJson, type WrittenSpan } from './otlp-bodies.ts';

/** An agent, as far as its traces change it. */
interface AgentShown {
  readonly id: string;
  readonly active: 0 | 1;
  readonly reported: boolean;
  readonly loop_score: number | null;
  readonly holds: readonly {
    readonly hold: string;
    readonly level: string;
    readonly title: string;
  }[];
  readonly sessions: readonly { readonly id: string; readonly reported: boolean }[];
  readonly spend: { readonly today: { readonly tokens: number; readonly cost_usd: number | null } };
}
/** What the server shows of an agent. */
export const agentOf = (at: WholeServer, name: string) => at.api<AgentShown>(`/api/agents/${name}`);

/** Sends a body as it is. */
export async function send(
  at: WholeServer,
  path: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
) {
  const answer = await fetch(`${at.server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return { status: answer.status, text: await answer.text() };
}

/** Sends spans in the name of an agent. */
export const report = (at: WholeServer, agent: string, spans: readonly WrittenSpan[]) =>
  send(at, `/agents/${agent}/v1/traces`, otlpJson(spans));
