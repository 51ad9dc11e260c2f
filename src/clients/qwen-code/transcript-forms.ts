/**
 * Where Qwen Code keeps its transcripts: one file of lines a session, in a folder for each project.
 */
import { join } from 'node:path';
import { textOrNull } from '../../base/json-values.ts';
import type { TranscriptForm } from '../transcripts/transcript-form.ts';
import { readQwenCode } from './transcript.ts';

/** Its one form; a line says whose words it holds, as nobody else's does. */
export const QWEN_CODE_TRANSCRIPTS: readonly TranscriptForm[] = [
  {
    name: 'qwen-code',
    folderIn: ({ folder }) => join(folder, 'projects'),
    holds: /^[^/]+\/chats\/[^/]+\.jsonl$/,
    recognises: (seen) =>
      seen.kind === 'line' &&
      textOrNull(seen.fields['sessionId']) !== null &&
      textOrNull(seen.fields['provenance']) !== null,
    read: readQwenCode,
  },
];
