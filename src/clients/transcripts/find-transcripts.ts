/**
 * Where each client keeps its transcripts, and which are there.
 *
 * The clients' own variables for moving their folders are honoured. Nothing is opened here; a folder
 * that is missing or closed to us holds nothing.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../base/environment.ts';
import { clientFolder } from '../client-folder.ts';
import { EVERY_CLIENT, type AnyClient } from '../every-client.ts';
import type { ReadableForm, TranscriptFile, TranscriptForm } from './transcript-form.ts';

/** A folder in which a client keeps transcripts. */
export interface TranscriptPlace {
  readonly client: AnyClient['id'];
  readonly folder: string;
}

interface PlacedForm extends TranscriptPlace {
  readonly form: TranscriptForm;
}

/** The folders of all clients under a home. */
export async function transcriptPlaces(home: string, env: Environment): Promise<TranscriptPlace[]> {
  const placed = await placedForms(home, env);
  return placed
    .filter(({ form }) => form.isOlder !== true)
    .map(({ client, folder }) => ({ client, folder }));
}

/** Every transcript of every client, in the same order on every machine. */
export async function findTranscripts(home: string, env: Environment): Promise<TranscriptFile[]> {
  const placed = await placedForms(home, env);
  return placed.flatMap(({ folder, form }) =>
    filesBelow(folder, form.isFlat !== true)
      .filter((path) => form.holds.test(path))
      .flatMap((path) => transcriptFile(join(folder, path), form) ?? []),
  );
}

/** The file with its size and time; null where it is gone or no file. */
export function transcriptFile(file: string, form: ReadableForm): TranscriptFile | null {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile() !== true) return null;
  // A database in use changes in its log first.
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  const changedAtMs = Math.max(found.mtimeMs, log?.mtimeMs ?? 0);
  return { file, form, bytes: found.size, changedAtMs };
}

async function placedForms(home: string, env: Environment): Promise<readonly PlacedForm[]> {
  const folderIn = (variable: string) => env[variable] || null;
  const ofClients = await Promise.all(
    EVERY_CLIENT.map(async (client) => {
      const forms = (await client.transcripts?.()) ?? [];
      const place = { home, env, folder: clientFolder(client, { home, folderIn }) };
      return forms.map((form) => ({ client: client.id, form, folder: form.folderIn(place) }));
    }),
  );
  return ofClients.flat();
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
