/**
 * The answer that makes a client compact its conversation and go on: the provider's own word for a prompt that is
 * too long. Two clients were seen to act on it; the others end, so they are never told.
 */
import type { RequestClient } from '../clients/client-headers.ts';
import { clientWithId } from '../clients/table.ts';
import type { WireFormat, Answer } from '../wire/index.ts';

/** What the words name as the room there is; clients look at the words, not at the numbers. */
const ROOM_TOKENS = 200_000;

/** Whether a client compacts when it is told that its prompt is too long. */
export function compactsOnDemand(client: RequestClient | null): boolean {
  return client !== null && clientWithId(client)?.compactsOnDemand === true;
}

/** The answer of a provider whose room is used up. */
export function tooLongAnswer(format: WireFormat): Answer {
  const message = `prompt is too long: ${ROOM_TOKENS + 1} tokens > ${ROOM_TOKENS} maximum`;
  const error = { type: 'invalid_request_error', message };
  const body =
    format === 'anthropic'
      ? { type: 'error', error }
      : { error: { ...error, param: null, code: 'context_length_exceeded' } };
  return {
    status: 400,
    headers: { 'content-type': 'application/json', 'x-tripwire-decision': 'compact' },
    body: Buffer.from(JSON.stringify(body)),
  };
}
