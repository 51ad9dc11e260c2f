/**
 * Finds a load balancer that the tests put before a fleet, and installs Debian's where there is none.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AptGet } from './apt-get.ts';

/** Those for which the repository has a configuration. */
export type BalancerName = 'haproxy' | 'nginx';

/** Where one is looked for, and with which environment apt-get is found and run. */
export interface BalancerPlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folders: readonly string[];
}

const HERE: BalancerPlace = {
  env: process.env,
  folders: ['/usr/local/sbin', '/usr/sbin', '/usr/local/bin', '/usr/bin'],
};

/** Its program file, installed if need be; throws with what to do when it cannot be had. */
export function installBalancer(
  name: BalancerName,
  say: (line: string) => void,
  where: BalancerPlace = HERE,
): string {
  const find = () =>
    where.folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
  const found = find();
  if (found !== undefined) return found;
  const remedy = `Install it (Debian: apt-get install ${name}).`;
  say(`installing ${name} for the tests of a fleet (seconds) ...`);
  const apt = new AptGet(where.env, `the tests of a fleet need ${name}`, remedy);
  apt.update();
  apt.install([name]);
  const installed = find();
  if (installed === undefined) {
    throw new Error(`apt-get ended well, but there is no ${name}. ${remedy}`);
  }
  return installed;
}
