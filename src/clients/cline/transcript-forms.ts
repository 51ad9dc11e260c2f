/**
 * Where Cline keeps its transcripts: a folder for each session, with its messages as one JSON value.
 */
import { join } from 'node:path';
import { fieldsOf, textOrNull } from '../../base/json-values.ts';
import type { TranscriptForm } from '../transcripts/transcript-form.ts';
import { readCline } from './transcript.ts';

/** Its one form. */
export const CLINE_TRANSCRIPTS: readonly TranscriptForm[] = [
  {
    name: 'cline',
    folderIn: ({ folder }) => join(folder, 'data', 'sessions'),
    holds: /^[^/]+\/[^/]+\.messages\.json$/,
    recognises: (seen) => {
      if (seen.kind !== 'json' || !seen.file.endsWith('.messages.json')) return false;
      const { sessionId, messages } = fieldsOf(seen.value);
      return textOrNull(sessionId) !== null && Array.isArray(messages);
    },
    read: readCline,
  },
];
