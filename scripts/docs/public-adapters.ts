/**
 * The adapters that the package offers, with what each declares: read from package.json, so that none is forgotten.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AdapterCapabilities } from '../../src/adapters/index.ts';

interface Manifest {
  readonly exports: Readonly<Record<string, unknown>>;
}

const SUBPATH = './adapters/';
const manifestFile = fileURLToPath(new URL('../../package.json', import.meta.url));

async function declared(name: string): Promise<AdapterCapabilities> {
  const loaded = (await import(`../../src/adapters/${name}/index.ts`)) as {
    readonly capabilities?: AdapterCapabilities;
  };
  if (loaded.capabilities?.adapter === name) return loaded.capabilities;
  throw new Error(`src/adapters/${name}/index.ts must export capabilities with adapter: '${name}'`);
}

const { exports: offered } = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest;
const names = Object.keys(offered).flatMap((path) =>
  path.startsWith(SUBPATH) ? path.slice(SUBPATH.length) : [],
);

/** In the order of their names. */
export const PUBLIC_ADAPTERS: readonly AdapterCapabilities[] = await Promise.all(
  names.toSorted().map(declared),
);
