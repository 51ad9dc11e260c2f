/**
 * Judges a whole thread and explains the outcome: where it was warned and stopped, by which rule,
 * what to say to it, and which steps fed the score.
 */
import { stableJson } from '../../base/stable-json.ts';
import { normaliseText } from '../text/normalise-text.ts';
import { simhash } from '../text/simhash.ts';
import type { Thread } from '../thread/transcript.ts';
import { addRequest, addResponse, literalScore, type LiteralWindow } from './literal-score.ts';
import { NO_STRETCH, type Stretch } from './stretch.ts';
import {
  DEFAULT_OPTIONS,
  digestEvent,
  initialJudge,
  judgeEvent,
  type JudgeOptions,
} from './thread-judge.ts';
import { voicesOf } from './voice.ts';

/** What became of a thread. */
export interface Detection {
  /** Index of the event on which the thread would have been stopped, or null. */
  readonly firedAt: number | null;
  readonly warnedAt: number | null;
  readonly rule: string | null;
  readonly reason: string;
  /** What to say to the agent instead of stopping it, from its first warning on. */
  readonly steer: string | null;
  /** What happened from where the score last was nothing until the stop or the end. */
  readonly stretch: Stretch;
}

/** Judges a thread by its progress. */
export function detectThread(thread: Thread, options: JudgeOptions = DEFAULT_OPTIONS): Detection {
  let state = initialJudge();
  let warnedAt: number | null = null;
  let steer: string | null = null;
  for (const [index, event] of thread.events.entries()) {
    const judged = judgeEvent(state, digestEvent(event), options);
    ({ state } = judged);
    const { level, rule, stretch } = judged.verdict;
    const voices = voicesOf(judged.verdict, options.threshold);
    if (voices === null) continue;
    warnedAt ??= index;
    steer ??= voices.steer;
    if (level === 'stop') {
      return { firedAt: index, warnedAt, rule, reason: voices.stop, steer, stretch };
    }
  }
  const { stretch } = state;
  return { firedAt: null, warnedAt, rule: null, reason: 'no loop found', steer, stretch };
}

/** The size of the literal window where nobody chose another. */
const DEFAULT_WINDOW = 20;
/** The literal score counts and knows no steps. */
const UNTOLD = Object.freeze({ steer: null, stretch: NO_STRETCH });

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
      return { firedAt: index, warnedAt: index, rule: 'literal', reason, ...UNTOLD };
    }
  }
  return { firedAt: null, warnedAt: null, rule: null, reason: 'no loop found', ...UNTOLD };
}
