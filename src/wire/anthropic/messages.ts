/**
 * Anthropic messages: calls and results are blocks of the content; results come in messages of the user's role.
 */
import { objectOrNull, textOrNull } from '../../base/json-values.ts';
import { lastParts, promptPieces, responsePieces, resultPiece, type Piece } from '../piece.ts';

/** The pieces of one message. */
export function readAnthropicMessage(value: unknown, message: number): readonly Piece[] {
  const fields = objectOrNull(value);
  const role = fields?.['role'];
  if (fields === null || (role !== 'user' && role !== 'assistant')) return [];
  const textPieces = role === 'user' ? promptPieces : responsePieces;
  const content = fields['content'];
  if (!Array.isArray(content)) return textPieces(content, message);
  const pieces: Piece[] = [];
  for (const block of lastParts(content)) {
    const piece = readBlock(block, message);
    if (piece === null) pieces.push(...textPieces(block, message));
    else pieces.push(piece);
  }
  return pieces;
}

/** A block that is a call, a result or a compaction; the provider's own tools and MCP's have names of their own. */
function readBlock(block: unknown, message: number): Piece | null {
  const fields = objectOrNull(block);
  const type = textOrNull(fields?.['type']);
  if (fields === null || type === null) return null;
  if (type === 'compaction') {
    return { kind: 'summary', message, text: textOrNull(fields['content']) ?? type };
  }
  if (type.endsWith('tool_use')) {
    const tool = textOrNull(fields['name']) ?? 'unknown';
    return { kind: 'call', message, callId: textOrNull(fields['id']), tool, args: fields['input'] };
  }
  if (!type.endsWith('tool_result')) return null;
  const said = fields['is_error'];
  const isError = typeof said === 'boolean' ? said : null;
  return resultPiece(message, textOrNull(fields['tool_use_id']), fields['content'], { isError });
}
