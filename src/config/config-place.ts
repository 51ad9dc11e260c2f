/**
 * Where the configuration file is. What only needs to know whether there is one does not load what reads it.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { dataFolder, withHome } from '../base/node/data-folder.ts';
import type { ConfigSources } from './layers.ts';

/** The file to read, or null. One that was asked for is returned even if it is missing. */
export function configFileOf({ file, env, home, flags }: ConfigSources): string | null {
  if (file !== undefined) return resolve(file);
  const data = flags?.data === undefined ? dataFolder(env, home) : withHome(flags.data, home);
  const found = resolve(data, 'tripwire.yaml');
  return existsSync(found) ? found : null;
}
