/**
 * Where each client keeps its transcripts, and which are there.
 *
 * The clients' own variables for moving their folders are honoured. Nothing is opened here; a folder
 * that is missing or closed to us holds nothing.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../base/environment.ts';
import type { ClientName } from '../../transcripts/index.ts';
import type { TranscriptFile, TranscriptForm } from './transcript-file.ts';

/** A folder in which a client keeps transcripts. */
export interface TranscriptPlace {
  readonly client: ClientName;
  readonly folder: string;
}

interface Kind extends TranscriptPlace {
  readonly form: TranscriptForm;
  /** Whether the path below the folder, with forward slashes, is a transcript. */
  readonly holds: RegExp;
  /** Only the folder itself is looked into. */
  readonly isFlat?: boolean;
}

/** The folders of all clients under a home. */
export function transcriptPlaces(home: string, env: Environment): TranscriptPlace[] {
  return kinds(home, env)
    .filter(({ form }) => form !== 'opencode-session')
    .map(({ client, folder }) => ({ client, folder }));
}

/** Every transcript of every client, in the same order on every machine. */
export function findTranscripts(home: string, env: Environment): TranscriptFile[] {
  return kinds(home, env).flatMap(({ folder, form, holds, isFlat }) =>
    filesBelow(folder, isFlat !== true)
      .filter((path) => holds.test(path))
      .flatMap((path) => transcriptFile(join(folder, path), form) ?? []),
  );
}

/** The file with its size and time; null where it is gone or no file. */
export function transcriptFile(file: string, form: TranscriptForm): TranscriptFile | null {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile() !== true) return null;
  // A database in use changes in its log first.
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  const changedAtMs = Math.max(found.mtimeMs, log?.mtimeMs ?? 0);
  return { file, form, bytes: found.size, changedAtMs };
}

function kinds(home: string, env: Environment): Kind[] {
  const claude = env['CLAUDE_CONFIG_DIR'] || join(home, '.claude');
  const codex = env['CODEX_HOME'] || join(home, '.codex');
  const data = env['XDG_DATA_HOME'] || join(home, '.local', 'share');
  const opencode = join(data, 'opencode');
  return [
    {
      client: 'claude-code',
      form: 'claude-code',
      folder: join(claude, 'projects'),
      holds: /^[^/]+\/(?:[^/]+\/subagents\/)?[^/]+\.jsonl$/,
    },
    {
      client: 'codex',
      form: 'codex',
      folder: join(codex, 'sessions'),
      holds: /(?:^|\/)rollout-[^/]*\.jsonl$/,
    },
    {
      client: 'gemini-cli',
      form: 'gemini-cli',
      folder: join(home, '.gemini', 'tmp'),
      holds: /^[^/]+\/chats\/(?:[^/]+\/)?[^/]+\.jsonl?$/,
    },
    {
      client: 'opencode',
      form: 'opencode-database',
      folder: opencode,
      holds: /^opencode(?:-[^/]+)?\.db$/,
      isFlat: true,
    },
    {
      client: 'opencode',
      form: 'opencode-session',
      folder: join(opencode, 'storage', 'session'),
      holds: /^[^/]+\/[^/]+\.json$/,
    },
  ];
}

/** Paths below a folder with forward slashes, sorted; none where the folder cannot be read. */
export function filesBelow(folder: string, recursive = true): string[] {
  try {
    return readdirSync(folder, { recursive, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .toSorted();
  } catch {
    return [];
  }
}
