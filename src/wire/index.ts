/**
 * The providers' wire formats: requests, answers, streams, refusals and tool calls. Pure.
 *
 * @module
 */
export { withAppendedNote } from './appended-note.ts';
export { askedOutputTokens } from './asked-output.ts';
export { withoutTrailingNotes, asksForSummary } from './client-notes.ts';
export { codecForFormat } from './codec-for-format.ts';
export type { WireCodec, Answer, ResponseFacts, StreamReader } from './codec.ts';
export { clipped, resultText, isParts, visibleTexts } from './content-text.ts';
export {
  continuedFrom,
  conversationOf,
  isUserText,
  readConversation,
  systemTexts,
  userWords,
  type Conversation,
} from './conversation.ts';
export { doubtfulField } from './field-spelling.ts';
export { givenArgs } from './made-tool-calls.ts';
export { lastUserText } from './last-user-message.ts';
export { madeToolCalls, answerText, type MadeToolCall } from './made-tool-calls.ts';
export { planOfHeaders } from './plan-headers.ts';
export { plainRequest, type PlainQuestion } from './plain-question.ts';
export type { Piece, CallPiece, ResultPiece, TextPiece } from './piece.ts';
export { sideKindOf, TURN_METADATA, type SideRequestKind } from './side-request.ts';
export { spendsLater } from './spends-later.ts';
export { SseSplitter, type SseFrame } from './sse-frames.ts';
export { troubleOfError, troubleOfStatus } from './trouble.ts';
export { usageInText } from './usage-in-text.ts';
export type { Usage } from './usage.ts';
export { formatOfPath, plainPath, wireFormat, type WireFormat } from './wire-format.ts';
