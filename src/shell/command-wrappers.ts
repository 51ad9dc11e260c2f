/**
 * Opens the commands that run other commands: `sudo`, `env`, `xargs`, `sh -c`, `eval`, `find -exec` and their like.
 *
 * A rule against `rm` is worth nothing if `env rm` passes. What a wrapper runs is added to the line as a command of
 * its own, and opened in turn. Programs in other languages (`python -c`, `awk`) are not read.
 */
import type { CommandRedirect, CommandWord, SimpleCommand } from './command-line.ts';
import { computedName } from './computed-names.ts';
import { isWritten, optionScripts } from './option-scripts.ts';
import { NESTING_MAX, programOf, type CommandDraft, type Reading } from './reading.ts';
import { SHELLS, wrappedBy, WRAPPERS, type Wrapper } from './wrapper-table.ts';

const FINDERS = ['find', 'fd', 'fdfind'];
/** They run a package of theirs, which may be named with its version. */
const PACKAGE_RUNNERS = ['npx', 'bunx', 'uvx', 'npm', 'pnpm', 'yarn'];

/** Adds what this command runs as arguments; gives the commands added directly, innermost last. */
export function openWrappers(reading: Reading, command: SimpleCommand): readonly CommandDraft[] {
  const { program, words } = command;
  const computed = computedName(command);
  if (computed) reading.unreadable.push({ what: 'a name that runs a command', at: 0 });
  if (hidesSetting(command))
    reading.unreadable.push({ what: 'a setting of git in a variable', at: 0 });
  for (const script of optionScripts(command)) openScript(reading, command, script);
  if (program === null) return [];
  if (FINDERS.includes(program)) return openFind(reading, command, program);
  for (const script of scriptsOf(program, command)) openScript(reading, command, script);
  const wrapper = Object.hasOwn(WRAPPERS, program) ? WRAPPERS[program] : undefined;
  const wrapped = wrapper === undefined ? null : wrappedBy(words, wrapper);
  if (wrapper === undefined || wrapped === null) return [];
  if ('script' in wrapped) openScript(reading, command, wrapped.script);
  else if (listedIn(wrapper, wrapped.words) !== null)
    for (const word of listedIn(wrapper, wrapped.words) ?? []) openScript(reading, command, [word]);
  else if (wrapper.joins === true) openScript(reading, command, wrapped.words);
  else
    return openWords(
      reading,
      command,
      wrapper.fillsIn ? filled(words, wrapped.words) : wrapped.words,
    );
  return [];
}

/** The words that are scripts of their own; null where they are one. */
function listedIn({ lists, listsAfter }: Wrapper, words: readonly CommandWord[]) {
  if (lists === true) return words;
  return listsAfter !== undefined && words[0]?.text === listsAfter ? words.slice(1) : null;
}

const INPUT: CommandWord = { text: '', expansions: ['input'], splits: true, literalFrom: 0 };

/** The words of xargs: what it reads replaces its mark, or follows at the end. */
function filled(words: readonly CommandWord[], inner: readonly CommandWord[]) {
  const at = words.findIndex(({ text }) => /^-I|^--replace=/.test(text));
  const option = words[at]?.text.replace(/^-I|^--replace=/, '') ?? '';
  const mark = option === '' && at >= 0 ? (words[at + 1]?.text ?? '') : option;
  return [...inner.map((word) => filledIn(word, mark === '' ? '{}' : mark)), INPUT];
}

/** A word in which a mark such as `{}` is replaced by what cannot be known. */
function filledIn(word: CommandWord, mark: string): CommandWord {
  if (!word.text.includes(mark)) return word;
  return { ...word, expansions: [...word.expansions, 'input'], literalFrom: word.text.length };
}

/** Adds a command made of these words, which may begin with assignments, and opens it. */
function openWords(
  reading: Reading,
  outer: SimpleCommand,
  given: readonly CommandWord[],
): readonly CommandDraft[] {
  const inside = nested(reading, outer);
  if (inside === null) return [];
  const first = given.findIndex(({ text }) => !/^[A-Za-z_][A-Za-z0-9_]*=/.test(text));
  const words = first < 0 ? [] : given.slice(first);
  const assigned = first < 0 ? given : given.slice(0, first);
  const assignments = assigned.map((word) => {
    const start = word.text.indexOf('=') + 1;
    const literalFrom = Math.max(0, word.literalFrom - start);
    return {
      name: word.text.slice(0, start - 1),
      value: { ...word, text: word.text.slice(start), literalFrom },
    };
  });
  const { redirects, join, pipedFrom, background } = outer;
  const program = runProgram(outer, words);
  const command: CommandDraft = {
    assignments,
    words,
    program,
    redirects,
    join,
    pipedFrom,
    inside,
    background,
  };
  reading.commands.push(command);
  return [command, ...openWrappers(reading, command)];
}

/** `npx rimraf@5` runs rimraf. */
function runProgram({ program: outer }: SimpleCommand, words: readonly CommandWord[]) {
  const program = programOf(words);
  const isPackage = outer !== null && PACKAGE_RUNNERS.includes(outer);
  return isPackage ? (program?.replace(/(?<=.)@[\w.^~*-]+$/, '') ?? null) : program;
}

/** Reads these words, joined by blanks, as a script. */
function openScript(reading: Reading, outer: SimpleCommand, words: readonly CommandWord[]): void {
  const inside = nested(reading, outer);
  if (inside === null) return;
  const isMade = words.some(({ expansions }) =>
    expansions.some((one) => one === 'command' || one === 'process' || one === 'input'),
  );
  // What another command writes may hold any command at all.
  if (isMade) reading.unreadable.push({ what: 'a script that another command writes', at: 0 });
  const text = words.map((word) => word.text).join(' ');
  // For env a blank may be written as `\_`.
  const script = outer.program === 'env' ? text.replaceAll('\\_', ' ') : text;
  reading.readScript(reading, script, inside, outer.pipedFrom);
}

function nested(reading: Reading, outer: SimpleCommand): SimpleCommand['inside'] | null {
  if (outer.inside.length < NESTING_MAX) {
    return [...outer.inside, { kind: 'wrapper', name: outer.program ?? '' }];
  }
  reading.unreadable.push({ what: `more than ${NESTING_MAX} levels of nesting`, at: 0 });
  return null;
}

/** The scripts among the arguments, each as the words that make it. */
function scriptsOf(program: string, command: SimpleCommand): readonly (readonly CommandWord[])[] {
  const { words } = command;
  const rest = words.slice(1).filter(({ text }) => text !== '--');
  if (program === 'eval') return [rest];
  if (program === 'trap') {
    const isScript = rest.length > 1 && !/^-|^$/.test(rest[0]?.text ?? '');
    return isScript ? [rest.slice(0, 1)] : [];
  }
  if (program === 'git') return gitScripts(command);
  if (!SHELLS.includes(program) && program !== 'su') return [];
  const script = scriptIndex(words);
  return script === null ? [] : [words.slice(script, script + 1)];
}

/** Where a shell's words hold the script that follows `-c`; null when there is none. */
function scriptIndex(words: readonly CommandWord[]): number | null {
  for (let index = 1; index < words.length; index += 1) {
    const text = words[index]?.text ?? '';
    if (/^-[A-Za-z]*c[A-Za-z]*$/.test(text) || text === '--command') {
      return firstOperand(words, index + 1);
    }
    if (text.startsWith('--command=')) return index;
  }
  return null;
}

function firstOperand(words: readonly CommandWord[], from: number): number | null {
  for (let index = from; index < words.length; index += 1) {
    const text = words[index]?.text ?? '';
    if (/^[-+]o$|^[-+]O$|^--(?:rcfile|init-file)$/.test(text)) index += 1;
    else if (!/^[-+]/.test(text)) return index;
  }
  return null;
}

/** Git runs commands too: an alias given on the line or in its variables, `submodule foreach`, `bisect run`. */
function gitScripts(command: SimpleCommand): readonly (readonly CommandWord[])[] {
  const words = command.words.slice(1);
  const texts = words.map(({ text }) => text);
  // `ext::COMMAND` is a remote that git reaches by running it; `% ` is a blank.
  const scripts: (readonly CommandWord[])[] = words
    .filter(({ text }) => text.startsWith('ext::'))
    .map((word) => [{ ...word, text: word.text.slice('ext::'.length).replaceAll('% ', ' ') }]);
  for (const index of words.keys()) {
    const setting = settingAt(words, index);
    if (setting !== null) scripts.push(...gitSetting(setting, words.slice(index + 2)));
  }
  for (const setting of variableSettings(command)) scripts.push(...gitSetting(setting, words));
  for (const [verb, action] of GIT_RUNS) {
    const at = texts.indexOf(verb);
    const found = at < 0 ? -1 : texts.indexOf(action, at);
    const run = words.slice(found + 1).filter(({ text }) => text !== '--recursive');
    if (found >= 0 && run.length > 0) scripts.push(run);
  }
  return scripts;
}

/** What `git -c NAME=VALUE` and `git config NAME VALUE` set. */
function settingAt(words: readonly CommandWord[], index: number): GitSetting | null {
  const [word, following] = words.slice(index, index + 2);
  if (word === undefined || following === undefined) return null;
  if (word.text === '-c' || word.text === '--config') {
    const at = following.text.indexOf('=');
    return at < 0
      ? null
      : { name: following.text.slice(0, at), value: textFrom(following, at + 1) };
  }
  const isConfig = words.slice(0, index).some(({ text }) => text === 'config');
  return isConfig && /^[A-Za-z][\w-]*\..*\w$/.test(word.text)
    ? { name: word.text, value: following }
    : null;
}

/** What `GIT_CONFIG_KEY_0=NAME GIT_CONFIG_VALUE_0=VALUE git …` sets. */
function variableSettings({ assignments }: SimpleCommand): readonly GitSetting[] {
  return assignments.flatMap(({ name, value: { text } }) => {
    const [, number] = /^GIT_CONFIG_KEY_(\d+)$/.exec(name) ?? [];
    const given = assignments.find((other) => other.name === `GIT_CONFIG_VALUE_${number ?? ''}`);
    return number === undefined || given === undefined ? [] : [{ name: text, value: given.value }];
  });
}

/** `git --config-env=alias.x=NAME` and `GIT_CONFIG_PARAMETERS` set what only a variable says. */
function hidesSetting({ program, words, assignments }: SimpleCommand): boolean {
  if (program !== 'git') return false;
  const isHidden = words.some(({ text }, index) => {
    const isOption = words[index - 1]?.text === '--config-env';
    const [, name] = /^--config-env=([^=]+)=/.exec(isOption ? `--config-env=${text}` : text) ?? [];
    return name !== undefined && (/^alias\./i.test(name) || GIT_COMMANDS.test(name));
  });
  return isHidden || assignments.some(({ name }) => name === 'GIT_CONFIG_PARAMETERS');
}

interface GitSetting {
  readonly name: string;
  readonly value: CommandWord;
}

/** Settings whose value is a command. */
const GIT_COMMANDS =
  /^(?:core\.(?:sshcommand|pager|editor|askpass|fsmonitor)|sequence\.editor|diff\.external|gpg\.program|pager\..*|credential\..*helper|credential\.helper|(?:diff|merge)tool\..*\.cmd|diff\..*\.(?:command|textconv)|filter\..*\.(?:clean|smudge|process)|uploadpack\.packobjectshook)$/i;

/** The scripts that a setting makes git run: commands of its own, and aliases with what follows them. */
function gitSetting(
  { name, value }: GitSetting,
  rest: readonly CommandWord[],
): readonly (readonly CommandWord[])[] {
  const text = value.text.trimStart();
  if (text.startsWith('!')) return [[{ ...value, text: text.slice(1) }]];
  if (GIT_COMMANDS.test(name) && isWritten(value)) return [[{ ...value, text }]];
  const [, alias] = /^alias\.(.+)$/i.exec(name) ?? [];
  if (alias === undefined) return [];
  const use = rest.findIndex((word) => word.text === alias);
  const given = use < 0 ? [] : rest.slice(use + 1).map((word) => quotedWord(word));
  return [[{ ...value, text: `git ${text}` }, ...given]];
}

function textFrom(word: CommandWord, start: number): CommandWord {
  const literalFrom = Math.max(0, word.literalFrom - start);
  return { ...word, text: word.text.slice(start), literalFrom };
}

/** As it must be written so that a script has it as one word; what is filled in later stays as it is. */
function quotedWord(word: CommandWord): CommandWord {
  if (word.expansions.length > 0) return word;
  return { ...word, text: `'${word.text.replaceAll("'", "'\\''")}'` };
}

const GIT_RUNS = [
  ['submodule', 'foreach'],
  ['bisect', 'run'],
] as const;

/** The commands of `find -exec … ;` and of `fd -x …`. */
function openFind(
  reading: Reading,
  command: SimpleCommand,
  program: string,
): readonly CommandDraft[] {
  const starts =
    program === 'find'
      ? ['-exec', '-execdir', '-ok', '-okdir']
      : ['-x', '-X', '--exec', '--exec-batch'];
  const added: CommandDraft[] = [];
  const { words } = command;
  for (let index = 1; index < words.length; index += 1) {
    if (!starts.includes(words[index]?.text ?? '')) continue;
    const from = index + 1;
    while (index < words.length - 1 && !endsExec(words, index + 1)) index += 1;
    const inner = words.slice(from, index + 1).map((word) => filledIn(word, '{}'));
    if (inner.length > 0) added.push(...openWords(reading, command, inner));
  }
  return added;
}

function endsExec(words: readonly CommandWord[], index: number): boolean {
  const text = words[index]?.text;
  return text === ';' || (text === '+' && words[index - 1]?.text === '{}');
}

/** `ssh HOST` without a command starts a shell there, which reads what it is fed. */
function feedsFarShell({ words, pipedFrom, redirects }: SimpleCommand): boolean {
  const isFed = pipedFrom !== null || redirects.some(({ operator }) => operator.startsWith('<'));
  const wrapper = WRAPPERS['ssh'];
  return isFed && wrapper !== undefined && wrappedBy(words, wrapper) === null;
}

/** `parallel` without a command runs each line that it reads. */
function readsJobs({ words, pipedFrom }: SimpleCommand): boolean {
  const wrapper = WRAPPERS['parallel'];
  const isAsking = words.some(({ text }) => /^--(?:version|help|citation|record-env)$/.test(text));
  return (
    !isAsking && pipedFrom !== null && wrapper !== undefined && wrappedBy(words, wrapper) === null
  );
}

/** Reads what a shell that takes its script from there is given on its standard input, by `<<` or `<<<`. */
export function openInput(
  reading: Reading,
  command: SimpleCommand,
  redirect: CommandRedirect,
): void {
  const input = redirect.operator === '<<<' ? redirect.target : redirect.body;
  if (input !== undefined) openScript(reading, command, [input]);
}

/** Files that are the standard input, or another that the line opens. */
const INPUT_FILE =
  /^\/(?:dev\/stdin|dev\/fd\/\d+|proc\/(?:self|thread-self|\$\$|\$PPID|\d+)\/fd\/\d+)$/;

/** Whether a path is that of an input; it may be written with more slashes and dots than it needs. */
export function isInputFile(path: string): boolean {
  return INPUT_FILE.test(path.replaceAll(/\/+(?:\.\/+)*/g, '/'));
}

/** They run what they read later; with one of these options they do something else. */
const LATER = ['at', 'batch'];
const NOT_LATER = /^-[A-Za-z]*[cdflrV]|^--/;

/** A shell without `-c` and without a file reads its commands from its standard input; so does one that sources it. */
export function readsScriptFromInput(command: SimpleCommand): boolean {
  if (command.program === 'source' || command.program === '.') {
    const [, file] = command.words.filter(({ text }) => text !== '--');
    return isInputFile(file?.text ?? '');
  }
  if (LATER.includes(command.program ?? '')) {
    return !command.words.slice(1).some(({ text }) => NOT_LATER.test(text));
  }
  if (command.program === 'ssh') return feedsFarShell(command);
  if (command.program === 'parallel') return readsJobs(command);
  if (command.program === null || !SHELLS.includes(command.program)) return false;
  if (scriptIndex(command.words) !== null) return false;
  const texts = command.words.map(({ text }) => text);
  if (texts.slice(1).some((text) => text === '--version' || text === '--help')) return false;
  const readsInput = texts.slice(1).some((text) => /^-[A-Za-z]*s/.test(text) || text === '-');
  const operand = firstOperand(command.words, 1);
  return readsInput || operand === null || isInputFile(texts[operand] ?? '');
}
