/**
 * The morning report as lines of markdown, which a terminal shows as they are.
 */
import { cleanLine } from '../../base/clean-text.ts';
import { usdText } from '../../prices/index.ts';
import { moneyWords } from '../run/night-money.ts';
import { countOfThings, countText } from '../terminal/amounts.ts';
import { momentText, spanText } from '../terminal/time-text.ts';
import type { NightFacts } from './facts.ts';

const FILES_SHOWN = 40;
const MOMENTS_SHOWN = 200;

/** The report. */
export function reportMarkdown(facts: NightFacts): string {
  const { night, lastAtMs, files, commits, stuck, needs } = facts;
  return [
    `# Night ${night.id}`,
    '',
    `${outcomeWords(facts)} ${momentText(night.startedAtMs)} to ${momentText(lastAtMs)} (${spanText(lastAtMs - night.startedAtMs)}).`,
    ...section('What needs a person', listed(needs, 'nothing')),
    ...section('What was asked', quoted(night.task)),
    ...section('What was done', [
      `- ${countOfThings(night.turns, 'turn')}, engine at the end: ${night.engine}`,
      `- ${testWords(facts)}`,
      `- ${countOfThings(commits.length, 'commit')}`,
      ...commits.map((line) => `  - ${line}`),
      `- ${countOfThings(files.length, 'changed file')}`,
      ...files.slice(0, FILES_SHOWN).map((file) => `  - ${file}`),
      ...(files.length > FILES_SHOWN ? [`  - and ${files.length - FILES_SHOWN} more`] : []),
    ]),
    ...section(
      'Where it was stuck, and what helped',
      listed(
        stuck.map(({ atMs, what, out }) => `${momentText(atMs)} ${what} → ${out ?? 'nothing yet'}`),
        'it was never stuck',
      ),
    ),
    ...section('Holds', listed(holdLines(facts), 'none')),
    ...section('Cost', costLines(facts)),
    ...section('What happened', momentLines(facts)),
    '',
  ]
    .map(cleanLine)
    .join('\n');
}

/** How it ended, in a sentence. */
export function outcomeWords({ night }: NightFacts): string {
  const { ended } = night;
  if (ended === null) return 'Not finished.';
  return ended.outcome === 'done' ? 'Done.' : `Ended before it was done: ${ended.why}.`;
}

/** What was spent. */
export function costLines({ night }: NightFacts): readonly string[] {
  const { tokens, advisorTokens, budgetTokens, adviceAsked, advisorUsd } = night;
  const of = budgetTokens === null ? '' : ` of at most ${countText(budgetTokens)}`;
  return [
    `- ${countText(tokens)} tokens${of}`,
    `- ${moneyWords(night)}`,
    `- ${countOfThings(adviceAsked, 'question')} to advisors, ${countText(advisorTokens)} tokens, ${usdText(advisorUsd)}`,
  ];
}

/** Runs of tests. */
export function testWords({ testRuns, testRunsPassed }: NightFacts): string {
  if (testRuns === 0) return 'no test run was seen';
  return `${countOfThings(testRuns, 'test run')}, ${countText(testRunsPassed)} of them passed`;
}

function holdLines({ night, holds }: NightFacts): readonly string[] {
  const past = night.moments
    .filter(({ kind }) => kind === 'hold' || kind === 'resumed')
    .map(({ atMs, text, tookMs }) => {
      const waited = tookMs === null ? '' : `, after ${spanText(tookMs)}`;
      return `${momentText(atMs)} ${text}${waited}`;
    });
  return [...past, ...holds.map((one) => `in force now: ${one}`)];
}

/** Turns that went well are many, and told in the sum. */
function momentLines({ night }: NightFacts): readonly string[] {
  const worth = night.moments.filter(({ kind, isFine }) => kind !== 'turn' || isFine !== true);
  const lines = worth
    .slice(-MOMENTS_SHOWN)
    .map(({ atMs, text }) => `- ${momentText(atMs)} ${text}`);
  const left = worth.length - MOMENTS_SHOWN;
  return left > 0 ? [`- ${left} earlier lines are left out`, ...lines] : lines;
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return ['', `## ${title}`, ...lines];
}

function listed(lines: readonly string[], none: string): readonly string[] {
  return lines.length === 0 ? [`- ${none}`] : lines.map((line) => `- ${line}`);
}

function quoted(text: string): readonly string[] {
  return text.split('\n').map((line) => `> ${line}`);
}
