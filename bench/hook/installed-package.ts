/** The package as far as hooks need it, put together as npm installs it: its start script, its bundle, no sources. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildHook } from '../../scripts/build-hook.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Makes it in this folder; returns where it is. */
export async function installPackage(folder: string): Promise<string> {
  const place = join(folder, 'package');
  mkdirSync(join(place, 'bin'), { recursive: true });
  mkdirSync(join(place, 'dist/program'), { recursive: true });
  for (const file of ['package.json', 'bin/tripwire', 'bin/start-hook.cjs']) {
    copyFileSync(join(ROOT, file), join(place, file));
  }
  writeFileSync(join(place, 'dist/program/main.js'), '');
  await buildHook(join(place, 'dist/hook'));
  return place;
}
