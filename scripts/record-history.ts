/**
 * `node scripts/record-history.ts VERSION`: writes the recording that later versions must replay.
 *
 * It is made once for each release, from the short golden vectors (each as an agent of its own) and
 * never written again: a history is what a version really said.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  DecisionRun,
  FROZEN_V0_2,
  recordingHeader,
  recordingLine,
  type AgentRecord,
} from '../src/core/index.ts';
import { expandRecords } from '../test/vectors/expand-records.ts';

const RECORDS_MAX = 9;
const root = fileURLToPath(new URL('..', import.meta.url));

interface Vector {
  readonly id: string;
  readonly constitution: unknown;
  readonly records: unknown;
}

/** The records of the short vectors under the default constitution, one agent for each vector. */
function vectorRecords(): AgentRecord[] {
  const folder = `${root}/spec/vectors`;
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const vectors = files.toSorted().flatMap((name) => {
    return JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as Vector[];
  });
  return vectors.flatMap(({ id, constitution, records }) => {
    const expanded = expandRecords(records, id) as readonly AgentRecord[];
    const fits = constitution === FROZEN_V0_2.values.name && expanded.length <= RECORDS_MAX;
    return fits ? expanded.map((record) => ({ ...record, agent: id })) : [];
  });
}

const version = process.argv[2];
if (version === undefined) throw new Error('say which version: record-history.ts VERSION');
const file = `${root}/test/histories/${version}.rec`;
if (existsSync(file)) throw new Error(`the history of ${version} is written already`);
const run = new DecisionRun(FROZEN_V0_2);
const lines = vectorRecords().map((record) => recordingLine(record, run.take(record), run.digests));
writeFileSync(file, `${[recordingHeader(FROZEN_V0_2), ...lines].join('\n')}\n`);
console.log(`${file}: ${run.steps} steps, decisionsHash ${run.digests.decisionsHash}`);
