/**
 * Readers of what agents left behind; every one ends in the threads that `detect` judges.
 *
 * @module
 */
export type { BrokenPlace } from './broken-place.ts';
export { caseOfRun, type Label } from './corpus/case-of-run.ts';
export type { CorpusRun, CorpusThread } from './corpus/run.ts';
export { readCorpus } from './corpus/read-corpus.ts';
export type { JudgedEvent, Run } from './run.ts';
export type { OnBroken } from './broken-place.ts';
export { fileLines } from './file-lines.ts';
export { jsonLines, type Reading } from './json-lines.ts';
export { readMessageLog } from './logs/message-log.ts';
export { readSweAgent } from './logs/swe-agent.ts';
export { RunBuilder, type ToolOutcome } from './run-builder.ts';
export { resultText, visibleText } from './visible-text.ts';
export { anthropicResult } from './anthropic-result.ts';
export { anthropicUsage } from './anthropic-usage.ts';
export { timeOf } from './time-of.ts';
export { transcriptText } from './transcript-text.ts';
export { wholeInputUsage } from './whole-input-usage.ts';
