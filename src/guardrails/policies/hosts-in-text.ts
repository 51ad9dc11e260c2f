/**
 * The hosts that a URL, an address or a command names.
 *
 * URLs are read by the same reader that programs use, so that `https://good@evil.example` and `evil.example?@good` are
 * evil.example and `http://2130706433` is 127.0.0.1. What programs read in different ways has no host that can be told.
 */
import {
  assignmentsOf,
  type CommandLine,
  type CommandWord,
  type SimpleCommand,
} from '../../shell/index.ts';
import { optionAddresses } from './host-options.ts';

/** Where a host cannot be told. */
const UNKNOWN_HOST = null;

const URLS = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>`]+/gi;

/** The hosts of all URLs in a text; null stands for one that cannot be read. */
function hostsInText(text: string): readonly (string | null)[] {
  return (text.match(URLS) ?? []).filter((url) => !/^file:/i.test(url)).map(hostOfUrl);
}

/** The host of something that is a URL, an address such as `example.com:80/x`, or `user@host:path`. */
export function hostOfAddress(given: string): string | null {
  const text = given.trim();
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return hostOfUrl(text);
  // Of `user@host:path` a reader of URLs would take the path for a port.
  const [, copied] = /^(?:[\w.+-]+@)?([\w.-]+):(?!\d+(?:[/?#]|$))/.exec(text) ?? [];
  return hostOfUrl(`http://${copied ?? text}`);
}

function hostOfUrl(url: string): string | null {
  // In a shell `$x` is filled in later: the host may become any.
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1] ?? '';
  if (/[$`{}*]/.test(authority)) return UNKNOWN_HOST;
  // For some readers a backslash ends the host, for others it is a part of the user's name.
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/]*\\/i.test(url)) return UNKNOWN_HOST;
  try {
    // Only for http a reader turns numbers into addresses; other schemes reach the same hosts.
    const { hostname } = new URL(url.replace(/^[a-z][a-z0-9+.-]*:/i, 'http:'));
    return hostname === '' ? UNKNOWN_HOST : hostname.toLowerCase().replace(/\.$/, '');
  } catch {
    return UNKNOWN_HOST;
  }
}

interface Caller {
  /** Options whose value is the next word. One too many would hide a host. */
  readonly values: string;
  readonly only?: 'first';
  /** A method may stand before the address. */
  readonly verb?: true;
  /** Types of records (`MX`) and settings (`+short`) stand among them. */
  readonly types?: true;
}

/** Programs whose operands are addresses, with the options that take a value. */
const CALLERS: Readonly<Record<string, Caller>> = {
  curl: { values: 'AbcCdDeEFhHKmoPQrtTuUwxXyYz' },
  wget: { values: 'aABDeGIiloOPQRtTUwX' },
  http: { values: 'a', only: 'first', verb: true },
  ssh: { values: 'bcDeEFIiJlLmoOpQRSwW', only: 'first' },
  sftp: { values: 'BbcDFiJloPRSsX', only: 'first' },
  nc: { values: 'eGgIiLMmOoPpqsTVWwXx', only: 'first' },
  ncat: { values: 'eGgIiLMmOoPpqsTVWwXx', only: 'first' },
  telnet: { values: 'beklnSX', only: 'first' },
  ftp: { values: 'NPqrsT', only: 'first' },
  ping: { values: 'cIiMmlpQsStTwW', only: 'first' },
  https: { values: 'a', only: 'first', verb: true },
  xh: { values: 'a', only: 'first', verb: true },
  netcat: { values: 'eGgIiLMmOoPpqsTVWwXx', only: 'first' },
  mosh: { values: 'p', only: 'first' },
  aria2c: { values: 'dijklmnopstux' },
  lynx: { values: '' },
  w3m: { values: 'IOTP' },
  axel: { values: 'noSsTU' },
  dig: { values: 'bcfkpqtxy', types: true },
  host: { values: 'cmNRtW' },
  nslookup: { values: '' },
  whois: { values: 'hp' },
  lftp: { values: 'cefup', only: 'first' },
  tftp: { values: 'c', only: 'first' },
  rsh: { values: 'l', only: 'first' },
  rlogin: { values: 'el', only: 'first' },
  'ssh-copy-id': { values: 'iopt', only: 'first' },
  'ssh-keyscan': { values: 'fOptT' },
  httpie: { values: 'a', only: 'first', verb: true },
  traceroute: { values: 'fgimNpqstwz', only: 'first' },
  drill: { values: 'bcdkopty', types: true },
  nmap: { values: 'defgmpST' },
  hping3: { values: 'acdEiIps' },
  links: { values: '' },
  elinks: { values: '' },
  smbclient: { values: 'ADIkLMnpsTUW', only: 'first' },
  mongosh: { values: 'pu', only: 'first' },
  grpcurl: { values: 'Hd', only: 'first' },
  websocat: { values: 'HB', only: 'first' },
};

/** Variables that send what a program asks for to another host. */
const PROXY_VARIABLE = /^(?:https?|ftp|all|rsync)_proxy$/i;

/** Programs whose operands may be `host:path`. */
const COPIERS = ['scp', 'rsync', 'git', 'sshfs'];

/** Variables that name the server of a database. */
const SERVER_VARIABLE = /^(?:PGHOST(?:ADDR)?|MYSQL_HOST|REDISCLI_HOST)$/;

/** Every host that the commands of a line name. */
export function hostsInCommands({ commands }: CommandLine): readonly (string | null)[] {
  return commands.flatMap((command) => [
    ...command.words.slice(1).flatMap(({ text }) => hostsInText(text)),
    ...assignmentsOf(command).flatMap(({ name, value }) =>
      (PROXY_VARIABLE.test(name) || SERVER_VARIABLE.test(name)) && value.text !== ''
        ? [addressHost(value)]
        : hostsInText(value.text),
    ),
    ...optionAddresses(command.program ?? '', command.words).map((value) =>
      value === null ? UNKNOWN_HOST : addressHost(value),
    ),
    ...socatHosts(command),
    ...imageHosts(command),
    ...devices(command),
    ...operandHosts(command),
  ]);
}

/** `docker pull HOST/NAME`: the first part of an image is a host where it has a dot or a port. */
function imageHosts({ program, words }: SimpleCommand): readonly (string | null)[] {
  if (!/^(?:docker|podman|nerdctl|buildah|skopeo|crane)$/.test(program ?? '')) return [];
  const verbs = /^(?:pull|push|run|create|copy|login|tag)$/;
  if (!words.some(({ text }) => verbs.test(text))) return [];
  return words.slice(1).flatMap(({ text }) => {
    const [, host] =
      /^(?:docker:\/\/)?((?:[\w-]+\.)+[a-z]{2,}(?::\d+)?|[\w.-]+:\d+)\//i.exec(text) ?? [];
    return host === undefined ? [] : [hostOfAddress(host)];
  });
}

/** Bash opens a connection for `> /dev/tcp/host/port`. */
function devices({ redirects, words }: SimpleCommand): readonly (string | null)[] {
  const texts = [...redirects.map(({ target }) => target.text), ...words.map(({ text }) => text)];
  return texts.flatMap((text) => {
    const host = /^\/dev\/(?:tcp|udp)\/([^/]*)/.exec(text)?.[1];
    return host === undefined ? [] : [hostOfAddress(host)];
  });
}

function operandHosts({ program, words }: SimpleCommand): readonly (string | null)[] {
  if (program === null) return [];
  if (COPIERS.includes(program)) {
    if (program === 'git') return gitHosts(words);
    return words.slice(1).flatMap((word) => remoteHost(word, true));
  }
  const listens =
    /^n(?:c|cat|etcat)$/.test(program) && words.some(({ text }) => /^-[a-z]*l/.test(text));
  if (listens) return [];
  const caller = Object.hasOwn(CALLERS, program) ? CALLERS[program] : undefined;
  if (caller === undefined) return [];
  const given = operandsOf(words, caller.values);
  const isVerb = caller.verb === true && /^[A-Z]+$/.test(given[0]?.text ?? '');
  const operands = (isVerb ? given.slice(1) : given)
    .filter(({ text }) => caller.types !== true || !/^(?:\+.*|[A-Z0-9]+)$/.test(text))
    .map(withoutAt);
  return (caller.only === 'first' ? operands.slice(0, 1) : operands).map(addressHost);
}

/** `dig @server name` asks that server. */
function withoutAt(word: CommandWord): CommandWord {
  return word.text.startsWith('@') ? { ...word, text: word.text.slice(1) } : word;
}

function addressHost(word: CommandWord): string | null {
  return isKnownAddress(word) ? hostOfAddress(word.text) : UNKNOWN_HOST;
}

/** For git `v1.2:file` is a file of a version and `main:main` a pair of branches, unless a remote is expected there. */
function gitHosts(words: readonly CommandWord[]): readonly (string | null)[] {
  const texts = words.map(({ text }) => text);
  if (texts.some((text) => ['clone', 'ls-remote', 'remote', 'submodule'].includes(text))) {
    return words.slice(1).flatMap((word) => remoteHost(word, true));
  }
  // `git config http.proxy HOST`
  const proxy = texts.findIndex((text) => /^https?\.(?:.*\.)?proxy$/i.test(text));
  const named = words[proxy + 1];
  if (texts.includes('config') && proxy > 0 && named !== undefined) return [addressHost(named)];
  const verb = texts.findIndex((text) => ['push', 'fetch', 'pull'].includes(text));
  const remote =
    verb < 0 ? -1 : texts.findIndex((text, index) => index > verb && !text.startsWith('-'));
  return words.slice(1).flatMap((word, index) => remoteHost(word, index + 1 === remote));
}

/** `socat - TCP:host:port`. */
function socatHosts({ program, words }: SimpleCommand): readonly (string | null)[] {
  if (program !== 'socat') return [];
  return words.slice(1).flatMap(({ text, expansions }) => {
    const [, kind = '', host] = /^([a-z0-9-]+):([^:,]*)/i.exec(text) ?? [];
    const isDialled =
      /^(?:tcp|udp|openssl|ssl|socks|proxy|sctp)/i.test(kind) && !/listen|recv/i.test(kind);
    if (!isDialled) return [];
    return [expansions.length > 0 || host === undefined ? UNKNOWN_HOST : hostOfAddress(host)];
  });
}

/** The words that are neither options nor values of one. */
function operandsOf(words: readonly CommandWord[], values: string): readonly CommandWord[] {
  const operands: CommandWord[] = [];
  for (let index = 1; index < words.length; index += 1) {
    const word = words[index];
    if (word === undefined) break;
    const letter = /^-[A-Za-z]*([A-Za-z])$/.exec(word.text)?.[1];
    if (letter !== undefined && values.includes(letter)) index += 1;
    else if (/^--url(?:=|$)/.test(word.text)) continue;
    else if (/^--[a-z-]+$/.test(word.text) && LONG_VALUES.includes(word.text)) index += 1;
    else if (!word.text.startsWith('-')) operands.push(word);
  }
  return operands;
}

const LONG_VALUES = [
  '--request',
  '--header',
  '--data',
  '--data-raw',
  '--data-binary',
  '--data-urlencode',
  '--json',
  '--form',
  '--output',
  '--output-dir',
  '--output-document',
  '--user',
  '--user-agent',
  '--cookie',
  '--cookie-jar',
  '--max-time',
  '--connect-timeout',
  '--retry',
  '--retry-delay',
  '--cacert',
  '--cert',
  '--key',
  '--write-out',
  '--upload-file',
  '--timeout',
  '--tries',
  '--directory-prefix',
];

/** The part before the path is known: `https://api.example/$id` is, `$url` is not. */
function isKnownAddress({ text, expansions }: CommandWord): boolean {
  if (expansions.length === 0) return true;
  if (expansions.some((one) => one === 'process' || one === 'input')) return false;
  const authority = /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^/?#]*)/i.exec(text)?.[1] ?? '';
  return authority !== '' && !/[$`{}*]/.test(authority);
}

/** `user@host:path`, and `host:path` where that can be nothing else. A word without a colon is a file or a name. */
function remoteHost({ text }: CommandWord, isLoose: boolean): readonly (string | null)[] {
  if (text.startsWith('-') || /:\/\//.test(text)) return [];
  const match = /^([^/\s:@]+@)?([\w.-]+):/.exec(text);
  const isRemote = match !== null && (match[1] !== undefined || isLoose);
  return isRemote ? [hostOfAddress(match[2] ?? '')] : [];
}
