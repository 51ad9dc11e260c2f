/**
 * OpenAI responses: `input` is a text or a list of items; calls and outputs are items of their own.
 */
import { firstText, objectOrNull, textOrNull, type JsonObject } from '../../base/json-values.ts';
import { promptPieces, responsePieces, resultPiece, type Piece } from '../piece.ts';

const CALL = '_call';
const OUTPUT = '_call_output';
/** Calls that the provider runs itself: the outcome, if it is told, stands in the call. */
const ranByProvider: ReadonlySet<string> = new Set([
  'mcp_call',
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'image_generation_call',
]);

/** The pieces of one item. */
export function readResponsesItem(value: unknown, message: number): readonly Piece[] {
  if (typeof value === 'string') return promptPieces(value, message);
  const fields = objectOrNull(value);
  if (fields === null) return [];
  const type = textOrNull(fields['type']) ?? 'message';
  if (type === 'message') return readMessage(fields, message);
  if (type.startsWith('compaction') && type !== 'compaction_trigger') {
    return [{ kind: 'summary', message, text: textOrNull(fields['encrypted_content']) ?? type }];
  }
  if (type.endsWith(OUTPUT)) {
    return [resultPiece(message, textOrNull(fields['call_id']), fields['output'])];
  }
  return type.endsWith(CALL) ? readCall(fields, type, message) : [];
}

function readMessage(fields: JsonObject, message: number): readonly Piece[] {
  if (fields['role'] === 'user') return promptPieces(fields['content'], message);
  return fields['role'] === 'assistant' ? responsePieces(fields['content'], message) : [];
}

function readCall(fields: JsonObject, type: string, message: number): readonly Piece[] {
  const tool = textOrNull(fields['name']) ?? type.slice(0, -CALL.length);
  const callId = firstText(fields, ['call_id', 'id']);
  const args = fields['arguments'] ?? fields['input'] ?? fields['action'] ?? fields['operation'];
  const own = args ?? fields['queries'] ?? fields['code'];
  const call: Piece = { kind: 'call', message, callId, tool, args: own };
  if (!ranByProvider.has(type)) return [call];
  const error = textOrNull(fields['error']);
  const outcome = fields['output'] ?? fields['outputs'] ?? fields['results'] ?? error;
  const failed = error !== null || fields['status'] === 'failed';
  return [call, resultPiece(message, callId, outcome, { isError: failed ? true : null, error })];
}
