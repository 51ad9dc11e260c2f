/**
 * Where the running Tripwire of this person is, and the token that opens it.
 *
 * A stop must work while the configuration is broken, so a file that cannot be used is passed over here; `up` and
 * `doctor` tell what is wrong with it. And a stop must be quick: what reads the file is loaded only where there is one.
 *
 * While no server runs, any user of this machine can take its port, and would be given the token. Linux tells the user of every
 * socket that listens; elsewhere, and for addresses of other machines, nobody is known.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import type { Environment } from '../../base/environment.ts';
import { dataFolder } from '../../base/node/data-folder.ts';
import { readTextSafely } from '../../base/node/safe-file.ts';
import { configFileOf } from '../../config/config-place.ts';
import { knownControlToken } from '../../control/people/control-token.ts';
import { TripwireError } from '../../core/errors.ts';
import { readServerNote } from '../../server/server-file.ts';

/** A control plane that may be running. */
export interface AdminPlace {
  /** Without a slash at the end. */
  readonly url: string;
  /** Null when none was made yet. */
  readonly token: string | null;
  /** The data folder whose token it is; null where the person named the token beside the address. */
  readonly data: string | null;
}

/** What is configured where nobody wrote anything. */
const DEFAULT_URL = 'http://127.0.0.1:4181';

const ROOT = 0;
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];
/** Addresses as the tables write them, by the host of a URL; a socket may also listen on all of them. */
const PLACES: Readonly<Record<string, string>> = {
  '127.0.0.1': '0100007F|0{8}|0{32}',
  '[::1]': '0{24}01000000|0{32}',
  localhost: '0100007F|0{8}|0{24}01000000|0{32}',
};

/** What is said in the environment, else what `up` left behind, else what is configured. */
export async function adminPlace(env: Environment, home: string): Promise<AdminPlace> {
  const given = env['TRIPWIRE_ADMIN_URL'] ?? '';
  const plain = plainDataFolder(env, home);
  const left = plain === null ? null : readServerNote(plain);
  if (plain !== null && (left !== null || given !== '')) return placeIn(plain, env, left?.adminUrl);
  const { data, url } = await configured(env, home);
  return placeIn(data, env, readServerNote(data)?.adminUrl ?? url);
}

/** A control plane at this address, with the token of a data folder or of the environment. */
export function adminAt(url: string, data: string, env: Environment): AdminPlace {
  const isNamed = (env['TRIPWIRE_ADMIN_TOKEN'] ?? '') !== '';
  return { url, token: knownControlToken(data, env), data: isNamed ? null : data };
}

function placeIn(data: string, env: Environment, known: string | undefined): AdminPlace {
  const given = env['TRIPWIRE_ADMIN_URL'] ?? '';
  const chosen = given === '' ? (known ?? DEFAULT_URL) : requireUrl(given);
  return adminAt(chosen.replace(/\/+$/, ''), data, env);
}

/**
 * The data folder, where that can be said without reading the settings: what reads them takes longer to load than a
 * stop takes. Null where they might name another one.
 */
export function plainDataFolder(env: Environment, home: string): string | null {
  const file = configFileOf({ env, home });
  return file === null || !namesData(file) ? dataFolder(env, home) : null;
}

/** Whether the word is in the file, plainly or behind an escape. */
function namesData(file: string): boolean {
  try {
    const text = readTextSafely(file, { followsLinks: true }) ?? '';
    return text.includes('data') || text.includes('\\');
  } catch {
    // Whoever reads it as settings says what is wrong with it.
    return true;
  }
}

async function configured(
  env: Environment,
  home: string,
): Promise<{ readonly data: string; readonly url: string }> {
  const unconfigured = { data: dataFolder(env, home), url: DEFAULT_URL };
  if (configFileOf({ env, home }) === null) return unconfigured;
  const { loadConfig } = await import('../../config/index.ts');
  try {
    const { data, adminHost, adminPort } = loadConfig({ env, home });
    const host = adminHost.includes(':') ? `[${adminHost}]` : adminHost;
    return { data, url: `http://${host}:${adminPort}` };
  } catch {
    return unconfigured;
  }
}

function requireUrl(text: string): string {
  const isUrl = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  if (isUrl) return text;
  throw new TripwireError(
    'USAGE',
    `TRIPWIRE_ADMIN_URL must be a URL such as http://127.0.0.1:4181, not ${text}`,
  );
}

/**
 * A user who listens at the address and is neither this one, nor root, nor the owner of the data folder; null where there is
 * none, or nobody can tell.
 */
export function strangerAt(url: string, data: string): number | null {
  const { hostname, port, protocol } = new URL(url);
  const places = PLACES[hostname];
  if (places === undefined || process.platform !== 'linux') return null;
  const number = Number(port === '' ? (protocol === 'http:' ? 80 : 443) : port);
  const hex = number.toString(16).toUpperCase().padStart(4, '0');
  // 0A is a socket that listens; its user stands three fields behind that.
  const listening = new RegExp(`: (?:${places}):${hex} \\S+ 0A(?: \\S+){3} +(\\d+)`, 'g');
  const trusted = [ROOT, process.getuid?.(), statSync(data, { throwIfNoEntry: false })?.uid];
  const users = TABLES.filter((file) => existsSync(file)).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(listening)].map(([, user]) => Number(user)),
  );
  return users.find((user) => !trusted.includes(user)) ?? null;
}
