/**
 * A provider that only counts: whose requests came, and with how many pieces.
 *
 * It runs in the process of the test, so that what arrived by a moment and what the test knows at that moment can be
 * compared. It remembers no bodies: the long form sends many.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AGENT_MARK } from '../crash/server-client.ts';

/** A provider that runs. */
export interface CountingProvider {
  readonly url: string;
  /** Sessions of the requests of an agent, in the order they came. */
  sessionsOf(agent: string): readonly string[];
  /** Heads and pieces of requests of an agent that came so far. */
  arrivals(agent: string): number;
  close(): Promise<void>;
}

/** So often a turn reads what the kernel has: a whole request takes some, a large body more. */
const TURNS = 60;

/** Starts it on a free port. */
export async function startCountingProvider(): Promise<CountingProvider> {
  const sessions = new Map<string, string[]>();
  const pieces = new Map<string, number>();
  let answers = 0;
  const server = createServer((request, response) => {
    const agent = String(request.headers[AGENT_MARK]);
    const arrived = () => pieces.set(agent, (pieces.get(agent) ?? 0) + 1);
    arrived();
    const known = sessions.get(agent) ?? [];
    sessions.set(agent, known);
    known.push(String(request.headers['x-session-id']));
    request.on('data', arrived);
    request.on('end', () => {
      answers += 1;
      const message = { role: 'assistant', content: `answer ${answers}` };
      const usage = { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({
          id: 'c',
          object: 'chat.completion',
          model: 'm',
          choices: [{ index: 0, message, finish_reason: 'stop' }],
          usage,
        }),
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sessionsOf: (agent) => sessions.get(agent) ?? [],
    arrivals: (agent) => pieces.get(agent) ?? 0,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Reads what this machine's kernel already has for this process: it was written before the call. */
export async function drained(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
}
