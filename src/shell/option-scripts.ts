/**
 * Commands that stand in the value of an option, a setting or a variable of another program, as data.
 *
 * `rsync -e 'sudo ssh'` runs sudo as much as `sudo ssh` does.
 */
import { assignmentsOf } from './assignments.ts';
import type { CommandWord, SimpleCommand } from './command-line.ts';

type Script = readonly CommandWord[];

/** Variables whose value is a command that some program runs. */
const COMMAND_VARIABLE =
  /^(?:GIT_(?:SSH_COMMAND|SSH|PAGER|EDITOR|SEQUENCE_EDITOR|EXTERNAL_DIFF|ASKPASS|PROXY_COMMAND)|(?:MAN|SYSTEMD_)?PAGER|EDITOR|VISUAL|SUDO_EDITOR|SSH_ASKPASS|RSYNC_RSH|CVS_RSH|LESSOPEN|LESSCLOSE|PROMPT_COMMAND)$/;

/** By program: the options whose value is a command. One that ends in `=` stands for itself with what follows. */
const SCRIPT_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  rsync: ['-e', '--rsh'],
  tar: ['--checkpoint-action=exec=', '--to-command', '-I', '--use-compress-program'],
  ssh: ['-oProxyCommand=', '-oLocalCommand='],
  scp: ['-oProxyCommand=', '-oLocalCommand=', '-S'],
  sftp: ['-oProxyCommand=', '-oLocalCommand=', '-S'],
  cargo: ['-s', '--shell'],
  compgen: ['-C'],
  complete: ['-C'],
  go: ['-exec'],
  hash: ['-p'],
  man: ['-P', '--pager'],
  mapfile: ['-C'],
  readarray: ['-C'],
  rg: ['--pre'],
  sort: ['--compress-program'],
  split: ['--filter'],
  zip: ['-TT', '--unzip-command'],
};

/** Programs that run what follows `!` in a command that is given to them. */
const SHELL_ESCAPES = /^(?:vi|vim|nvim|view|vimdiff|ex|less|more|most|gdb|lldb)$/;
const ESCAPED = /^(?:--?(?:ex|eval-command)=)?(?:\+?:?\s*!\s*|(?:plat\w* )?shell\s+)(?=\S)/;
/** Editors of streams, whose `e` runs a command. */
const STREAM_EDITORS = /^g?sed$/;
const LINE = String.raw`(?:\d+|\$|/(?:[^/\\]|\\.)*/)`;
const PLACE = String.raw`^[\s{]*(?:${LINE}(?:,${LINE})?(?:\s*!)?[\s{]*)?`;
const EXECUTES = new RegExp(String.raw`${PLACE}e\s+(\S.*)$`);
const SUBSTITUTES = new RegExp(
  String.raw`${PLACE}s([/|#,@!:])(?:(?!\1)[^\\]|\\.)*\1((?:(?!\1)[^\\]|\\.)*)\1[0-9a-zA-Z]*e`,
);

/** The same for a verb of git. */
const GIT_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  rebase: ['-x', '--exec'],
  difftool: ['-x', '--extcmd'],
  grep: ['-O', '--open-files-in-pager'],
  clone: ['--upload-pack'],
  fetch: ['--upload-pack'],
  pull: ['--upload-pack'],
  'ls-remote': ['--upload-pack'],
  push: ['--receive-pack', '--exec'],
  'filter-branch': [
    '--setup',
    '--env-filter',
    '--tree-filter',
    '--index-filter',
    '--parent-filter',
    '--msg-filter',
    '--commit-filter',
    '--tag-name-filter',
  ],
};

/** Everything that a command would have another program run, each as the words that make it. */
export function optionScripts(command: SimpleCommand): readonly Script[] {
  const { program, words } = command;
  const texts = words.map(({ text }) => text);
  const isKnown = program !== null && Object.hasOwn(SCRIPT_OPTIONS, program);
  const options = isKnown ? (SCRIPT_OPTIONS[program] ?? []) : [];
  const verbs = program === 'git' ? Object.keys(GIT_OPTIONS) : [];
  const ofGit = verbs.filter((verb) => texts.includes(verb)).flatMap((verb) => GIT_OPTIONS[verb]);
  const named = assignmentsOf(command).filter(
    ({ name, value }) => COMMAND_VARIABLE.test(name) && isWritten(value),
  );
  return [
    ...named.map(({ value }) => [value]),
    ...(program === 'alias' ? words.slice(1).flatMap(aliased) : []),
    ...words.slice(1).flatMap((word) => escapedScripts(program, word)),
    ...[...options, ...ofGit].flatMap((option) =>
      option === undefined ? [] : valuesOf(option, spacedOut(program, words)),
    ),
  ];
}

/** It says all: nothing in it is filled in later. */
export function isWritten({ text, expansions }: CommandWord): boolean {
  return text !== '' && expansions.every((one) => one === 'tilde');
}

/** What an editor or a pager is told to run. */
function escapedScripts(program: string | null, word: CommandWord): readonly Script[] {
  if (program === null) return [];
  if (SHELL_ESCAPES.test(program)) {
    const lead = ESCAPED.exec(word.text)?.[0].length;
    return lead === undefined ? [] : [[tail(word, lead)]];
  }
  if (!STREAM_EDITORS.test(program)) return [];
  return word.text.split(/[;\n]/).flatMap((line): readonly Script[] => {
    const text = EXECUTES.exec(line)?.[1] ?? SUBSTITUTES.exec(line)?.[2];
    return text === undefined ? [] : [[{ ...word, text }]];
  });
}

/** `alias NAME=COMMAND`. */
function aliased(word: CommandWord): readonly Script[] {
  const at = word.text.indexOf('=');
  return at < 1 ? [] : [[tail(word, at + 1)]];
}

/** `-o ProxyCommand=x` and `-o 'ProxyCommand x'` as `-oProxyCommand=x`. */
function spacedOut(program: string | null, words: readonly CommandWord[]): readonly CommandWord[] {
  if (program === null || !['ssh', 'scp', 'sftp'].includes(program)) return words;
  return words.map((word, index) => {
    const isValue = words[index - 1]?.text === '-o';
    const text = isValue ? `-o${word.text}` : word.text;
    return { ...word, text: text.replace(/^(-o(?:Proxy|Local)Command)\s*[\s=]\s*/i, sameCase) };
  });
}

function sameCase(_: string, option: string): string {
  return /proxy/i.test(option) ? '-oProxyCommand=' : '-oLocalCommand=';
}

/** The values of an option: the next word, after `=`, or attached to a letter. */
function valuesOf(option: string, words: readonly CommandWord[]): readonly Script[] {
  return words.flatMap((word, index): readonly Script[] => {
    const { text } = word;
    if (option.endsWith('=')) {
      return text.startsWith(option) ? [[tail(word, option.length)]] : [];
    }
    const following = words[index + 1];
    if (text === option) return following === undefined ? [] : [[following]];
    if (text.startsWith(`${option}=`)) return [[tail(word, option.length + 1)]];
    const isAttached = /^-[A-Za-z]$/.test(option) && text.startsWith(option);
    return isAttached ? [[tail(word, option.length)]] : [];
  });
}

function tail(word: CommandWord, from: number): CommandWord {
  const literalFrom = Math.max(0, word.literalFrom - from);
  return { ...word, text: word.text.slice(from), literalFrom };
}
