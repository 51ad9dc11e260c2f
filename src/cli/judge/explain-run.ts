/**
 * A recorded run step by step, for people: what was done, how it changed the score, and why.
 */
import { explainThread, type ExplainedStep, type TranscriptEvent } from '../../detect/index.ts';
import type { CorpusRun, CorpusThread } from '../../transcripts/index.ts';

const WHAT_CHARACTERS = 72;
const levels = { ok: '', warn: '  WARNED', stop: '  STOPPED' } as const;

/** The lines about a run: one for each event of each thread, up to its stop. */
export function explainRun(run: CorpusRun): readonly string[] {
  return run.threads.flatMap((thread) => [
    thread.id,
    ...explainThread(thread).flatMap((step) => stepLines(thread, step)),
    '',
  ]);
}

function stepLines(thread: CorpusThread, step: ExplainedStep): string[] {
  const event = thread.events[step.index];
  const place = String(thread.origins[step.index] ?? step.index).padStart(5);
  const points = step.points === 0 ? '' : `${step.points > 0 ? '+' : ''}${step.points}`;
  const what = event === undefined ? '' : shortened(whatOf(event));
  const score = `${points.padStart(6)} = ${String(step.score).padEnd(5)}`;
  const line = `${place} ${score} ${what}${step.why === null ? '' : `  [${step.why}]`}${levels[step.level]}`;
  return step.level === 'stop' && step.says !== null ? [line, `      ${step.says}`] : [line];
}

function whatOf(event: TranscriptEvent): string {
  switch (event.kind) {
    case 'tool':
      return `${event.tool} ${JSON.stringify(event.args)}`;
    case 'prompt':
      return `prompt: ${event.text}`;
    case 'response':
      return `answer: ${event.text}`;
    case 'compaction':
      return 'the context was compacted';
  }
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length <= WHAT_CHARACTERS ? line : `${line.slice(0, WHAT_CHARACTERS - 1)}…`;
}
