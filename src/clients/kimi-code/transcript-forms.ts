/**
 * Where Kimi Code keeps its transcripts: a folder for each session, with a file of lines for each of its agents.
 */
import { join } from 'node:path';
import { textOrNull } from '../../base/json-values.ts';
import type { TranscriptForm } from '../transcripts/transcript-form.ts';
import { readKimiCode } from './transcript.ts';

/** Its one form. */
export const KIMI_CODE_TRANSCRIPTS: readonly TranscriptForm[] = [
  {
    name: 'kimi-code',
    folderIn: ({ folder }) => join(folder, 'sessions'),
    holds: /^[^/]+\/[^/]+\/agents\/[^/]+\/wire\.jsonl$/,
    recognises: (seen) =>
      seen.kind === 'line' &&
      seen.fields['type'] === 'metadata' &&
      textOrNull(seen.fields['protocol_version']) !== null,
    read: readKimiCode,
  },
];
