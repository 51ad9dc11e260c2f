/**
 * Looks for a subcommand among the words of a command, whatever options stand before it.
 *
 * Nobody knows of every option whether it takes a value. So a word behind an option is looked at both ways, as its value
 * and as the subcommand: `kubectl --context prod apply` and `npm --silent publish` are both seen.
 */
import type { CommandWord, SimpleCommand } from '../../shell/index.ts';

/** A program with its arguments. */
export interface ProgramCall {
  /** Without its folder and version; null when it cannot be known. */
  readonly program: string | null;
  readonly args: readonly CommandWord[];
}

/** Programs that run another one, with the words between; the first argument then is a program. */
const RUNNERS: readonly (readonly string[])[] = [
  ['npx'],
  ['bunx'],
  ['uvx'],
  ['pnpx'],
  ['corepack'],
  ['npm', 'exec'],
  ['npm', 'x'],
  ['pnpm'],
  ['pnpm', 'exec'],
  ['pnpm', 'dlx'],
  ['yarn'],
  ['yarn', 'exec'],
  ['yarn', 'run'],
  ['yarn', 'dlx'],
  ['bun', 'x'],
  ['uv', 'run'],
  ['poetry', 'run'],
  ['pipenv', 'run'],
  ['pdm', 'run'],
  ['bundle', 'exec'],
  ['python', '-m'],
  ['python3', '-m'],
  ['py', '-m'],
];
const RUNNERS_DEEP_MAX = 4;

/** Whether the program gets exactly this text. */
export function isPlain({ expansions }: CommandWord): boolean {
  return expansions.length === 0;
}

/** The program of a command, and those that it runs in turn. */
export function programCalls({ words, program }: SimpleCommand): readonly ProgramCall[] {
  const [first, ...args] = words;
  return first === undefined ? [] : opened({ program: withoutVersion(program), args }, 0);
}

function opened(call: ProgramCall, depth: number): readonly ProgramCall[] {
  const { program, args } = call;
  if (program === null || depth === RUNNERS_DEEP_MAX) return [call];
  const inner = RUNNERS.filter(([runner]) => runner === program).flatMap(([, ...between]) =>
    behind(args, between).flatMap((rest) => [...starts(rest)]),
  );
  const calls = inner.map(({ word, rest }) => ({ program: programOf(word), args: rest }));
  return [call, ...calls.flatMap((one) => opened(one, depth + 1))];
}

function programOf(word: CommandWord): string | null {
  return isPlain(word) ? withoutVersion(word.text.split('/').at(-1) ?? word.text) : null;
}

/** `vercel@latest` is vercel. */
function withoutVersion(program: string | null): string | null {
  return program?.replace(/(?<=.)@.*$/, '') ?? null;
}

/** The words behind a sequence of subcommands, for each way to read the words; none when it is not there. */
export function behind(
  args: readonly CommandWord[],
  sequence: readonly string[],
): readonly (readonly CommandWord[])[] {
  const [wanted, ...more] = sequence;
  if (wanted === undefined) return [args];
  if (wanted.startsWith('-')) {
    const at = args.findIndex(({ text }) => text === wanted);
    return at === -1 ? [] : behind(args.slice(at + 1), more);
  }
  return starts(args)
    .filter(({ word }) => wanted === '*' || word.text === wanted || !isPlain(word))
    .flatMap(({ rest }) => behind(rest, more));
}

/** The words that may be the first which is no option, each with what stands behind it. */
function starts(
  args: readonly CommandWord[],
): readonly { readonly word: CommandWord; readonly rest: readonly CommandWord[] }[] {
  const found: { readonly word: CommandWord; readonly rest: readonly CommandWord[] }[] = [];
  for (const [index, word] of args.entries()) {
    if (isOption(word)) continue;
    found.push({ word, rest: args.slice(index + 1) });
    const before = args[index - 1];
    const mayBeValue = before !== undefined && isOption(before) && !before.text.includes('=');
    if (!mayBeValue || before.text === '--') break;
  }
  return found;
}

/** Whether a word is an option by how it begins. */
export function isOption({ text }: CommandWord): boolean {
  return text.startsWith('-') && text !== '-';
}
