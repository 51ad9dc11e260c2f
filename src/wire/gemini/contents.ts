/**
 * Gemini: `contents` with parts; results come back in the user's role, and ids are optional.
 */
import { objectOrNull, textOrNull, type JsonObject } from '../../base/json-values.ts';
import { lastParts, promptPieces, responsePieces, resultPiece, type Piece } from '../piece.ts';

/** The pieces of one content; one without a role is the user's. */
export function readGeminiContent(value: unknown, message: number): readonly Piece[] {
  if (typeof value === 'string') return promptPieces(value, message);
  const fields = objectOrNull(value);
  if (fields === null) return [];
  const textPieces = fields['role'] === 'model' ? responsePieces : promptPieces;
  const pieces: Piece[] = [];
  for (const part of lastParts(fields['parts'])) {
    const piece = readPart(objectOrNull(part), message);
    if (piece === null) pieces.push(...textPieces(part, message));
    else pieces.push(piece);
  }
  return pieces;
}

function readPart(part: JsonObject | null, message: number): Piece | null {
  if (part === null) return null;
  const call = objectOrNull(part['functionCall'] ?? part['function_call']);
  if (call !== null) {
    const tool = textOrNull(call['name']) ?? 'unknown';
    return { kind: 'call', message, callId: textOrNull(call['id']), tool, args: call['args'] };
  }
  const code = objectOrNull(part['executableCode'] ?? part['executable_code']);
  if (code !== null) {
    return { kind: 'call', message, callId: null, tool: 'code_execution', args: code };
  }
  const ran = objectOrNull(part['codeExecutionResult'] ?? part['code_execution_result']);
  if (ran !== null) {
    const isError = ran['outcome'] !== 'OUTCOME_OK';
    return resultPiece(message, null, ran['output'], { tool: 'code_execution', isError });
  }
  const answer = objectOrNull(part['functionResponse'] ?? part['function_response']);
  return answer === null ? null : readAnswer(answer, message);
}

/** By convention `output` is the result and `error` the error; anything else is the result as a whole. */
function readAnswer(answer: JsonObject, message: number): Piece {
  const held = objectOrNull(answer['response']);
  const tool = textOrNull(answer['name']);
  const callId = textOrNull(answer['id']);
  if (held === null) return resultPiece(message, callId, answer['response'], { tool });
  const failed = held['error'] ?? null;
  if (failed !== null && failed !== false) {
    const error = textOrNull(failed);
    return resultPiece(message, callId, failed, { tool, isError: true, error });
  }
  const alone = Object.keys(held).length === 1;
  const content = alone ? (held['output'] ?? held['result'] ?? held['content'] ?? held) : held;
  return resultPiece(message, callId, content, { tool, isError: held['isError'] === true || null });
}
