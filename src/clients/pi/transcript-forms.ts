/**
 * Where pi keeps its transcripts: one file of lines a session, in a folder for each project.
 */
import { join } from 'node:path';
import { textOrNull } from '../../base/json-values.ts';
import type { TranscriptForm } from '../transcripts/transcript-form.ts';
import { readPi } from './transcript.ts';

/** Its one form. */
export const PI_TRANSCRIPTS: readonly TranscriptForm[] = [
  {
    name: 'pi',
    folderIn: ({ folder }) => join(folder, 'sessions'),
    holds: /^[^/]+\/[^/]+\.jsonl$/,
    recognises: (seen) =>
      seen.kind === 'line' &&
      seen.fields['type'] === 'session' &&
      typeof seen.fields['version'] === 'number' &&
      textOrNull(seen.fields['id']) !== null,
    read: readPi,
  },
];
