/**
 * Runs of agents as clients send them, played against a whole server: each round is a request with all that went before it.
 */
import { randomUUID } from 'node:crypto';
import type { FakeScript } from '../../src/testing/index.ts';
import type { WholeServer } from '../kit/whole-server.ts';

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;

export interface View {
  readonly holds: readonly { readonly hold: string; readonly until?: number }[];
  readonly stuck: readonly { readonly code: string }[];
  readonly spend: { readonly total: { readonly tokens: number; readonly cost_usd: number | null } };
}

export interface Step {
  readonly tool: string;
  readonly args: object;
  readonly result: string;
}

export const viewOf = ({ api }: Pick<WholeServer, 'api'>, agent: string) =>
  api<View>(`/api/agents/${agent}`);
export const codesOf = async (at: WholeServer, agent: string) =>
  (await viewOf(at, agent)).stuck.map(({ code }) => code);

export async function post(
  { server }: WholeServer,
  agent: string,
  messages: readonly object[],
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const answer = await fetch(`${server.url}/agents/${agent}/openai/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer k', ...headers },
    body: JSON.stringify({ model: 'gpt-5-mini', max_completion_tokens: 4_000, messages }),
  });
  return `${answer.status} ${await answer.text()}`;
}

export const says = (content: string) => [{ role: 'user', content }];

/** Calls that were made at once, or what was prompted after the model had ended its turn. */
export type Round = readonly Step[] | { readonly prompt: string };

/** Plays the rounds of a run, each with one call or several at once; the round that was refused, or null. */
export async function played(
  at: WholeServer,
  agent: string,
  rounds: readonly Round[],
  between: () => void,
  begun: readonly object[] = says(`Do your work, ${agent}.`),
): Promise<{ readonly round: number; readonly refusal: string } | null> {
  // A provider gives no id twice.
  const run = randomUUID().slice(0, 8);
  const messages = [...begun];
  for (const [round, steps] of [...rounds, []].entries()) {
    const answer = await post(at, agent, messages);
    if (!answer.startsWith('200')) return { round, refusal: answer };
    between();
    if ('prompt' in steps) {
      messages.push({ role: 'assistant', content: contentOf(answer) });
      messages.push({ role: 'user', content: steps.prompt });
      continue;
    }
    const calls = steps.map(({ tool, args }, index) => ({
      id: `call-${run}-${round}-${index}`,
      type: 'function',
      function: { name: tool, arguments: JSON.stringify(args) },
    }));
    if (calls.length > 0) messages.push({ role: 'assistant', tool_calls: calls });
    for (const [index, { result }] of steps.entries()) {
      messages.push({
        role: 'tool',
        tool_call_id: `call-${run}-${round}-${index}`,
        content: result,
      });
    }
  }
  return null;
}

/** A model that says what the run's next round does; the calls themselves are those of the run. */
export const anyAnswer: FakeScript = () => ({
  toolCalls: [{ name: 'next', args: {} }],
  usage: { input: 900, output: 100 },
});

/** What the model said. */
function contentOf(answer: string): string {
  const { choices } = JSON.parse(answer.slice(answer.indexOf('{'))) as {
    readonly choices: readonly { readonly message: { readonly content: string | null } }[];
  };
  return choices[0]?.message.content ?? '';
}
