/**
 * Judges what agents do: pure, without a clock, without I/O.
 *
 * @module
 */
export { detectLiterally, detectThread } from './detect-thread.ts';
export type { Detection } from './detect-thread.ts';
export { textExchangeHash, toolExchangeHash } from './exchange-hash.ts';
export { hammingDistance } from './hamming-distance.ts';
export { climb, INFINITE_LOOP, ladderLevel, ladderRepeats, strictSignature } from './ladder.ts';
export type { LadderCall, LadderFinding, LadderLevel } from './ladder.ts';
export { addRequest, addResponse, literalScore } from './literal-score.ts';
export type { LiteralScore, LiteralWindow, WindowEntry } from './literal-score.ts';
export { lastUserMessage } from './last-user-message.ts';
export { answerText, madeToolCalls } from './made-tool-calls.ts';
export type { MadeToolCall } from './made-tool-calls.ts';
export { normaliseText } from './normalise-text.ts';
export { rebuildNew, rebuildTranscript } from './rebuild-transcript.ts';
export { isSideRequest, sideRequestKind } from './side-request.ts';
export { simhash } from './simhash.ts';
export type { CountedAs, FeedingStep, Stretch } from './stretch.ts';
export {
  chargeTokens,
  DEFAULT_OPTIONS,
  digestEvent,
  initialJudge,
  judgeEvent,
} from './thread-judge.ts';
export type {
  EventDigest,
  Judged,
  JudgeException,
  JudgeOptions,
  JudgeRule,
  JudgeState,
  Verdict,
} from './thread-judge.ts';
export { startsWithSummary, threadKey } from './thread-key.ts';
export { formatOfPath, wireFormat } from './wire-format.ts';
export type { WireFormat } from './wire-format.ts';
export { stepWords, voicesOf } from './voice.ts';
export type { Voices } from './voice.ts';
export type {
  CompactionEvent,
  PromptEvent,
  ResponseEvent,
  Thread,
  ToolEvent,
  ToolHint,
  TranscriptEvent,
} from './transcript.ts';
