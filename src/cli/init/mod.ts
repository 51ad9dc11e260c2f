/**
 * The files of a mod that `tripwire init` puts beside a client's settings, or takes away again.
 *
 * They are whole files of ours. One that somebody else wrote in their place is left alone.
 */
import { join } from 'node:path';
import { clientFolder } from '../../clients/client-folder.ts';
import { TripwireError } from '../../core/index.ts';
import type { InitClient } from './clients.ts';
import { fileText, type FileChange } from './file.ts';
import type { HttpHooks } from './http.ts';
import type { InitPlace } from './place.ts';

/** The server of a mod that is taken away: its texts don't matter then. */
const NO_SERVER = { url: '', agent: '' };

/** What would change for a client; nothing where it loads no mods. `server`: where it asks, null to take it away. */
export function modChanges(
  { client, settings }: InitClient,
  place: InitPlace,
  server: HttpHooks['server'] | null,
): readonly FileChange[] {
  if (settings.kind !== 'commands' || settings.mod === undefined) return [];
  const { folder, mark, files } = settings.mod;
  const there = join(clientFolder(client, place), folder);
  return Object.entries(files(server ?? NO_SERVER)).flatMap(
    ([name, text]): readonly FileChange[] => {
      const file = join(there, name);
      const before = fileText(file);
      const after = server === null ? null : text;
      if (before === after) return [];
      if (before === null || before.includes(mark)) return [{ file, before, after }];
      if (server === null) return [];
      throw new TripwireError(
        'USAGE',
        `${file} is not a mod of Tripwire; move it away, then run this again`,
      );
    },
  );
}
