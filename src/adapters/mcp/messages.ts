/**
 * The messages of the Model Context Protocol, as far as a gate has to understand them.
 *
 * Everything but tool calls passes as it is, so only the frame of a message and the shape of a tool's result are named
 * here. What comes in is somebody else's: nothing is taken for granted.
 */
import { fieldsOf, isObject } from '../../base/json-values.ts';
import { refusalForModel } from '../../core/holds/remedy.ts';
import type { ToolOutcome } from '../../guardrails/index.ts';
import type { ToolEnd } from '../guarded-session.ts';

export interface McpMessage {
  readonly jsonrpc?: '2.0';
  readonly id?: string | number | null | undefined;
  readonly method?: string | undefined;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** A tool call that a client makes. */
export interface McpCall {
  readonly id: string | number;
  readonly tool: string;
  readonly args: unknown;
  /** The client's own id of the call, where it tells one. */
  readonly callId: string | undefined;
}

/** What a client gets that calls a tool. */
export interface McpResult {
  readonly content: readonly Readonly<Record<string, unknown>>[];
  readonly isError?: boolean;
  readonly [field: string]: unknown;
}

/** The method of a tool call. */
export const CALL_METHOD = 'tools/call';

/** Codes of JSON-RPC. */
export const INVALID_REQUEST = -32_600;
export const INVALID_PARAMS = -32_602;
export const INTERNAL_ERROR = -32_603;

/** Under these names clients tell their id of a tool call. */
const CALL_IDS = ['claudecode/toolUseId', 'callId'];

/** An id under which an answer is looked up; a number and its digits are two ids. */
export function keyOf(id: unknown): string | null {
  const isId = typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id));
  return isId ? JSON.stringify(id) : null;
}

/** The tool call in a message; in words what is wrong with it. */
export function callIn({ id, params }: McpMessage): McpCall | string {
  const { name, arguments: args = {}, _meta: meta } = fieldsOf(params);
  if (typeof id !== 'string' && typeof id !== 'number') return 'a tool call needs an id';
  if (!isExact(id)) return 'a tool call has an id that cannot be passed on exactly';
  if (typeof name !== 'string' || name === '') return 'a tool call needs the name of a tool';
  // Who trims a name, or leaves out what is not seen of it, would run another tool than was judged.
  if (/^\s|\s$|\p{C}/u.test(name)) return 'a tool call has a name with blanks or signs around it';
  // Some servers open a text of JSON, and what is in it would go unjudged.
  if (!isObject(args)) return 'a tool call needs an object as its arguments';
  if (!isExact(args)) return 'a tool call holds a number that cannot be passed on exactly';
  const told = CALL_IDS.map((key) => fieldsOf(meta)[key]).find((one) => typeof one === 'string');
  return { id, tool: name, args, callId: typeof told === 'string' ? told : undefined };
}

/** How a tool ended, by the server's answer. */
export function endIn(message: McpMessage): ToolEnd {
  const result = resultIn(message);
  if (result === null) {
    return message.error === undefined
      ? { value: message.result }
      : { failed: problemIn(message.error) };
  }
  return result.isError === true ? { failed: resultText(result) } : { value: resultText(result) };
}

/** The answer that the client gets: the server's, with what is to be said after it. */
export function answerAfter(message: McpMessage, outcome: ToolOutcome): McpMessage {
  const { feedback, stop } = outcome;
  const texts = [feedback, stop === null ? null : refusalForModel(stop)];
  const more = texts.flatMap((text) => (text === null ? [] : [{ type: 'text', text }]));
  const result = resultIn(message);
  const isFailure = message.error !== undefined || result?.isError === true;
  if (outcome.status === 'error' && !isFailure) {
    return { ...message, result: followed(refusalResult(outcome.reason), more) };
  }
  if (more.length === 0) return message;
  if (result !== null) return { ...message, result: followed(result, more) };
  if (message.error === undefined) return message;
  // An error has no room for more, so it becomes a result that says the same.
  const { error, ...frame } = message;
  return { ...frame, result: followed(refusalResult(problemIn(error)), more) };
}

/** The result of a call that did not run, or whose result may not be handed on. */
export function refusalResult(reason: string): McpResult {
  return { content: [{ type: 'text', text: reason }], isError: true };
}

/** The result in an answer; null where there is none of the usual shape. */
function resultIn({ result }: McpMessage): McpResult | null {
  return Array.isArray(fieldsOf(result)['content']) ? (result as McpResult) : null;
}

/** A result as text: what the gate compares, and what policies hear of it. */
function resultText({ content, structuredContent }: McpResult): string {
  const parts = content.map((one) => (one['type'] === 'text' ? String(one['text']) : asJson(one)));
  if (parts.length > 0) return parts.join('\n');
  return structuredContent === undefined ? '' : asJson(structuredContent);
}

function problemIn(error: unknown): string {
  const { message } = fieldsOf(error);
  return typeof message === 'string' ? message : asJson(error);
}

function followed(result: McpResult, more: McpResult['content']): McpResult {
  return { ...result, content: [...result.content, ...more] };
}

/** Whole numbers beyond this lose digits when they are read, so the server would get others than were judged. */
function isExact(value: unknown): boolean {
  if (typeof value === 'number') {
    return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  }
  return typeof value !== 'object' || value === null || Object.values(value).every(isExact);
}

function asJson(value: unknown): string {
  return JSON.stringify(value) ?? '';
}
