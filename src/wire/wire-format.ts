/**
 * Recognises which provider's format a request body is in, by its path or by its shape.
 *
 * The path is the better witness, because a short conversation of plain text looks the same in two formats; but
 * logs have no path. Where the shape is undecided, both readers see the same thing.
 */
import { listOf, objectOrNull, type JsonObject } from '../base/json-values.ts';

/** The formats that can be read. */
export type WireFormat = 'openai-chat' | 'openai-responses' | 'anthropic' | 'gemini';

/**
 * How the paths end, for gateways and compatible servers put all kinds of things before. Two clouds serve Anthropic's
 * models under paths of their own; of one of them the streams are binary, but the requests can be read.
 */
const paths: readonly (readonly [RegExp, WireFormat])[] = [
  [/\/chat\/completions\/?$/i, 'openai-chat'],
  [/\/responses(?:\/(?:compact|input_tokens))?\/?$/i, 'openai-responses'],
  [/\/messages(?:\/count_tokens)?\/?$/i, 'anthropic'],
  [
    /\/publishers\/anthropic\/models\/(?!count-tokens:)[^/]+:(?:streamRawPredict|rawPredict)$/i,
    'anthropic',
  ],
  [/\/model\/[^/]*anthropic\.[^/]+\/invoke(?:-with-response-stream)?$/i, 'anthropic'],
  [/:(?:streamGenerateContent|generateContent|countTokens)\/?$/i, 'gemini'],
];
/** Messages looked at, from either end, before a shape is called undecided. */
const MESSAGES_PROBED = 8;
const PARTS_PROBED = 8;
/** As long as any target that is taken: what a format ends with must not lie behind it. */
const PATH_LENGTH_MAX = 8_192;
const QUERY = /[?#].*$/s;

/** The format of a request to a path (with or without a query); null for one that is no conversation. */
export function formatOfPath(path: string): WireFormat | null {
  const plain = plainPath(path);
  return paths.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
}

/**
 * A path without its query, as a provider reads it: what a request is for must not depend on what follows. Some servers
 * leave out parameters (`;a=b`) and what stands at the end without meaning; some take `%3F` for the start of the query.
 */
export function plainPath(path: string): string {
  const written = decoded(path.slice(0, PATH_LENGTH_MAX).replace(QUERY, ''));
  return written
    .replace(QUERY, '')
    .replace(/;[^/]*/g, '')
    .replace(/[\s.]+$/, '');
}

/** The path as a provider reads it: a letter that is written as a number is still that letter. */
function decoded(path: string): string {
  return path.replace(/%([2-7][0-9a-f])/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

/** The format of a parsed request body, or of a bare list of messages; null when it is none. */
export function wireFormat(body: unknown, path?: string): WireFormat | null {
  const told = path === undefined ? null : formatOfPath(path);
  return told ?? formatOfShape(body);
}

/** The same, where the path tells nothing. */
export function formatOfShape(body: unknown): WireFormat | null {
  if (Array.isArray(body)) return formatOfList(listOf(body));
  const fields = objectOrNull(body);
  if (fields === null) return null;
  if ('contents' in fields || objectOrNull(fields['request'])?.['contents'] !== undefined) {
    return 'gemini';
  }
  if (Array.isArray(fields['messages'])) {
    const hasSystem = fields['system'] !== undefined || fields['anthropic_version'] !== undefined;
    const tool = objectOrNull(listOf(fields['tools'])[0]);
    if (hasSystem || tool?.['input_schema'] !== undefined) return 'anthropic';
    return formatOfMessages(listOf(fields['messages'])) ?? 'openai-chat';
  }
  const input = fields['input'];
  return typeof input === 'string' || Array.isArray(input) ? 'openai-responses' : null;
}

function formatOfList(list: readonly unknown[]): WireFormat | null {
  for (const one of probed(list)) {
    const fields = objectOrNull(one);
    if (fields === null) continue;
    if (Array.isArray(fields['parts'])) return 'gemini';
    if (typeof fields['type'] === 'string') return 'openai-responses';
  }
  const hasRole = probed(list).some((one) => typeof objectOrNull(one)?.['role'] === 'string');
  return hasRole ? (formatOfMessages(list) ?? 'openai-chat') : null;
}

/** What only one of the two formats with messages has; null when nothing tells. */
function formatOfMessages(messages: readonly unknown[]): WireFormat | null {
  for (const message of probed(messages)) {
    const fields = objectOrNull(message);
    if (fields === null) continue;
    if (isChatOnly(fields)) return 'openai-chat';
    for (const part of listOf(fields['content']).slice(0, PARTS_PROBED)) {
      const type = objectOrNull(part)?.['type'];
      if (typeof type === 'string' && /tool_use$|tool_result$|^thinking$/.test(type)) {
        return 'anthropic';
      }
    }
  }
  return null;
}

function isChatOnly(message: JsonObject): boolean {
  const role = message['role'];
  if (role === 'tool' || role === 'function' || role === 'developer' || role === 'system')
    return true;
  return Array.isArray(message['tool_calls']);
}

function probed(list: readonly unknown[]): readonly unknown[] {
  if (list.length <= 2 * MESSAGES_PROBED) return list;
  return [...list.slice(0, MESSAGES_PROBED), ...list.slice(-MESSAGES_PROBED)];
}
