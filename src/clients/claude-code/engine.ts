/**
 * How Claude Code is run without a terminal.
 */
import type { EngineForm } from '../client.ts';

const STEPS_AS_JSON = ['--output-format', 'stream-json', '--verbose'];
/** The only form of them that tells what they cost. */
const LAST_WORDS_AS_JSON = ['--output-format', 'json'];
/** It takes no less. */
const USD_MIN = 0.01;

/** What a person wrote stays; what is missing is added. */
export const claudeCodeEngine: EngineForm = (args, { session, isTold, usdMax }) => [
  ...args,
  ...missing(args, ['-p', '--print'], ['-p']),
  ...missing(args, ['--output-format'], isTold ? STEPS_AS_JSON : LAST_WORDS_AS_JSON),
  ...(usdMax === null ? [] : missing(args, ['--max-budget-usd'], budgetWords(usdMax))),
  ...(session === null ? [] : ['--resume', session]),
];

function budgetWords(usdMax: number): readonly string[] {
  return ['--max-budget-usd', Math.max(USD_MIN, usdMax).toFixed(2)];
}

function missing(
  args: readonly string[],
  names: readonly string[],
  words: readonly string[],
): readonly string[] {
  return args.some((word) => names.includes(word)) ? [] : words;
}
