/**
 * How a known client is run without a terminal: the words that make it read its prompt from standard input, do one turn
 * and end; and those with which it goes on in a session. Other programs are run as they are written.
 *
 * The prompt never stands on the command line, where everybody on the machine could read it.
 */
import { basename } from 'node:path';

/** What is to be run. */
export interface CommandWords {
  readonly program: string;
  readonly args: readonly string[];
}

/** How it is to be run. */
export interface RunForm {
  /** The client's session that goes on; null: a new one. */
  readonly session: string | null;
  /** Whether each step is to be told, or only the last words. */
  readonly isTold: boolean;
  /** Dollars that it may spend, for a client that can be told so; null: as many as it likes. */
  readonly usdMax: number | null;
}

type Form = (args: readonly string[], form: RunForm) => readonly string[];

const FORMS: Readonly<Record<string, Form>> = {
  claude: (args, { session, isTold, usdMax }) => [
    ...args,
    ...missing(args, ['-p', '--print'], ['-p']),
    ...missing(args, ['--output-format'], isTold ? STEPS_AS_JSON : LAST_WORDS_AS_JSON),
    ...(usdMax === null ? [] : missing(args, ['--max-budget-usd'], budgetWords(usdMax))),
    ...(session === null ? [] : ['--resume', session]),
  ],
  codex: (args, { session }) => {
    const at = args.indexOf('exec');
    const [before, own] = at === -1 ? [[], args] : [args.slice(0, at), args.slice(at + 1)];
    return [...before, 'exec', ...own, ...(session === null ? [] : ['resume', session]), '-'];
  },
  // It knows its sessions by their age only.
  gemini: (args, { session }) => [...args, ...(session === null ? [] : ['--resume', 'latest'])],
  opencode: (args, { session }) => [
    'run',
    ...args.filter((word, index) => index > 0 || word !== 'run'),
    ...(session === null ? [] : ['--session', session]),
  ],
};

const STEPS_AS_JSON = ['--output-format', 'stream-json', '--verbose'];
/** The only form of them that tells what they cost. */
const LAST_WORDS_AS_JSON = ['--output-format', 'json'];
/** It takes no less. */
const USD_MIN = 0.01;

/** The words to run; `first` stand before all others. */
export function headlessWords(
  command: readonly string[],
  form: RunForm,
  first: readonly string[] = [],
): CommandWords {
  const [program = '', ...args] = command;
  const name = basename(program);
  const known = Object.hasOwn(FORMS, name) ? FORMS[name] : undefined;
  return { program, args: [...first, ...(known === undefined ? args : known(args, form))] };
}

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
