/**
 * Where Kilo keeps its transcripts: a database of OpenCode's form in its own data folder.
 */
import { basename, join } from 'node:path';
import { readOpencodeDatabase } from '../opencode/database.ts';
import type { TranscriptForm } from '../transcripts/transcript-form.ts';

export const KILO_TRANSCRIPTS: readonly TranscriptForm[] = [
  {
    name: 'kilo-database',
    folderIn: ({ home, env }) =>
      join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'kilo'),
    holds: /^kilo\.db$/,
    isFlat: true,
    recognises: (seen) => seen.kind === 'database' && basename(seen.file).startsWith('kilo'),
    read: (file, reading) => readOpencodeDatabase(file, reading, reading.sinceMs, 'kilo'),
  },
];
