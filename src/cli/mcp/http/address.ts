/**
 * Where a server of MCP over HTTP is, and the headers that it wants, from the command line.
 *
 * A header's value is a secret more often than not, and a command line can be read by everybody on the machine. So an
 * option names the variable that holds it. No message repeats a value, or the address beyond its host.
 */
import type { Environment } from '../../../base/environment.ts';
import { isLoopbackHost } from '../../../base/node/loopback-host.ts';
import { TripwireError } from '../../../core/index.ts';

/** A server over HTTP. */
export interface HttpAddress {
  readonly url: URL;
  /** What goes with every request. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What the protocol itself says in headers. */
const OWN_HEADERS = new Set([
  'accept',
  'connection',
  'content-length',
  'content-type',
  'host',
  'last-event-id',
  'mcp-protocol-version',
  'mcp-session-id',
  'transfer-encoding',
]);

/** The address that these options give; throws when one of them is wrong. */
export function httpAddress(
  url: string,
  headers: readonly string[],
  insecure: boolean,
  env: Environment,
): HttpAddress {
  const pairs = headers.map((header) => headerIn(header, env));
  return { url: checkedUrl(url, insecure), headers: Object.fromEntries(pairs) };
}

function checkedUrl(text: string, insecure: boolean): URL {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw wrong('--url must be an address such as https://mcp.example.com/mcp');
  }
  if (url.username !== '' || url.password !== '') {
    throw wrong('--url must hold no user name or password; give it with --header');
  }
  if (url.protocol === 'http:' && !insecure && !isLoopbackHost(url.hostname)) {
    const words = `http to ${url.hostname} would send tool calls and headers in the clear`;
    throw wrong(`--url must be https: ${words}; --insecure allows it`);
  }
  url.hash = '';
  return url;
}

function headerIn(option: string, env: Environment): readonly [name: string, value: string] {
  const [, name, variable] = /^([\w!#$%&'*+.^`|~-]+)=([A-Za-z_]\w*)$/.exec(option) ?? [];
  if (name === undefined || variable === undefined) {
    const words = 'takes NAME=VARIABLE, such as Authorization=MCP_AUTHORIZATION';
    throw wrong(`--header ${words}; the variable holds the whole value`);
  }
  if (OWN_HEADERS.has(name.toLowerCase())) {
    throw wrong(`--header cannot set ${name}: the protocol needs it`);
  }
  const value = env[variable]?.trim() ?? '';
  if (value === '') throw wrong(`--header ${name}: the variable ${variable} is not set`);
  if (!/^[\t\x20-\x7e]+$/.test(value)) {
    throw wrong(`--header ${name}: the variable ${variable} holds what no header may hold`);
  }
  return [name.toLowerCase(), value];
}

function wrong(words: string): TripwireError {
  return new TripwireError('USAGE', words);
}
