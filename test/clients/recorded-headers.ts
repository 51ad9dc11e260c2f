/**
 * Keeps the headers that a client sent as a fixture, free of what belongs to one run or one machine.
 *
 * Only what the proxy recognises a client by is kept; of the bodies, the one field in which a client repeats its
 * session.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageOf } from './client-packages.ts';
import type { Lab } from './lab.ts';
import type { TriedClient } from './tried-client.ts';

const folder = join(import.meta.dirname, '..', 'fixtures', 'clients');
/** About the connection or the machine, not about the client. */
const unkept =
  /^(?:host|connection|content-length|accept.*|sec-.*|x-stainless-(?:os|arch|runtime.*))$/i;
const secret = /^(?:authorization|x-api-key|x-goog-api-key)$/i;

/** A request as the fixture keeps it. */
interface KeptRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** Writes the fixture of a client: each kind of request once. */
export function recordHeaders({ client, title }: TriedClient, { provider }: Lab): void {
  const made = new Map<string, string>();
  const kept = new Map<string, KeptRequest>();
  for (const { method, path, headers, body } of provider.requests) {
    const named = Object.entries(headers)
      .filter(([name]) => !unkept.test(name))
      .map(
        ([name, value]) =>
          [name, secret.test(name) ? 'made-up' : plain(String(value), made)] as const,
      );
    const metadata = (body as { readonly metadata?: unknown }).metadata;
    const repeated = metadata === undefined ? {} : { metadata };
    const safe = JSON.parse(plain(JSON.stringify(repeated), made)) as object;
    const request = {
      method,
      path: plain(path, made),
      headers: Object.fromEntries(named),
      body: safe,
    };
    kept.set(kindOf(request), request);
  }
  mkdirSync(folder, { recursive: true });
  const { version } = packageOf(client);
  const file = `${title
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/-$/, '')}.json`;
  const fixture = { client, version, requests: [...kept.values()] };
  writeFileSync(join(folder, file), `${JSON.stringify(fixture, null, 2)}\n`);
}

/** Requests of one kind differ in nothing that a client is recognised by. */
function kindOf({ path, headers }: KeptRequest): string {
  const steady = Object.entries(headers).filter(([name]) => !/metadata|request-id/.test(name));
  return JSON.stringify([path, steady]);
}

/** Ids become made-up ones, the same id always the same; times become one time. */
function plain(text: string, made: Map<string, string>): string {
  const standIn = (id: string, form: (number: string) => string): string => {
    const known = made.get(id) ?? form(String(made.size + 1));
    made.set(id, known);
    return known;
  };
  return text
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, (id) =>
      standIn(id, (number) => `00000000-0000-4000-8000-${number.padStart(12, '0')}`),
    )
    .replace(/\bses_\w{20,}/g, (id) => standIn(id, (number) => `ses_${number.padStart(26, '0')}`))
    .replace(/\b[0-9a-f]{64}\b/g, (id) => standIn(id, (number) => number.padStart(64, '0')))
    .replace(/\ba[0-9a-f]{16}\b/g, (id) => standIn(id, (number) => `a${number.padStart(16, '0')}`))
    .replace(/\b1[78]\d{11}\b/g, '1700000000000')
    .replace(/\([^()]*(?:x86_64|arm64|aarch64|linux|darwin)[^()]*\)/gi, '(made-up)');
}
