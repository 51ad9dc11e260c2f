/**
 * Where Codex keeps its transcripts: one file of lines a session, in folders by day.
 */
import { join } from 'node:path';
import { isObject, textOrNull } from '../../base/json-values.ts';
import type { TranscriptForm } from '../transcripts/transcript-form.ts';
import { readCodex } from './transcript.ts';

/** Its one form. */
export const CODEX_TRANSCRIPTS: readonly TranscriptForm[] = [
  {
    name: 'codex',
    folderIn: ({ folder }) => join(folder, 'sessions'),
    holds: /(?:^|\/)rollout-[^/]*\.jsonl$/,
    recognises: (seen) =>
      seen.kind === 'line' &&
      isObject(seen.fields['payload']) &&
      textOrNull(seen.fields['type']) !== null,
    read: readCodex,
  },
];
