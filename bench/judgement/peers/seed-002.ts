/**
 * Seed 002 as its original does it: similar prompts × 1 + similar responses × 2 + equal tools × 1.5
 * reaches 10 within the last 20 requests.
 *
 * The original takes the tools that were offered for the calls that were made, and the last message of
 * the user for the prompt. Both stay the same while an agent works. Here every prompt and every tool
 * result leads to one request, a run with tool calls offers the same tools each time, and texts are
 * similar when they are equal once numbers, times and ids are replaced. Prompts without their words (a
 * corpus may hold a bare `U`) are taken to differ, which is the kinder reading.
 */
import type { TranscriptEvent } from '../../../src/detect/index.ts';
import { writtenCall } from './call-keys.ts';
import { firstFiring, type Peer } from './peer.ts';

const WINDOW = 20;
const THRESHOLD = 10;
const WITHHELD = 'U';

interface Request {
  readonly prompt: string;
  response: string | null;
}

const replacements: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '<id>'],
  [/\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?/g, '<ts>'],
  [/\b[0-9a-f]{16,}\b/gi, '<id>'],
  [/\b(?:id|user|order|session|request|msg|message|chat|thread)[_-]?[a-z0-9]+/gi, '<id>'],
  [/\b\d+(?:\.\d+)?\b/g, '<num>'],
  [/\s+/g, ' '],
];

function normalise(text: string): string {
  return replacements
    .reduce((normal, [pattern, placeholder]) => normal.replace(pattern, placeholder), text)
    .toLowerCase()
    .trim();
}

function score(past: readonly Request[], prompt: string, toolsOffered: boolean): number {
  const prompts = past.filter((request) => request.prompt === prompt).length;
  const responses = past.flatMap(({ response }) => (response === null ? [] : [response]));
  const newest = responses.at(-1);
  const alike = responses.slice(0, -1).filter((response) => response === newest).length;
  return prompts + alike * 2 + (toolsOffered ? past.length * 1.5 : 0);
}

/** A prompt is answered, a result is sent back unless the run ends with it, a second text is a second answer. */
function leadsToRequest(event: TranscriptEvent, next: TranscriptEvent | undefined): boolean {
  if (event.kind === 'prompt') return true;
  return event.kind === 'response' ? next?.kind === 'response' : next !== undefined;
}

export const seed002: Peer = {
  name: 'seed 002',
  rule: 'similar prompts + 2 × similar responses + 1.5 × equal offered tools ≥ 10 in 20 requests',
  firedAt(thread) {
    const toolsOffered = thread.events.some((event) => event.kind === 'tool');
    let requests: Request[] = [{ prompt: '', response: null }];
    let prompt = '';
    return firstFiring(thread, (event, index) => {
      const current = requests.at(-1);
      if (event.kind === 'response' && current !== undefined) {
        current.response = normalise(event.text);
      }
      if (event.kind === 'tool' && current !== undefined) {
        current.response = normalise(writtenCall(event));
      }
      if (event.kind === 'prompt') {
        prompt = event.text === WITHHELD ? `withheld at ${index}` : normalise(event.text);
      }
      if (!leadsToRequest(event, thread.events[index + 1])) return false;
      // A run that opens with a prompt has no request before it.
      const past = index === 0 && event.kind === 'prompt' ? [] : requests.slice(1 - WINDOW);
      requests = [...past, { prompt, response: null }];
      return score(past, prompt, toolsOffered) >= THRESHOLD;
    });
  },
};
