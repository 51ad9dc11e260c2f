/**
 * A transcript on disk: the file, and whose form it has.
 */
/** The forms in which transcripts lie on a disk. */
export type TranscriptForm =
  | 'claude-code'
  | 'codex'
  | 'gemini-cli'
  | 'opencode-database'
  | 'opencode-session'
  | 'swe-agent'
  | 'message-log';

/** A file that holds one run or several. */
export interface TranscriptFile {
  readonly file: string;
  readonly form: TranscriptForm;
  readonly bytes: number;
  readonly changedAtMs: number;
}
