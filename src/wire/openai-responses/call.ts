/**
 * Which items of an OpenAI response are calls, who runs them, and one form for all of their kinds.
 *
 * There are a dozen kinds of calls and more to come. A call is the client's to run unless it is known to be the
 * provider's: waiting for the gate once too often does no harm.
 */
import { isObject, textOrNull, type JsonObject } from '../../base/json-values.ts';

/** A call, whatever kind of item it stands in. */
export interface ResponsesCall {
  readonly callId: string | null;
  readonly tool: string;
  /** As they were written; what was no text, in JSON. Empty when there are none yet. */
  readonly args: string;
  /** The client runs it, or is asked whether it may run. */
  readonly isClients: boolean;
}

const CALL = '_call';
/** No call by its name, but the client's answer makes the provider run one. */
const APPROVAL = 'mcp_approval_request';
const ranByProvider: ReadonlySet<string> = new Set([
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'image_generation_call',
  'mcp_call',
]);
/** Where the arguments stand, by kind. */
const argumentFields = [
  'arguments',
  'input',
  'action',
  'actions',
  'operation',
  'queries',
  'code',
] as const;

/** The call that an item is; null for an item that is none. */
export function responsesCall(item: JsonObject): ResponsesCall | null {
  const type = textOrNull(item['type']) ?? '';
  if (!type.endsWith(CALL) && type !== APPROVAL) return null;
  const given = argumentFields.map((name) => item[name] ?? null).find((value) => value !== null);
  return {
    callId: textOrNull(item['call_id']) ?? textOrNull(item['id']),
    tool: textOrNull(item['name']) ?? type.replace(/_call$/, ''),
    args: typeof given === 'string' ? given : (JSON.stringify(given) ?? ''),
    isClients: !isProviders(type, item),
  };
}

/** The call as an item of the kind that every reader knows. */
export function functionCallItem({
  callId,
  tool,
  args,
}: Omit<ResponsesCall, 'isClients'>): JsonObject {
  return { type: 'function_call', call_id: callId, name: tool, arguments: args };
}

function isProviders(type: string, item: JsonObject): boolean {
  if (type === 'tool_search_call') return item['execution'] === 'server';
  const { environment } = item as { readonly environment?: unknown };
  const isHosted = isObject(environment) && environment['type'] === 'container_reference';
  return type === 'shell_call' ? isHosted : ranByProvider.has(type);
}
