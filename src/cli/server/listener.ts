/**
 * Who listens where a command wants to send its token. While no server runs, any user of this machine can take its port, and
 * would be given the token that releases agents.
 *
 * Linux tells the user of every socket that listens. Elsewhere, and for addresses of other machines, nobody is known.
 */
import { readFileSync, statSync } from 'node:fs';

const LISTENS = '0A';
const ROOT = 0;
/** Addresses as the tables write them, by the host of a URL; a socket may also listen on all of them. */
const ALL_4 = '00000000';
const LOOPBACK_4 = '0100007F';
const ALL_6 = '0'.repeat(32);
const LOOPBACK_6 = '00000000000000000000000001000000';
const BY_HOST: Readonly<Record<string, readonly string[]>> = {
  '127.0.0.1': [LOOPBACK_4, ALL_4, ALL_6],
  '[::1]': [LOOPBACK_6, ALL_6],
  localhost: [LOOPBACK_4, ALL_4, LOOPBACK_6, ALL_6],
};

/**
 * A user who listens at the address and is neither this one, nor root, nor the owner of the data folder; null where there is
 * none, or nobody can tell.
 */
export function strangerAt(url: string, data: string | null): number | null {
  const { hostname, port, protocol } = new URL(url);
  const addresses = BY_HOST[hostname];
  if (addresses === undefined || process.platform !== 'linux') return null;
  const number = port === '' ? { 'http:': 80, 'https:': 443 }[protocol] : Number(port);
  const trusted = [ROOT, process.getuid?.(), data === null ? ROOT : ownerOf(data)];
  const users = ['tcp', 'tcp6'].flatMap((table) => listenersIn(table, addresses, number ?? 0));
  return users.find((user) => !trusted.includes(user)) ?? null;
}

function listenersIn(table: string, addresses: readonly string[], port: number): readonly number[] {
  const places = addresses.map(
    (one) => `${one}:${port.toString(16).toUpperCase().padStart(4, '0')}`,
  );
  let text: string;
  try {
    text = readFileSync(`/proc/net/${table}`, 'utf8');
  } catch {
    // A machine without the table, or without this kind of address.
    return [];
  }
  return text.split('\n').flatMap((line) => {
    const [, local = '', , state, , , , user] = line.trim().split(/\s+/);
    return state === LISTENS && places.includes(local) ? [Number(user)] : [];
  });
}

function ownerOf(data: string): number {
  return statSync(data, { throwIfNoEntry: false })?.uid ?? ROOT;
}
