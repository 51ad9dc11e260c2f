/**
 * What a trial found, in a form that two runs share: no ids, no times, no paths of the run.
 */
import type { Arrivals } from './arrivals.ts';
import type { ClientRun } from './client-run.ts';
import { DONE } from './task-scripts.ts';
import type { TriedClient } from './tried-client.ts';

export type Trial =
  | 'ten steps'
  | 'loop'
  | 'budget'
  | 'cut in a text'
  | 'cut at a tool call'
  | 'subagent loop'
  | 'compaction';

export interface Finding {
  readonly title: string;
  readonly trial: Trial;
  readonly exitCode: number | null;
  /** All that reached the proxy. */
  readonly requests: number;
  /** The statuses of those that were refused. */
  readonly refused: readonly number[];
  readonly words: string;
}

/** Of longer words the beginning and the end are shown. */
const START_CHARACTERS = 200;
const END_CHARACTERS = 160;
// oxlint-disable-next-line no-control-regex
const COLOURS = /\u001b\[[0-9;]*m/g;

const volatile: readonly (readonly [RegExp, string])[] = [
  [/--session [\w…-]+/g, '--session SESSION'],
  // A session in whose id a client would read an error is not named; which one is, is chance.
  [/(?<=\(kill_switch\).*)tripwire status sam/g, 'tripwire resume sam --session SESSION'],
  [/"sequence_number":\d+/g, '"sequence_number":N'],
  [/\bses_\w{20,}/g, 'SESSION'],
  [/\d{4}-\d\d-\d\dT[\d:.…]+Z/g, 'TIME'],
  [/\b\d+ tokens/g, 'N tokens'],
  [/ times in (?:less than a second|\d+ (?:s|min))/g, ' times in TIME'],
  [/\/\S*gemini-client-error\S+/g, 'FILE'],
];

/** The finding of a trial that has ended. */
export function findingOf(
  { title }: TriedClient,
  trial: Trial,
  { exitCode, stdout, stderr }: ClientRun,
  arrivals: Arrivals,
): Finding {
  return {
    title,
    trial,
    exitCode,
    requests: arrivals.all.length,
    refused: arrivals.refused.map(({ status }) => status),
    words: shownWords(`${stdout}\n${stderr}`),
  };
}

/** The line that tells the user how it ended; where there is none, the last one. */
function shownWords(output: string): string {
  const lines = output
    .replace(COLOURS, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  let words =
    lines.find((line) => line.includes('is stopped (') || line === DONE) ?? lines.at(-1) ?? '';
  for (const [pattern, name] of volatile) words = words.replace(pattern, name);
  if (words.length <= START_CHARACTERS + END_CHARACTERS) return words;
  return `${words.slice(0, START_CHARACTERS)} … ${words.slice(-END_CHARACTERS)}`;
}
