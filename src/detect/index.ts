/**
 * Judges what agents do: pure, without a clock, without I/O.
 *
 * @module
 */
export { detectLiterally, detectThread } from './score/detect-thread.ts';
export {
  explainEvent,
  explainThread,
  type ExplainedEvent,
  type ExplainedStep,
} from './score/explain-thread.ts';
export { digestMark } from './digest/digest-mark.ts';
export type { StepDigest } from './digest/step-digest.ts';
export type { Detection } from './score/detect-thread.ts';
export { textExchangeHash, toolExchangeHash } from './score/exchange-hash.ts';
export { hammingDistance } from './text/hamming-distance.ts';
export {
  climb,
  INFINITE_LOOP,
  ladderLevel,
  ladderRepeats,
  strictSignature,
} from './score/ladder.ts';
export type { LadderCall, LadderFinding, LadderLevel } from './score/ladder.ts';
export { addRequest, addResponse, literalScore } from './score/literal-score.ts';
export type { LiteralScore, LiteralWindow, WindowEntry } from './score/literal-score.ts';
export { answerText, madeToolCalls } from '../wire/index.ts';
export type { MadeToolCall } from '../wire/index.ts';
export { normaliseText } from './text/normalise-text.ts';
export {
  isSideRequest,
  lastUserMessage,
  rebuildNew,
  rebuildTranscript,
  sideRequestKind,
  startsWithSummary,
  threadKey,
} from './of-body.ts';
export { startsBeside } from './score/starts-beside.ts';
export { simhash } from './text/simhash.ts';
export type { CountedAs, FeedingStep, Stretch } from './score/stretch.ts';
export {
  chargeTokens,
  DEFAULT_OPTIONS,
  digestEvent,
  initialJudge,
  judgeEvent,
} from './score/thread-judge.ts';
export type {
  EventDigest,
  Judged,
  JudgeException,
  JudgeOptions,
  JudgeRule,
  JudgeState,
  Verdict,
} from './score/thread-judge.ts';
export { formatOfPath, wireFormat } from '../wire/index.ts';
export type { WireFormat } from '../wire/index.ts';
export { stepWords, voicesOf } from './score/voice.ts';
export type { Voices } from './score/voice.ts';
export type {
  CompactionEvent,
  PromptEvent,
  ResponseEvent,
  Thread,
  ToolEvent,
  ToolHint,
  TranscriptEvent,
} from './thread/transcript.ts';
