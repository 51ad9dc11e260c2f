/**
 * The frame of a message, checked before it is judged and built anew before it is passed on.
 *
 * What the gate judges must be what the server reads, whatever language the server is written in. So a message that two
 * readers can read differently is refused, and what passes is made of the fields that were looked at.
 */
import { ambiguityIn, foldedKey, isDeeper } from '../../base/json-keys.ts';
import { fieldsOf, type JsonObject } from '../../base/json-values.ts';
import { CALL_METHOD, INTERNAL_ERROR, keyOf, type McpMessage } from './messages.ts';

/** Far more than any tool needs, and little enough for every reader. */
const DEPTH_MAX = 128;

const FRAME_KEYS = ['jsonrpc', 'id', 'method', 'params', 'result', 'error'] as const;
const PARAM_KEYS = ['name', 'arguments', '_meta', 'requestId', 'reason', 'task'];

/** What a client may ask when its agent is stopped: that it is there, what there is, and that something ends. */
const HARMLESS =
  /^(?:initialize|ping|logging\/setLevel|resources\/unsubscribe|tasks\/cancel|(?:tools|resources|resources\/templates|prompts|tasks)\/list)$/;

/** What clients tell: that they are ready, how far something is, that they give something up. */
const TOLD = /^notifications\//;

/** Whether what is no tool call makes nothing happen and tells no contents; without an id nobody answers it. */
export function isHarmless(method: string | undefined, hasId: boolean): boolean {
  return method === undefined || (hasId ? HARMLESS : TOLD).test(method);
}

/** Why a message may be read in more than one way; null when it may not. */
export function frameProblem(message: JsonObject): string | null {
  const { method, params } = message;
  return (
    ambiguityIn(message, DEPTH_MAX) ??
    misspelt(message, FRAME_KEYS) ??
    misspelt(fieldsOf(params), PARAM_KEYS) ??
    methodProblem(method) ??
    idProblem(message)
  );
}

/** A key that is a known one but for its case. */
function misspelt(fields: JsonObject, known: readonly string[]): string | null {
  for (const key of Object.keys(fields)) {
    const meant = known.find((one) => foldedKey(one) === foldedKey(key));
    if (meant !== undefined && meant !== key) {
      return `it has the key ${JSON.stringify(key)}, which some readers take for ${meant}`;
    }
  }
  return null;
}

function methodProblem(method: unknown): string | null {
  if (method === undefined) return null;
  if (typeof method !== 'string') return 'its method is no text';
  const isCall = foldedKey(method).replaceAll(/[^a-z/]/g, '') === CALL_METHOD;
  return isCall && method !== CALL_METHOD
    ? `its method is ${JSON.stringify(method)}, which some readers take for ${CALL_METHOD}`
    : null;
}

/** An id that answers cannot be told by: one reader takes the message for a request, another for a notification. */
function idProblem(message: JsonObject): string | null {
  if (!Object.hasOwn(message, 'id') || keyOf(message['id']) !== null) return null;
  return 'its id is neither a text nor a number';
}

/** Whether one reader takes a message for a question of the server, and another for its answer, which would go unrecorded. */
export function isTwoThings({ method, result, error }: McpMessage): boolean {
  return method !== undefined && (result !== undefined || error !== undefined);
}

/** What a server says, if a client can read it; else that it could not be read. */
export function readable(message: McpMessage): McpMessage {
  if (!isDeeper(message, DEPTH_MAX)) return message;
  const words = `Tripwire: the answer is nested more than ${DEPTH_MAX} levels deep and was left out`;
  return {
    jsonrpc: '2.0',
    id: message.id ?? null,
    error: { code: INTERNAL_ERROR, message: words },
  };
}

/** The message made of the fields that were judged. */
export function rebuilt(message: JsonObject): McpMessage {
  const known = FRAME_KEYS.filter((key) => Object.hasOwn(message, key));
  return Object.fromEntries(known.map((key) => [key, message[key]]));
}
