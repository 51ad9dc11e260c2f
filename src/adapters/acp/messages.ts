/**
 * The messages of the Agent Client Protocol, as far as a guard has to understand them.
 *
 * Everything else passes as it is. What comes in is somebody else's: nothing is taken for granted.
 */
import { fieldsOf, type JsonObject } from '../../base/json-values.ts';
import { present } from '../../base/present.ts';

/** A message of JSON-RPC. */
export interface AcpMessage {
  readonly jsonrpc: '2.0';
  readonly id?: string | number | null | undefined;
  readonly method?: string | undefined;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** What is known of a tool call; updates bring it piece by piece. */
export interface AcpToolCall {
  readonly toolCallId: string;
  readonly name?: unknown;
  readonly kind?: unknown;
  readonly title?: unknown;
  readonly status?: unknown;
  readonly rawInput?: unknown;
  readonly rawOutput?: unknown;
  readonly content?: unknown;
  readonly locations?: unknown;
  readonly _meta?: unknown;
}

const METHODS_OF_TOOLS = ['fs/read_text_file', 'fs/write_text_file', 'terminal/create'];
const REFUSED = -32_000;

/** An id under which an answer is looked up; null for what is no answer. */
export function answerKey({ id, method }: AcpMessage): string | null {
  return method === undefined ? keyOf(id) : null;
}

/** An id as a key; a number and its digits are two ids. */
export function keyOf(id: unknown): string {
  return JSON.stringify(id ?? null);
}

/** Whether an agent asks its client to do something that is a tool in itself. */
export function isClientTool(method: string | undefined): method is string {
  return method !== undefined && METHODS_OF_TOOLS.includes(method);
}

/** The session that a message belongs to. */
export function sessionOf(message: AcpMessage): string {
  const { sessionId } = fieldsOf(message.params);
  return typeof sessionId === 'string' ? sessionId : '';
}

/** A tool call as policies see it: the agent's own name and input where it tells them. */
export function toolOf(call: AcpToolCall): { readonly name: string; readonly params: unknown } {
  const { _meta: meta, rawInput } = call;
  const { toolName } = fieldsOf(fieldsOf(meta)['claudeCode']);
  const names = [call.name, toolName, call.kind].filter((one) => typeof one === 'string');
  const name = names.find((one) => one !== '') ?? 'other';
  if (rawInput !== undefined && rawInput !== null) return { name, params: rawInput };
  const [place] = Array.isArray(call.locations) ? (call.locations as unknown[]) : [];
  const { path } = fieldsOf(place);
  const told = { title: call.title ?? null, ...present({ path }) };
  return { name, params: told };
}

/** What a tool gave back. */
export function outputOf({ rawOutput, content }: AcpToolCall): unknown {
  if (rawOutput !== undefined && rawOutput !== null) return rawOutput;
  const parts = Array.isArray(content) ? (content as unknown[]) : [];
  const texts = parts.map((part) => fieldsOf(fieldsOf(part)['content'])['text']);
  return texts.every((text) => typeof text === 'string') ? texts.join('\n') : parts;
}

/** The answer to a permission that is not given. Without a way to say no, the whole turn is cancelled. */
export function notPermitted({ id, params }: AcpMessage): AcpMessage {
  const options = optionsIn(params);
  const no =
    options.find(({ kind }) => kind === 'reject_once') ??
    options.find(({ kind }) => kind === 'reject_always');
  const outcome =
    no === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: no['optionId'] };
  return { jsonrpc: '2.0', id: id ?? null, result: { outcome } };
}

/** A permission asked for once: who allows always is not asked again, and then nobody can judge. */
export function onlyOnce(message: AcpMessage): AcpMessage {
  const options = optionsIn(message.params);
  if (!options.some(({ kind }) => kind === 'allow_once')) return message;
  const once = options.filter(({ kind }) => kind !== 'allow_always');
  return { ...message, params: { ...fieldsOf(message.params), options: once } };
}

/** Whether the client's answer gives the permission that a message asked for. */
export function isPermitted(asked: AcpMessage, answer: AcpMessage): boolean {
  const { outcome, optionId } = fieldsOf(fieldsOf(answer.result)['outcome']);
  const chosen = optionsIn(asked.params).find((one) => one['optionId'] === optionId);
  return outcome === 'selected' && String(chosen?.['kind']).startsWith('allow');
}

/** The client's answer, as the agent gets it: what was not offered counts as a no. */
export function offeredAnswer(asked: AcpMessage, answer: AcpMessage): AcpMessage {
  const { outcome, optionId } = fieldsOf(fieldsOf(answer.result)['outcome']);
  const isOffered = optionsIn(asked.params).some((one) => one['optionId'] === optionId);
  return outcome === 'selected' && !isOffered ? notPermitted(asked) : answer;
}

/** An error as the answer to a request. */
export function refusedRequest({ id }: AcpMessage, message: string): AcpMessage {
  return { jsonrpc: '2.0', id: id ?? null, error: { code: REFUSED, message } };
}

/** Something said to the person, as if the agent said it. */
export function saidTo(sessionId: string, text: string): AcpMessage {
  const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } };
  return { jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } };
}

/** The turn of a session is to end. */
export function cancelTurn(sessionId: string): AcpMessage {
  return { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId } };
}

/** A prompt with texts before what it says. */
export function promptOf(
  id: AcpMessage['id'],
  params: unknown,
  texts: readonly string[],
  rest: unknown,
): AcpMessage {
  const blocks = texts.map((text) => ({ type: 'text', text }));
  const prompt = [...blocks, ...(Array.isArray(rest) ? (rest as unknown[]) : [])];
  return { jsonrpc: '2.0', id, method: 'session/prompt', params: { ...fieldsOf(params), prompt } };
}

function optionsIn(params: unknown): readonly JsonObject[] {
  const { options } = fieldsOf(params);
  return Array.isArray(options) ? options.map(fieldsOf) : [];
}
