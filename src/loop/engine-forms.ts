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
}

type Form = (args: readonly string[], form: RunForm) => readonly string[];

const FORMS: Readonly<Record<string, Form>> = {
  claude: (args, { session, isTold }) => [
    ...args,
    ...missing(args, ['-p', '--print'], ['-p']),
    ...(isTold ? missing(args, ['--output-format'], STEPS_AS_JSON) : []),
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

function missing(
  args: readonly string[],
  names: readonly string[],
  words: readonly string[],
): readonly string[] {
  return args.some((word) => names.includes(word)) ? [] : words;
}
