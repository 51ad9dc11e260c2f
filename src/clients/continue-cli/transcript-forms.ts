/**
 * Where Continue keeps its transcripts: one JSON file a session.
 */
import { join } from 'node:path';
import { fieldsOf, textOrNull } from '../../base/json-values.ts';
import type { TranscriptForm } from '../transcripts/transcript-form.ts';
import { readContinueCli } from './transcript.ts';

/** Its one form; `sessions.json` beside them is the list of sessions. */
export const CONTINUE_CLI_TRANSCRIPTS: readonly TranscriptForm[] = [
  {
    name: 'continue-cli',
    folderIn: ({ folder }) => join(folder, 'sessions'),
    holds: /^(?!sessions\.json$)[^/]+\.json$/,
    isFlat: true,
    recognises: (seen) => {
      if (seen.kind !== 'json') return false;
      const { sessionId, history } = fieldsOf(seen.value);
      return textOrNull(sessionId) !== null && Array.isArray(history);
    },
    read: readContinueCli,
  },
];
