/**
 * Fills in the variables whose values a line itself gives, and the few that every shell has.
 *
 * `x=.env; cat $x` reads a file that the line names. Whether an assignment really runs cannot be told (it may stand after
 * `&&`, in a loop or in a function), so every value that was given counts as possible, beside the command as written.
 */
import { assignmentsOf } from './assignments.ts';
import type { CommandRedirect, CommandWord, SimpleCommand } from './command-line.ts';
import { programOf } from './reading.ts';

/** The possible values of variables. */
type Values = Map<string, readonly CommandWord[]>;

const VALUES_MAX = 8;
const VARIANTS_MAX = 16;

const plain = (text: string): CommandWord => ({
  text,
  expansions: [],
  splits: false,
  literalFrom: 0,
});
const home = (rest: string): CommandWord => ({
  text: `~${rest}`,
  expansions: ['tilde'],
  splits: false,
  literalFrom: 1,
});

/** What a shell sets itself. */
const OF_EVERY_SHELL: readonly (readonly [string, CommandWord])[] = [
  ['HOME', home('')],
  ['XDG_CONFIG_HOME', home('/.config')],
  ['XDG_DATA_HOME', home('/.local/share')],
  ['XDG_CACHE_HOME', home('/.cache')],
  ['XDG_STATE_HOME', home('/.local/state')],
  ['PWD', plain('.')],
  ['TMPDIR', plain('/tmp')],
];

/** For each command of a line what it may also be, with the variables filled in that are known. */
export function variantsOf(
  commands: readonly SimpleCommand[],
): readonly (readonly SimpleCommand[])[] {
  const values: Values = new Map(OF_EVERY_SHELL.map(([name, value]) => [name, [value]]));
  return commands.map((command) => {
    const variants = filledIn(command, values);
    for (const { name, value } of assignmentsOf(command)) {
      if (value.text === '') continue;
      const known = values.get(name) ?? [];
      const given = [value, ...choicesOf([value.text], values).map((one) => filled(value, one))];
      values.set(name, [...known, ...given.filter(isKnown)].slice(-VALUES_MAX));
    }
    return variants;
  });
}

/** A value that says all: nothing in it is left to be filled in. */
function isKnown({ expansions }: CommandWord): boolean {
  return expansions.every((one) => one === 'tilde' || one === 'glob');
}

type Choice = ReadonlyMap<string, CommandWord>;

/** `$NAME`, `${NAME}`, `${NAME:-a value of its own}`, and `${NAME%…}`, which may leave the value as it is. */
const USE =
  /\$(?:\{([A-Za-z_]\w*|[0-9@*])(?:\[[@*\d]+\])?(?:(?::?[?]|[%#/^,])[^{}$`]*)?\}|\{([A-Za-z_]\w*):?[-=]([^{}$`]*)\}|([A-Za-z_]\w*|[0-9@*]))/g;

function filledIn(command: SimpleCommand, values: Values): readonly SimpleCommand[] {
  const { words, redirects } = command;
  const texts = [...words, ...redirects.map(({ target }) => target)]
    .filter(({ expansions }) => expansions.includes('variable'))
    .map(({ text }) => text);
  return choicesOf(texts, values).map((choice) => {
    const next = words.flatMap((word) => splitUp(word, filled(word, choice)));
    const into = ({ target, ...redirect }: CommandRedirect): CommandRedirect => ({
      ...redirect,
      target: filled(target, choice),
    });
    return { ...command, words: next, program: programOf(next), redirects: redirects.map(into) };
  });
}

/** Every way to choose values for the variables in these texts; none when none of them is known. */
function choicesOf(texts: readonly string[], values: Values): readonly Choice[] {
  const names = new Map<string, readonly CommandWord[]>();
  for (const text of texts) {
    for (const [whole, braced, preset, own = '', bare] of text.matchAll(USE)) {
      const name = braced ?? preset ?? bare ?? '';
      const known = [...(values.get(name) ?? []), ...(preset === undefined ? [] : [plain(own)])];
      if (known.length > 0) names.set(whole, known);
    }
  }
  if (names.size === 0) return [];
  let choices: readonly Choice[] = [new Map()];
  for (const [use, known] of names) {
    choices = choices
      .flatMap((choice) => known.map((value) => new Map([...choice, [use, value]])))
      .slice(0, VARIANTS_MAX);
  }
  return choices;
}

function filled(word: CommandWord, choice: Choice): CommandWord {
  if (!word.expansions.includes('variable')) return word;
  let isWhole = true;
  let isGlob = false;
  const text = word.text.replaceAll(USE, (use) => {
    const value = choice.get(use);
    if (value === undefined) isWhole = false;
    if (value?.expansions.includes('glob') === true) isGlob = true;
    return value?.text ?? use;
  });
  const others = word.expansions.filter((one) => one !== 'variable' && one !== 'tilde');
  const isHome = text.startsWith('~') && !word.text.startsWith('~');
  const kept = isGlob && !others.includes('glob') ? [...others, 'glob' as const] : others;
  const rest = /\$[\w{]/.test(text) || !isWhole ? [...kept, 'variable' as const] : kept;
  return {
    ...word,
    text,
    expansions: isHome || word.expansions.includes('tilde') ? [...rest, 'tilde'] : rest,
    literalFrom: text.length,
  };
}

/** Outside quotes a value with blanks becomes several words. */
function splitUp(before: CommandWord, after: CommandWord): readonly CommandWord[] {
  if (!before.splits || before.text === after.text || !/\s/.test(after.text)) return [after];
  const parts = after.text.split(/\s+/).filter((part) => part !== '');
  return parts.map((text) => ({ ...after, text, literalFrom: text.length }));
}
