/**
 * Judges a whole thread and explains the outcome: where it was warned and stopped, by which rule,
 * and which steps fed the score.
 */
import { addRequest, addResponse, literalScore, type LiteralWindow } from './literal-score.ts';
import { normaliseText } from './normalise-text.ts';
import { simhash } from './simhash.ts';
import { stableJson } from './stable-json.ts';
import {
  DEFAULT_OPTIONS,
  digestEvent,
  initialJudge,
  judgeEvent,
  type JudgeOptions,
  type Verdict,
} from './thread-judge.ts';
import type { Thread, TranscriptEvent } from './transcript.ts';

/** A step that fed the score. */
export interface FeedingStep {
  readonly index: number;
  readonly what: string;
  readonly why: string;
  readonly score: number;
}

/** What became of a thread. */
export interface Detection {
  /** Index of the event on which the thread would have been stopped, or null. */
  readonly firedAt: number | null;
  readonly warnedAt: number | null;
  readonly rule: string | null;
  readonly reason: string;
  /** The steps that counted, from where the score last was nothing until the stop or the end. */
  readonly fedBy: readonly FeedingStep[];
}

/** Judges a thread by its progress. */
export function detectThread(thread: Thread, options: JudgeOptions = DEFAULT_OPTIONS): Detection {
  let state = initialJudge();
  let warnedAt: number | null = null;
  let fedBy: FeedingStep[] = [];
  for (const [index, event] of thread.events.entries()) {
    const judged = judgeEvent(state, digestEvent(event), options);
    ({ state } = judged);
    const { verdict } = judged;
    if (verdict.score === 0) fedBy = [];
    if (verdict.dead !== null) {
      fedBy.push({ index, what: whatOf(event), why: verdict.dead, score: verdict.score });
    }
    if (verdict.level !== 'ok') warnedAt ??= index;
    if (verdict.level === 'stop') {
      const reason = reasonOf(verdict, fedBy, options.threshold);
      return { firedAt: index, warnedAt, rule: verdict.rule, reason, fedBy };
    }
  }
  return { firedAt: null, warnedAt, rule: null, reason: 'no loop found', fedBy };
}

function whatOf(event: TranscriptEvent): string {
  return event.kind === 'tool' ? event.tool : event.kind;
}

function reasonOf(verdict: Verdict, fedBy: readonly FeedingStep[], threshold: number): string {
  if (verdict.rule !== 'no-progress' && verdict.rule !== 'monologue') {
    return `${verdict.rule}: see the steps that fed it`;
  }
  const [first] = fedBy;
  const since = first === undefined ? '' : ` since event ${first.index}`;
  return `${verdict.rule}: score ${verdict.score} exceeds ${threshold}; ${fedBy.length} steps brought nothing${since}`;
}

/** The size of the literal window where nobody chose another. */
const DEFAULT_WINDOW = 20;

/** Judges a thread by the literal score, one request for each answer of the model. */
export function detectLiterally(
  thread: Thread,
  threshold: number = DEFAULT_OPTIONS.threshold,
  windowSize: number = DEFAULT_WINDOW,
): Detection {
  let window: LiteralWindow = [];
  let prompt = simhash('');
  for (const [index, event] of thread.events.entries()) {
    if (event.kind === 'prompt') prompt = simhash(normaliseText(event.text));
    if (event.kind !== 'tool' && event.kind !== 'response') continue;
    const call = event.kind === 'tool' ? `${event.tool} ${stableJson(event.args)}` : null;
    const said = event.kind === 'response' ? event.text : (call ?? '');
    const request = String(index);
    const asked = addRequest(window, request, prompt, windowSize);
    window = addResponse(asked, request, simhash(normaliseText(said)), call === null ? [] : [call]);
    const { score, ...parts } = literalScore(window);
    if (score > threshold) {
      const reason = `literal score ${score} exceeds ${threshold}: ${parts.similarPrompts} similar prompts, ${parts.similarResponses} similar responses, ${parts.repeatedToolCalls} repeated tool calls`;
      return { firedAt: index, warnedAt: index, rule: 'literal', reason, fedBy: [] };
    }
  }
  return { firedAt: null, warnedAt: null, rule: null, reason: 'no loop found', fedBy: [] };
}
