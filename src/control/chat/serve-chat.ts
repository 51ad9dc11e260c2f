/**
 * Commands from Slack and Teams: `stop-all` and `stop NAME`, each for the person who typed it. The stop is in force when the
 * chat gets its answer.
 *
 * Each message counts once: what is delivered twice, or sent again by somebody who saw it, stops nobody a second time.
 */
import type { IncomingMessage } from 'node:http';
import { TripwireError } from '../../core/index.ts';
import type { Plane, Reply } from '../api/control-plane.ts';
import { Problem } from '../api/problem.ts';
import { readBytes } from '../api/read-json.ts';
import { HELP, personOf, readCommand, type ChatMessage } from './chat-command.ts';
import { slackMessage, teamsMessage } from './chat-signatures.ts';

const USED = 'chat-command-used';
const KEPT_MS = 900_000;

/** Answers a chat; the same answer for one that is not set up and one that signs wrongly. */
export async function serveChat(
  plane: Plane,
  method: string,
  path: string,
  request: IncomingMessage,
): Promise<Reply<object>> {
  const { slack, teams } = plane.chat();
  const now = plane.gate.clock.now();
  const signed = { headers: request.headers, body: await readBytes(request) };
  const message =
    method !== 'POST'
      ? null
      : path === '/chat/slack' && slack !== undefined
        ? slackMessage(signed, slack, now)
        : path === '/chat/teams' && teams !== undefined
          ? teamsMessage(signed, teams, now)
          : null;
  if (message === null) {
    throw new Problem(
      'not-signed-in',
      'This chat is not set up, or the signature is wrong or older than five minutes. Nothing was done.',
    );
  }
  const text = (await isFirst(plane, message, now))
    ? await done(plane, message)
    : 'This message was received before.';
  const body =
    message.chat === 'Slack' ? { response_type: 'in_channel', text } : { type: 'message', text };
  return { status: 200, body };
}

/** Does what was meant, and says so. */
async function done({ gate }: Plane, message: ChatMessage): Promise<string> {
  const command = readCommand(message.text);
  if (command.kind === 'help') return HELP;
  const by = personOf(message);
  const why = command.why ?? `by a command in ${message.chat}`;
  if (command.kind === 'stop-all') {
    const { cut, recorded } = await gate.stopAll(by, why);
    return stopped('All agents are stopped', by, cut, recorded);
  }
  const { agent } = command;
  const known = (await gate.glances()).some(({ id }) => id === agent);
  if (!known) return `There is no agent ${agent}. Nothing was stopped.`;
  try {
    const { cut, recorded } = await gate.operate({ agent, action: 'deactivate', by, why });
    return stopped(`${agent} is stopped`, by, cut, recorded);
  } catch (error) {
    if (TripwireError.isInstance(error)) return `${agent} was not stopped: ${error.message}`;
    throw error;
  }
}

function stopped(what: string, by: string, cut: number, recorded: boolean): string {
  const calls = cut === 1 ? '1 call was ended' : `${cut} calls were ended`;
  const written = recorded ? '' : ' It is in force, and not yet recorded.';
  return `${what} by ${by}; ${calls}.${written} To resume, sign in to the dashboard or use a terminal.`;
}

/** Remembered for longer than a signature counts. A store that can't write keeps nobody from stopping. */
async function isFirst({ store, log }: Plane, { id }: ChatMessage, now: number): Promise<boolean> {
  try {
    const old = await store.documents({ kind: USED, until: now - KEPT_MS, limit: 1_000 });
    return await store.changeDocuments({
      put: [{ kind: USED, id, at: now, body: '{}' }],
      remove: old,
      expect: [{ kind: USED, id, body: null }],
    });
  } catch (error) {
    log.warn('control', 'noting a command from a chat', error);
    return true;
  }
}
