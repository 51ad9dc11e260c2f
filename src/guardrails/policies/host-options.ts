/**
 * Options whose value names a host that a program then connects to, as data.
 *
 * `curl -x evil good` talks to evil: what an option names counts like an operand.
 */
import type { CommandWord } from '../../shell/index.ts';

/** How the value of an option is read. */
type Reading =
  /** An address or a URL. */
  | 'address'
  /** Several addresses, separated by commas. */
  | 'list'
  /** `HOST1:PORT1:HOST2:PORT2`: what is asked for HOST1 goes to HOST2. */
  | 'connect-to'
  /** `HOST:PORT:ADDRESS`, where the address may be a list. */
  | 'resolve'
  /** `PORT:HOST:PORT`: what comes in at a port goes to the host. */
  | 'forward'
  /** `name=value`, of which some name a host. */
  | 'setting'
  /** A file that names hosts, which nobody has read. */
  | 'unread';

const CURL: Readonly<Record<string, Reading>> = {
  '-x': 'address',
  '--proxy': 'address',
  '--preproxy': 'address',
  '--proxy1.0': 'address',
  '--socks4': 'address',
  '--socks4a': 'address',
  '--socks5': 'address',
  '--socks5-hostname': 'address',
  '--url': 'address',
  '--doh-url': 'address',
  '--ipfs-gateway': 'address',
  '--dns-servers': 'list',
  '--connect-to': 'connect-to',
  '--resolve': 'resolve',
  '-K': 'unread',
  '--config': 'unread',
};

const SSH: Readonly<Record<string, Reading>> = {
  '-J': 'list',
  '-W': 'address',
  '-L': 'forward',
  '-R': 'forward',
  '-o': 'setting',
  '-F': 'unread',
};

const NETCAT: Readonly<Record<string, Reading>> = {
  '-x': 'address',
  '--proxy': 'address',
};

const DATABASE: Readonly<Record<string, Reading>> = { '-h': 'address', '--host': 'address' };

/** By program. */
const HOST_OPTIONS: Readonly<Record<string, Readonly<Record<string, Reading>>>> = {
  curl: CURL,
  wget: { '-e': 'setting', '--execute': 'setting', '-i': 'unread', '--input-file': 'unread' },
  ssh: SSH,
  scp: SSH,
  sftp: SSH,
  git: {
    '-c': 'setting',
    '--config': 'setting',
    '--config-env': 'unread',
    '--remote': 'address',
    '--smtp-server': 'address',
  },
  pip: { '--proxy': 'address' },
  pip3: { '--proxy': 'address' },
  swaks: { '--server': 'address', '-s': 'address' },
  nc: NETCAT,
  ncat: NETCAT,
  netcat: NETCAT,
  http: { '--proxy': 'setting' },
  https: { '--proxy': 'setting' },
  xh: { '--proxy': 'setting' },
  psql: DATABASE,
  pg_dump: DATABASE,
  mysql: DATABASE,
  mysqldump: DATABASE,
  'redis-cli': DATABASE,
  whois: DATABASE,
  openssl: { '-connect': 'address', '-proxy': 'address' },
  aria2c: {
    '--all-proxy': 'address',
    '--http-proxy': 'address',
    '--https-proxy': 'address',
    '-i': 'unread',
  },
};

/** Settings that name a host; the rest are none of this. */
const HOST_SETTING =
  /^(?:hostname|proxyjump|proxycommand|(?:http|https|ftp|all)_?proxy|(?:http|https)\..*proxy|https?|all|url\..*)$/i;

/** The addresses that the options of a command name; null for one that cannot be told. */
export function optionAddresses(
  program: string,
  words: readonly CommandWord[],
): readonly (CommandWord | null)[] {
  const options = Object.hasOwn(HOST_OPTIONS, program) ? HOST_OPTIONS[program] : undefined;
  if (options === undefined) return [];
  return words.flatMap((word, index) => {
    const isKnown = (name: string) => Object.hasOwn(options, name);
    for (const [option, reading] of Object.entries(options)) {
      const value = valueOf(option, word, words[index + 1], isKnown);
      if (value !== null) return read(reading, value);
    }
    return [];
  });
}

/** The value behind an option: the next word, after `=`, or attached to a letter, also in a cluster such as `-sx`. */
function valueOf(
  option: string,
  word: CommandWord,
  following: CommandWord | undefined,
  isKnown: (name: string) => boolean,
): CommandWord | null {
  const { text } = word;
  if (text === option) return following ?? null;
  if (text.startsWith(`${option}=`)) return tail(word, option.length + 1);
  const [name = ''] = text.split('=', 1);
  // Most programs take the beginning of a long option too.
  if (/^--[a-z]{3}/.test(name) && option.startsWith(name) && !isKnown(name)) {
    return name === text ? (following ?? null) : tail(word, name.length + 1);
  }
  const letter = /^-([A-Za-z])$/.exec(option)?.[1];
  if (letter === undefined || !/^-[A-Za-z]/.test(text) || text.startsWith('--')) return null;
  const at = text.indexOf(letter, 1);
  // Letters before it must be flags of their own, and those are letters too.
  if (at < 1 || !/^-[A-Za-z]*$/.test(text.slice(0, at))) return null;
  return at === text.length - 1 ? (following ?? null) : tail(word, at + 1);
}

function tail(word: CommandWord, from: number): CommandWord {
  return { ...word, text: word.text.slice(from) };
}

function read(reading: Reading, value: CommandWord): readonly (CommandWord | null)[] {
  const { text } = value;
  const part = (one: string): CommandWord => ({ ...value, text: one });
  switch (reading) {
    case 'address':
      return [value];
    case 'list':
      return text.split(',').map(part);
    case 'connect-to':
      return pieces(text)
        .slice(2, 3)
        .filter((one) => one !== '')
        .map(part);
    case 'resolve':
      return text.startsWith('-') ? [] : resolved(text).map(part);
    case 'forward':
      return pieces(text).slice(-2, -1).map(part);
    case 'setting': {
      const [, name = '', given = ''] = /^\s*([^=:\s]+)\s*[=:\s]\s*([^]*)$/.exec(text) ?? [];
      if (!HOST_SETTING.test(name)) return [];
      return /^proxycommand$/i.test(name) ? [null] : given.split(',').map(part);
    }
    case 'unread':
      return [null];
  }
}

/** What stands between colons; brackets hold an address of their own. */
function pieces(text: string): readonly string[] {
  return text.match(/\[[^\]]*\]|[^:]+|(?<=:)(?=:)|^(?=:)/g) ?? [];
}

function resolved(text: string): readonly string[] {
  const [, addresses = ''] = /^[^:]*:[^:]*:([^]*)$/.exec(text) ?? [];
  return addresses.split(',').map((one) => one.replace(/^\+/, ''));
}
