/**
 * Where Claude Code keeps its transcripts: one file of lines a session, those of subagents in a folder beside it.
 */
import { join } from 'node:path';
import { isObject, textOrNull } from '../../base/json-values.ts';
import type { TranscriptForm } from '../transcripts/transcript-form.ts';
import { readClaudeCode } from './transcript.ts';

/** Its one form. */
export const CLAUDE_CODE_TRANSCRIPTS: readonly TranscriptForm[] = [
  {
    name: 'claude-code',
    folderIn: ({ folder }) => join(folder, 'projects'),
    holds: /^[^/]+\/(?:[^/]+\/subagents\/)?[^/]+\.jsonl$/,
    recognises: (seen) =>
      seen.kind === 'line' &&
      textOrNull(seen.fields['sessionId']) !== null &&
      textOrNull(seen.fields['projectHash']) === null &&
      // Lines of a client that borrowed this frame.
      textOrNull(seen.fields['provenance']) === null &&
      !isObject(seen.fields['payload']),
    read: readClaudeCode,
  },
];
