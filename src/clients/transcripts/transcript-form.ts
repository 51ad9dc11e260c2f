/**
 * A form in which transcripts lie on a disk: where, how one is recognised, and how it is read.
 */
import type { Environment } from '../../base/environment.ts';
import type { JsonObject } from '../../base/json-values.ts';
import type { Reading, Run } from '../../transcripts/index.ts';

/** What readers are given. */
export interface RunsReading extends Reading {
  /** Runs that ended before are left out; null for none. */
  readonly sinceMs: number | null;
}

/** What was seen of a file that a person named. */
export type SeenFile =
  | { readonly kind: 'database'; readonly file: string }
  /** A whole JSON file; a list has no members. */
  | { readonly kind: 'json'; readonly file: string; readonly value: unknown }
  /** A line of a file of lines. */
  | { readonly kind: 'line'; readonly file: string; readonly fields: JsonObject };

/** A form that can be read. */
export interface ReadableForm {
  /** Such as `opencode-database`. */
  readonly name: string;
  /** Nothing of it tells a session that lies in two places from two sessions. */
  readonly hasNoSessions?: boolean;
  readonly recognises: (seen: SeenFile) => boolean;
  readonly read: (file: string, reading: RunsReading) => AsyncIterable<Run>;
}

/** A home, and the environment of its owner. */
export interface TranscriptHome {
  readonly home: string;
  readonly env: Environment;
  /** Where the client keeps its settings. */
  readonly folder: string;
}

/** A form of a client, with the place where the client keeps it. */
export interface TranscriptForm extends ReadableForm {
  readonly folderIn: (place: TranscriptHome) => string;
  /** Whether the path below the folder, with forward slashes, is a transcript. */
  readonly holds: RegExp;
  /** Only the folder itself is looked into. */
  readonly isFlat?: boolean;
  /** Only older versions wrote it: people are not told to look there. */
  readonly isOlder?: boolean;
}

/** A file that holds one run or several. */
export interface TranscriptFile {
  readonly file: string;
  readonly form: ReadableForm;
  readonly bytes: number;
  readonly changedAtMs: number;
}
