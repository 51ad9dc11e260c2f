/**
 * What a command line executes, without the ways of writing it.
 *
 * Agents wrap the same command in shells, put a pause in front of it, send its errors elsewhere, cut its output and
 * write remarks behind it. None of that makes it another command. Only text is looked at; nothing is run.
 */

/** A command line, taken apart. */
export interface ShellCommand {
  /** What is executed, in one form; empty where there is nothing but a pause or a remark. */
  readonly line: string;
  /** How long it says that it waits before, or instead. */
  readonly sleepMs: number;
}

/** Longer ones are programs, whose text is their identity. */
const CHARACTERS_MAX = 4_000;

const wrapper =
  /^\s*(?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k)?sh\s+(?:-[a-z]+\s+)*-[a-z]*c\s+(['"])([\s\S]*)\1\s*$/;
const pause =
  /(?:^|[;&|]\s*|\b(?:do|then)\s+)sleep\s+(\d+(?:\.\d+)?)([smh]?)\s*(?:&&|;|\|\||$)\s*/g;
/** A command that waits by itself, and says how long. */
const ownWait = /\b(?:wait|rollout status|watch)\b[^;&|]{0,200}--timeout[= ](\d+)([smh]?)\b/;
const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };
const remark = /(^|\s)#[^'"\n]*$/gm;
const elsewhere = /\s*(?:2>\s*&\s*1|[12]?>\s*\/dev\/null|\|\|\s*true)(?=\s|$|[;|])/g;
const cutOutput = /\s*\|\s*(?:head|tail)(?:\s+-[nc]?\s*\d+|\s+-\d+)?\s*$/;
const shortFlags = /(?<=\s)-[A-Za-z]{2,5}(?=\s|$)/g;
const quotedWord = /(["'])([\w./:@=-]+)\1/g;

/** The words of a command given as a list, as one line: `["bash", "-lc", "ls"]` executes `ls`. */
export function commandLine(value: unknown): string | null {
  if (typeof value === 'string') return value;
  // Anything else in the list is no word, and may have no text at all.
  const isWord = (one: unknown) => typeof one === 'string' || typeof one === 'number';
  if (!Array.isArray(value) || !value.every(isWord)) return null;
  const words = value.map(String);
  const [shell = '', flag = ''] = words;
  const wraps = words.length === 3 && /(?:^|\/)\w*sh$/.test(shell) && /^-\w*c$/.test(flag);
  return wraps ? (words[2] ?? '') : words.join(' ');
}

/** Programs that are no words of a language. */
const program =
  /^(?:ls|cd|rg|grep|fd|wc|stat|pwd|echo|printf|du|df|printenv|ps|whoami|journalctl|sed|awk|git|gh|kubectl|docker|npm|npx|pnpm|yarn|deno|bash|python3?|pip3?|pytest|uv|ruff|mypy|cargo|rustc|cmake|mvn|gradlew?|javac|rake|php|curl|wget|ssh|scp|rsync|nslookup|systemctl|sudo|apt-get|terraform|aws|gcloud|helm|psql|mysql|sqlite3|redis-cli|tar|unzip|mkdir|rm|cp|mv|ln|chmod|chown|tsc|eslint|prettier|vitest|jest|lsof|openssl|jq|xargs)(?=\s|$)/;
/** Programs that are words as well, and assignments and programs by their path: only with something of a shell behind them. */
const perhapsProgram =
  /^(?:(?:cat|node|bun|find|head|tail|which|date|host|dig|ping|go|make|test|touch|kill|service|java|ruby|bundle|composer|sort|diff|patch|export|source|set|for|while|if|tree|file|env|sleep|wait|true|nc)(?=\s|;|$)|[A-Z_]{2,}=\S*\s|\.{0,2}\/[\w./-]+\s)/;
const shellSigns = /\s--?\w|[|&;<>$]|\s\S*\/|\s\S+\.\w|^(?:sleep|wait) \d+\w?$|^(?:true|date)$/;

/** Whether a text is a command line, by how it begins, whatever the argument is called. */
export function isCommandLine(text: string): boolean {
  const start = text.trimStart();
  return program.test(start) || (perhapsProgram.test(start) && shellSigns.test(start));
}

/** Arguments that hold a command line where they hold a text. */
const COMMAND_NAMES: ReadonlySet<string> = new Set(['command', 'cmd']);
/** Arguments that hold words, however they begin. */
const wordy =
  /^(?:query|q|sql|statement|question|pattern|regex|prompt|task|message|text|content|contents|body|description|title|thought|input|chars|keys|keystrokes|code|old_?\w+|new_?\w+|todos|plan|answer)$/i;

/** Which argument is the command line: by its name, or else by what stands in it; that of a shell is one in any case. */
export function commandName(
  fields: Readonly<Record<string, unknown>>,
  isShell: boolean,
): string | null {
  const names = Object.keys(fields);
  const named = names.find((name) => COMMAND_NAMES.has(name) && fields[name] !== undefined);
  if (named !== undefined) return named;
  const texts = names.filter((name) => !wordy.test(name) && commandLine(fields[name]) !== null);
  const told = texts.filter((name) => isCommandLine(commandLine(fields[name]) ?? ''));
  if (told.length === 1) return told[0] ?? null;
  // Beside a time limit or a switch; what is a list or an object is another thing's business.
  const isPlain = names.every((name) => texts.includes(name) || isSwitch(fields[name]));
  return isShell && isPlain ? (told[0] ?? texts[0] ?? null) : null;
}

function isSwitch(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}

/** Takes a command line apart. */
export function shellCommand(given: string): ShellCommand {
  if (given.length > CHARACTERS_MAX) return { line: given, sleepMs: 0 };
  let line = given;
  for (let inner = wrapper.exec(line); inner !== null; inner = wrapper.exec(line)) {
    line = inner[2] ?? '';
  }
  let sleepMs = 0;
  if (line.includes('sleep')) {
    line = line.replace(pause, (_, amount: string, unit: string) => {
      sleepMs += Number(amount) * (unitMs[unit] ?? 1_000);
      return '';
    });
  }
  if (line.includes('--timeout')) {
    const [, amount = '0', unit = ''] = ownWait.exec(line) ?? [];
    sleepMs += Number(amount) * (unitMs[unit] ?? 1_000);
  }
  if (line.includes('#')) line = line.replace(remark, '$1');
  line = line
    .replace(elsewhere, '')
    .replace(cutOutput, '')
    .replace(quotedWord, '$2')
    .replace(/(^|\s)\.\/(?=\w)/g, '$1')
    .replace(/([\w.])\/+(?=\s|$)/g, '$1')
    .replace(shortFlags, (flags) => `-${Array.from(flags.slice(1)).toSorted().join('')}`)
    .replace(/\s+/g, ' ')
    .trim();
  return { line, sleepMs: Math.min(Math.round(sleepMs), 86_400_000) };
}

const idle = /^(?:true|:|exit 0|(?:echo|printf)(?:\s+(?!.*[$`|<>;&]).*)?)$/s;
/** A commit with nothing in it, and on its way. */
const emptyCommit =
  /^git (?:-C \S+ )?commit (?=[^;&|]*--allow-empty(?!-))[^;&|]*(?:&&\s*git push[^;&|]*)?$/;

/** Whether a command changes nothing: it only talks (`true`, `:`, `echo done`), or commits nothing to set something off. */
export function isIdleCommand(line: string): boolean {
  return idle.test(line) || emptyCommit.test(line);
}
