/**
 * Where Gemini CLI keeps its transcripts: one file a session, in older versions as one JSON value.
 */
import { join } from 'node:path';
import { fieldsOf, isObject, textOrNull } from '../../base/json-values.ts';
import type { TranscriptForm } from '../transcripts/transcript-form.ts';
import { readGemini } from './transcript.ts';

/** Both forms have the same name and are read alike. */
export const GEMINI_CLI_TRANSCRIPTS: readonly TranscriptForm[] = [
  {
    name: 'gemini-cli',
    folderIn: ({ folder }) => join(folder, 'tmp'),
    holds: /^[^/]+\/chats\/(?:[^/]+\/)?[^/]+\.jsonl?$/,
    recognises: (seen) => {
      if (seen.kind === 'json') return textOrNull(fieldsOf(seen.value)['projectHash']) !== null;
      return (
        seen.kind === 'line' &&
        textOrNull(seen.fields['sessionId']) !== null &&
        textOrNull(seen.fields['projectHash']) !== null &&
        !isObject(seen.fields['payload'])
      );
    },
    read: readGemini,
  },
];
