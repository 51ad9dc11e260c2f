/**
 * The packages of others that reach a user: those that are installed with ours, and those that are built into the
 * dashboard. From the lock file and what is installed by it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';

/** One of them. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, as its own package.json says; null when it says none. */
  readonly licence: string | null;
  /** As in the lock file, `sha512-…`: wherever it is fetched from, it is this one. */
  readonly integrity: string;
  /** Installed beside ours, or built into our files. */
  readonly how: 'installed' | 'built in';
}

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

type Lock = Readonly<Record<string, Locked>>;

/** All of them, by name. */
export function shippedPackages(root: string): readonly ShippedPackage[] {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const { packages: lock } = JSON.parse(text) as { readonly packages: Lock };
  const installed = Object.keys(lock).filter((place) => place !== '' && lock[place]?.dev !== true);
  const builtIn = withDependencies(lock, importedBy(join(root, 'web/src')));
  const all = new Map<string, ShippedPackage['how']>([
    ...builtIn.map((place) => [place, 'built in'] as const),
    ...installed.map((place) => [place, 'installed'] as const),
  ]);
  return [...all]
    .map(([place, how]) => packageAt(root, lock, place, how))
    .toSorted((one, other) => (spelled(one) < spelled(other) ? -1 : 1));
}

function spelled({ name, version }: ShippedPackage): string {
  return `${name}@${version}`;
}

function packageAt(
  root: string,
  lock: Lock,
  place: string,
  how: ShippedPackage['how'],
): ShippedPackage {
  const { version = '', integrity = '' } = lock[place] ?? {};
  const own = JSON.parse(readFileSync(join(root, place, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly license?: unknown;
  };
  const licence = typeof own.license === 'string' ? own.license : null;
  return { name: own.name, version, licence, integrity, how };
}

/** The places in the lock file of packages and all that they need. */
function withDependencies(lock: Lock, names: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const waiting = names.map((name): readonly [from: string, name: string] => ['', name]);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const place = placeOf(lock, ...next);
    if (place === null || found.has(place)) continue;
    found.add(place);
    for (const name of Object.keys(lock[place]?.dependencies ?? {})) waiting.push([place, name]);
  }
  return [...found];
}

/** Where a package that another one needs is: in its own folder, or in one above. */
function placeOf(lock: Lock, from: string, name: string): string | null {
  const own = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`;
  if (lock[own] !== undefined) return own;
  if (from === '') return null;
  const above = from.lastIndexOf('/node_modules/');
  return placeOf(lock, above === -1 ? '' : from.slice(0, above), name);
}

/** The packages that the files of a folder import. */
function importedBy(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:tsx?|css)$/.test(name) && !name.includes('.test.'))
    .flatMap((name) => [
      ...readFileSync(join(folder, name), 'utf8').matchAll(
        /(?:from|import|@import)\s*\(?\s*['"]((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^'"]*)?['"]/g,
      ),
    ])
    .map(([, name = '']) => name)
    .filter((name) => !name.startsWith('.') && !builtinModules.includes(name));
  return [...new Set(names)];
}
