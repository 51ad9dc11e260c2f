/**
 * OpenAI chat completions: `messages` with roles, calls beside the content, results as messages of their own.
 */
import { lastParts, promptPieces, responsePieces, resultPiece, type Piece } from '../piece.ts';
import { fieldsOf, listOf, textOf, type Fields } from '../wire-values.ts';

/** The pieces of one message; the system's and the developer's have none. */
export function readChatMessage(value: unknown, message: number): readonly Piece[] {
  const fields = fieldsOf(value);
  switch (fields?.['role']) {
    case 'user':
      return promptPieces(fields['content'], message);
    case 'assistant':
      return readAnswer(fields, message);
    case 'tool':
    case 'function':
      return [
        resultPiece(message, textOf(fields['tool_call_id']), fields['content'], {
          tool: textOf(fields['name']),
        }),
      ];
    default:
      return [];
  }
}

function readAnswer(fields: Fields, message: number): readonly Piece[] {
  const pieces: Piece[] = [...responsePieces(fields['content'], message)];
  if (pieces.length === 0) pieces.push(...responsePieces(textOf(fields['refusal']) ?? '', message));
  for (const call of lastParts(listOf(fields['tool_calls']))) {
    const piece = readCall(fieldsOf(call), message);
    if (piece !== null) pieces.push(piece);
  }
  // The form before tools had ids: one function, joined with its answer by name.
  const old = fieldsOf(fields['function_call']);
  if (old !== null) {
    const tool = textOf(old['name']) ?? 'unknown';
    pieces.push({ kind: 'call', message, callId: null, tool, args: old['arguments'] });
  }
  return pieces;
}

function readCall(call: Fields | null, message: number): Piece | null {
  const made = fieldsOf(call?.['function']) ?? fieldsOf(call?.['custom']);
  if (call === null || made === null) return null;
  const tool = textOf(made['name']) ?? 'unknown';
  const args = made['arguments'] ?? made['input'];
  return { kind: 'call', message, callId: textOf(call['id']), tool, args };
}
