/**
 * Programs that run the program named by their arguments, as data: which of their options take a value.
 *
 * An option that is missing here makes the wrapper look as if it ran the option's value; so an unknown option with
 * a value hides nothing, it only names the wrong program.
 */
import type { CommandWord } from './command-line.ts';

/** How a wrapper's arguments lead to what it runs. */
export interface Wrapper {
  /** Options whose value is the next word. */
  readonly values?: readonly string[];
  /** With one of these options it runs nothing. */
  readonly idle?: readonly string[];
  /** Words to skip after the options: a duration, a host, a folder. */
  readonly operands?: number;
  /** Only with one of these as its first operand, which is skipped. */
  readonly verbs?: readonly string[];
  /** Options whose value is a script, which it runs instead of a program. */
  readonly scripts?: readonly string[];
  /** It joins its words and hands them to a shell. */
  readonly joins?: true;
  /** Each of its words is a script of its own. */
  readonly lists?: true;
  /** So is each word behind this one, where nothing stands before it. */
  readonly listsAfter?: string;
  /** It adds words that cannot be known, and puts them in place of `{}`. */
  readonly fillsIn?: true;
}

/** Programs that read shell scripts. */
export const SHELLS: readonly string[] = [
  'sh',
  'bash',
  'dash',
  'zsh',
  'ksh',
  'mksh',
  'ash',
  'rbash',
  'fish',
  'csh',
  'tcsh',
  'yash',
  'osh',
  'nu',
  'elvish',
  'xonsh',
];

/** Options of the loader, which runs a program that it is given. */
const LOADER_VALUES = ['--preload', '--audit', '--library-path', '--inhibit-rpath', '--argv0'];

/** The wrappers. */
export const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  sudo: {
    values: [
      '-u',
      '-g',
      '-h',
      '-p',
      '-C',
      '-r',
      '-t',
      '-T',
      '-U',
      '-D',
      '-R',
      '--user',
      '--group',
      '--host',
      '--prompt',
      '--chdir',
      '--chroot',
    ],
  },
  doas: { values: ['-u', '-C'] },
  pkexec: { values: ['--user'] },
  env: {
    scripts: ['-S', '--split-string'],
    values: ['-u', '--unset', '-C', '--chdir', '-a', '--argv0'],
  },
  nohup: {},
  setsid: {},
  command: { idle: ['-v', '-V'] },
  builtin: {},
  exec: { values: ['-a'] },
  nice: { values: ['-n', '--adjustment'] },
  ionice: { values: ['-c', '-n', '-p', '-P', '-u', '--class', '--classdata'] },
  taskset: { values: ['-p'], operands: 1 },
  chrt: { operands: 1 },
  stdbuf: { values: ['-i', '-o', '-e', '--input', '--output', '--error'] },
  time: { values: ['-f', '-o', '--format', '--output'] },
  timeout: { values: ['-s', '-k', '--signal', '--kill-after'], operands: 1 },
  chroot: { values: ['--userspec', '--groups'], operands: 1 },
  unshare: { values: ['-S', '-G', '--setuid', '--setgid'] },
  nsenter: { values: ['-t', '--target', '-S', '-G'] },
  strace: { values: ['-o', '-e', '-p', '-s', '-u', '-a', '-E'] },
  ltrace: { values: ['-o', '-e', '-p', '-s', '-u', '-a'] },
  flock: { scripts: ['-c', '--command'], values: ['-w', '--wait', '--timeout', '-E'], operands: 1 },
  script: { scripts: ['-c', '--command'], values: ['-T', '-I', '-O', '-B', '-o'], operands: 1 },
  busybox: {},
  toybox: {},
  catchsegv: {},
  caffeinate: { values: ['-t', '-w'] },
  choom: { values: ['-n', '-p'] },
  cpulimit: { values: ['-l', '-e', '-p', '-P'] },
  'cross-env': {},
  autossh: {
    values: ['-M', '-i', '-l', '-p', '-o', '-F', '-J', '-L', '-R', '-D'],
    operands: 1,
    joins: true,
  },
  mosh: { values: ['-p', '--port'], operands: 1, joins: true },
  pdsh: { values: ['-w', '-x', '-l', '-f', '-g', '-t', '-u', '-R'], joins: true },
  pssh: { values: ['-H', '-h', '-l', '-p', '-t', '-O', '-o', '-e'], joins: true },
  sshpass: { values: ['-p', '-f', '-d', '-P'] },
  shx: {},
  'dbus-run-session': { values: ['--config-file', '--dbus-daemon'] },
  dotenv: { values: ['-e', '-v', '-p', '-f'] },
  'dumb-init': { values: ['-r', '--rewrite'] },
  eatmydata: {},
  faketime: { values: ['-p'], operands: 1 },
  fakeroot: { values: ['-l', '-s', '-i', '-b', '--lib', '--faked'] },
  firejail: {},
  gdb: { values: ['-ex', '-x', '-p', '-d'] },
  linux32: {},
  linux64: {},
  numactl: { values: ['-N', '-m', '-C', '-i', '-p'] },
  perf: { verbs: ['stat', 'record', 'trace'], values: ['-e', '-o', '-p', '-F'] },
  prlimit: { values: ['-p', '-o'] },
  proxychains: { values: ['-f'] },
  proxychains4: { values: ['-f'] },
  rlwrap: { values: ['-a', '-C', '-f', '-H', '-P', '-S'] },
  screen: { scripts: ['stuff'], values: ['-dmS', '-S', '-t', '-c', '-h', '-p', '-T', '-e', '-s'] },
  sem: { values: ['-j', '--id', '--jobs'], joins: true },
  // The machine that it names is optional: those are wrappers of that name.
  setarch: {},
  setpriv: { values: ['--reuid', '--regid', '--groups', '--inh-caps', '--bounding-set'] },
  'systemd-inhibit': {},
  'systemd-run': { values: ['-p', '--property', '-u', '--unit', '-E', '--setenv', '-M', '-H'] },
  tini: { values: ['-p', '-e'] },
  tmux: {
    verbs: [
      'new',
      'new-session',
      'neww',
      'new-window',
      'split-window',
      'splitw',
      'run',
      'run-shell',
      'send',
      'send-keys',
      'pipe-pane',
      'pipep',
      'if-shell',
      'respawn-pane',
      'respawnp',
      'respawn-window',
      'display-popup',
      'popup',
    ],
    values: ['-s', '-n', '-c', '-t', '-x', '-y', '-F', '-e', '-L', '-S', '-f', '-l', '-p'],
    joins: true,
  },
  torsocks: {},
  unbuffer: {},
  valgrind: {},
  'xvfb-run': { values: ['-n', '-s', '-e', '-f', '-p', '-w'] },
  xargs: {
    values: [
      '-I',
      '-i',
      '-n',
      '-P',
      '-L',
      '-l',
      '-s',
      '-d',
      '-E',
      '-a',
      '--max-args',
      '--max-procs',
      '--max-lines',
      '--delimiter',
      '--arg-file',
      '--replace',
      '--process-slot-var',
    ],
    fillsIn: true,
  },
  parallel: {
    values: ['-j', '-a', '--jobs', '--arg-file', '-I', '-N', '-n', '--delay', '--timeout'],
    joins: true,
    listsAfter: ':::',
  },
  watch: { values: ['-n', '--interval'], joins: true },
  ssh: {
    values: [
      '-i',
      '-l',
      '-p',
      '-o',
      '-F',
      '-J',
      '-L',
      '-R',
      '-D',
      '-b',
      '-c',
      '-E',
      '-e',
      '-I',
      '-m',
      '-O',
      '-Q',
      '-S',
      '-W',
      '-w',
    ],
    operands: 1,
    joins: true,
  },
  entr: {},
  npx: { scripts: ['-c', '--call'], values: ['-p', '--package', '-w', '--workspace'] },
  bunx: {},
  uvx: { values: ['--from', '--with'] },
  npm: {
    verbs: ['exec', 'x'],
    scripts: ['-c', '--call'],
    values: ['-p', '--package', '-w', '--workspace', '--prefix'],
  },
  pnpm: { verbs: ['exec', 'dlx'], values: ['-C', '--dir', '--filter', '-F', '--package'] },
  yarn: { verbs: ['exec', 'dlx'], values: ['--cwd', '-p', '--package'] },
  uv: { verbs: ['run'], values: ['--with', '--python', '-p', '--project', '--directory'] },
  poetry: { verbs: ['run'], values: ['-C', '--directory'] },
  pipenv: { verbs: ['run'] },
  bundle: { verbs: ['exec'] },
  direnv: { verbs: ['exec'], operands: 1 },
  'aa-exec': { values: ['-p', '-n', '--profile', '--namespace'] },
  asdf: { verbs: ['exec'] },
  'aws-vault': { verbs: ['exec'], operands: 1, values: ['-d', '--duration', '--region'] },
  cgexec: { values: ['-g'] },
  chamber: { verbs: ['exec'], operands: 1 },
  chpst: { values: ['-u', '-U', '-b', '-e', '-/', '-n', '-l', '-L', '-m', '-d', '-o', '-p', '-c'] },
  concurrently: {
    lists: true,
    values: ['-n', '--names', '-c', '--prefix-colors', '-p', '--prefix'],
  },
  conda: { verbs: ['run'], values: ['-n', '--name', '-p', '--prefix', '--cwd'] },
  daemonize: { values: ['-a', '-c', '-e', '-E', '-o', '-p', '-l', '-u'] },
  'dbus-launch': {},
  detach: {},
  doppler: { verbs: ['run'], values: ['-p', '--project', '-c', '--config', '-t', '--token'] },
  dotenvx: { verbs: ['run'], values: ['-f', '--env-file', '-e', '--env'] },
  hatch: { verbs: ['run'] },
  hyperfine: {
    lists: true,
    values: ['-w', '-r', '-m', '-M', '-n', '-N', '-S', '-u', '-L', '-P', '--warmup', '--runs'],
  },
  aarch64: {},
  i386: {},
  i686: {},
  'ld.so': { values: LOADER_VALUES },
  'ld-linux.so.2': { values: LOADER_VALUES },
  'ld-linux-x86-64.so.2': { values: LOADER_VALUES },
  'ld-linux-aarch64.so.1': { values: LOADER_VALUES },
  'ld-musl-x86_64.so.1': { values: LOADER_VALUES },
  infisical: { verbs: ['run'], values: ['--env', '--path', '--projectId'] },
  just: { scripts: ['-c', '--command'], values: ['-f', '--justfile', '-d'] },
  mamba: { verbs: ['run'], values: ['-n', '--name', '-p', '--prefix', '--cwd'] },
  micromamba: { verbs: ['run'], values: ['-n', '--name', '-p', '--prefix', '--cwd'] },
  mise: { verbs: ['exec', 'x'], values: ['-C', '--cd', '-j', '--jobs'] },
  nix: { scripts: ['-c', '--command'], verbs: ['develop', 'shell'] },
  'nix-shell': { scripts: ['--run', '--command'] },
  nodemon: { scripts: ['--exec', '-x'] },
  op: { verbs: ['run'], values: ['--env-file', '--account'] },
  pdm: { verbs: ['run'], values: ['-p', '--project'] },
  pixi: { verbs: ['run'], values: ['-e', '--environment', '--manifest-path'] },
  pyenv: { verbs: ['exec'] },
  rbenv: { verbs: ['exec'] },
  rye: { verbs: ['run'] },
  scl: { verbs: ['enable', 'run'], operands: 1, joins: true },
  setlock: { operands: 1 },
  softlimit: { values: ['-m', '-d', '-s', '-l', '-a', '-p', '-o', '-f', '-c', '-r', '-t'] },
  'ssh-agent': { values: ['-a', '-t', '-E', '-O', '-P'] },
  'start-stop-daemon': {
    scripts: ['-x', '--exec', '-a'],
    values: ['-p', '-n', '-u', '-c', '-d', '--pidfile', '--name', '--user', '--chdir'],
  },
  tox: { verbs: ['exec'], values: ['-e', '-c'] },
  volta: { verbs: ['run'], values: ['--node', '--npm', '--yarn', '--pnpm'] },
  watchexec: {
    joins: true,
    values: ['-w', '-e', '-i', '-f', '-s', '-d', '--watch', '--exts', '--ignore', '--filter'],
  },
  x86_64: {},
};

/** What a wrapper runs: a program with its arguments, or a script. */
export type Wrapped =
  | { readonly words: readonly CommandWord[] }
  | { readonly script: readonly CommandWord[] };

/** What stands after a wrapper's options and operands. Null when it runs nothing. */
export function wrappedBy(words: readonly CommandWord[], wrapper: Wrapper): Wrapped | null {
  let operands = wrapper.operands ?? 0;
  let needsVerb = wrapper.verbs !== undefined;
  for (let index = 1; index < words.length; index += 1) {
    const text = words[index]?.text ?? '';
    if (wrapper.idle?.includes(text) === true) return null;
    // `tmux ';' new …` begins a second command of its own.
    if (text === ';' && needsVerb) continue;
    const script = scriptAfter(words, index, wrapper);
    if (script !== null) return { script };
    if (text === '--' && operands === 0 && !needsVerb) return { words: words.slice(index + 1) };
    if (wrapper.values?.includes(text) === true) index += 1;
    else if (/^[-+]/.test(text)) continue;
    else if (needsVerb) {
      if (wrapper.verbs?.includes(text) !== true) return null;
      needsVerb = false;
    } else if (operands > 0) operands -= 1;
    else return { words: words.slice(index) };
  }
  return null;
}

/** The script that this option carries: as the next word, or attached to it. What follows are its arguments. */
function scriptAfter(
  words: readonly CommandWord[],
  index: number,
  wrapper: Wrapper,
): readonly CommandWord[] | null {
  const word = words[index];
  if (word === undefined || wrapper.scripts === undefined) return null;
  if (wrapper.scripts.includes(word.text)) return words.slice(index + 1);
  // Letters may stand together: `script -qc COMMAND`.
  const last = /^-[A-Za-z]+([A-Za-z])$/.exec(word.text)?.[1];
  if (last !== undefined && wrapper.scripts.includes(`-${last}`)) return words.slice(index + 1);
  const written = longOption(word.text, wrapper.scripts);
  if (wrapper.scripts.includes(written)) return words.slice(index + 1);
  const prefix = wrapper.scripts.find((one) =>
    written.startsWith(one.startsWith('--') ? `${one}=` : one),
  );
  if (prefix === undefined || !prefix.startsWith('-')) return null;
  const text = written.slice(prefix.length).replace(/^=/, '');
  return [{ ...word, text }, ...words.slice(index + 1)];
}

/** Most programs take the beginning of a long option too: `--split` for `--split-string`. */
function longOption(text: string, known: readonly string[]): string {
  const [name = ''] = text.split('=', 1);
  if (!/^--[a-z]{2}/.test(name)) return text;
  const meant = known.find((one) => one.startsWith(name));
  return meant === undefined ? text : meant + text.slice(name.length);
}
