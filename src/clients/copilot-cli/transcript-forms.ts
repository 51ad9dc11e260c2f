/**
 * Where GitHub Copilot CLI keeps its transcripts: a folder for each session, with its events in lines.
 */
import { join } from 'node:path';
import { fieldsOf } from '../../base/json-values.ts';
import type { TranscriptForm } from '../transcripts/transcript-form.ts';
import { readCopilotCli } from './transcript.ts';

/** Its one form. */
export const COPILOT_CLI_TRANSCRIPTS: readonly TranscriptForm[] = [
  {
    name: 'copilot-cli',
    folderIn: ({ folder }) => join(folder, 'session-state'),
    holds: /^[^/]+\/events\.jsonl$/,
    recognises: (seen) =>
      seen.kind === 'line' &&
      seen.fields['type'] === 'session.start' &&
      fieldsOf(seen.fields['data'])['producer'] === 'copilot-agent',
    read: readCopilotCli,
  },
];
