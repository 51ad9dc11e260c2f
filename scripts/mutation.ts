/**
 * `npm run mutation [-- --room gate] [--files 'src/gate/stops/*.ts'] [--processes 2]`: tries every small change of a room on its
 * tests; the core when no room is named. `--files` takes a part of the room, so that a run fits into minutes.
 *
 * What no test notices is listed at the end, and in reports/mutation-ROOM.json.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mutatedRoom, type MutatedRoom } from '../test/mutation/rooms.ts';
import { runScript } from './run/run-script.ts';

const ROOT = join(import.meta.dirname, '..');
const REPORTS = join(ROOT, 'reports');

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      room: { type: 'string', default: 'core' },
      files: { type: 'string' },
      processes: { type: 'string', default: '2' },
    },
  });
  const room = mutatedRoom(values.room);
  const processes = Number(values.processes);
  if (!(processes >= 1)) {
    throw new Error(`--processes takes a number from 1, not ${values.processes}`);
  }
  mkdirSync(REPORTS, { recursive: true });
  const file = join(REPORTS, `stryker-${room.name}-${process.pid}.json`);
  writeFileSync(file, JSON.stringify(settingsOf(room, values.files, processes)));
  try {
    return await stryker(file, room);
  } finally {
    rmSync(file, { force: true });
  }
}

/** What the repository settles for all rooms, and what this run is about. */
function settingsOf(room: MutatedRoom, files: string | undefined, processes: number): object {
  const common = JSON.parse(readFileSync(join(ROOT, 'stryker.config.json'), 'utf8')) as object;
  const { mutate, name, demanded } = room;
  const left = mutate.filter((glob) => glob.startsWith('!'));
  return {
    ...common,
    mutate: files === undefined ? mutate : [files, ...left],
    concurrency: processes,
    jsonReporter: { fileName: `reports/mutation-${name}.json` },
    // Runs of two rooms at once must not clear away each other's copies.
    tempDirName: `.stryker-tmp/${name}`,
    // Of a part of a room nothing is demanded: the weak ones are looked at one by one.
    thresholds: {
      high: 95,
      low: demanded,
      break: files === undefined ? demanded : null,
    },
  };
}

function stryker(settings: string, { name }: MutatedRoom): Promise<number> {
  const program = 'node_modules/@stryker-mutator/core/bin/stryker.js';
  const child = spawn(process.execPath, [program, 'run', settings], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, TRIPWIRE_MUTATED_ROOM: name },
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

await runScript('mutation', main);
