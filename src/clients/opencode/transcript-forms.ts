/**
 * Where OpenCode keeps its transcripts: a database in its data folder, in older versions a file for each session,
 * message and part.
 */
import { basename, dirname, join } from 'node:path';
import { fieldsOf, textOrNull } from '../../base/json-values.ts';
import type { Run } from '../../transcripts/index.ts';
import type { TranscriptForm, TranscriptHome } from '../transcripts/transcript-form.ts';
import { readOpencodeDatabase } from './database.ts';
import { readOpencodeSession } from './storage.ts';

/** The newer form, and the older one. */
export const OPENCODE_TRANSCRIPTS: readonly TranscriptForm[] = [
  {
    name: 'opencode-database',
    folderIn: dataFolder,
    holds: /^opencode(?:-[^/]+)?\.db$/,
    isFlat: true,
    recognises: (seen) => seen.kind === 'database' && basename(seen.file).startsWith('opencode'),
    read: (file, reading) => readOpencodeDatabase(file, reading, reading.sinceMs),
  },
  {
    name: 'opencode-session',
    folderIn: (place) => join(dataFolder(place), 'storage', 'session'),
    holds: /^[^/]+\/[^/]+\.json$/,
    isOlder: true,
    recognises: (seen) =>
      seen.kind === 'json' &&
      textOrNull(fieldsOf(seen.value)['id'])?.startsWith('ses_') === true &&
      basename(dirname(dirname(seen.file))) === 'session',
    read: (file, reading) => single(() => readOpencodeSession(file, reading)),
  },
];

function dataFolder({ home, env }: TranscriptHome): string {
  return join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'opencode');
}

async function* single(read: () => Run | null): AsyncGenerator<Run> {
  const run = await Promise.resolve(read());
  if (run !== null) yield run;
}
