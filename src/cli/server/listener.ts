/**
 * Who listens where a command wants to send its token. While no server runs, any user of this machine can take its port, and
 * would be given the token that releases agents.
 *
 * Linux tells the user of every socket that listens. Elsewhere, and for addresses of other machines, nobody is known.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';

const ROOT = 0;
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];
/** Addresses as the tables write them, by the host of a URL; a socket may also listen on all of them. */
const PLACES: Readonly<Record<string, string>> = {
  '127.0.0.1': '0100007F|0{8}|0{32}',
  '[::1]': '0{24}01000000|0{32}',
  localhost: '0100007F|0{8}|0{24}01000000|0{32}',
};

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
