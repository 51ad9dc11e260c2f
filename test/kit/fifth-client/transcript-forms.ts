/**
 * What Lantern leaves behind: a line for each call.
 */
import { basename, join } from 'node:path';
import { textOrNull } from '../../../src/base/json-values.ts';
import type { TranscriptForm } from '../../../src/clients/transcripts/transcript-form.ts';
import { jsonLines, RunBuilder } from '../../../src/transcripts/index.ts';

/** Its one form. */
export const LANTERN_TRANSCRIPTS: readonly TranscriptForm[] = [
  {
    name: 'lantern',
    folderIn: ({ folder }) => join(folder, 'runs'),
    holds: /^[^/]+\.glow\.jsonl$/,
    recognises: (seen) => seen.kind === 'line' && textOrNull(seen.fields['glow']) !== null,
    read: async function* (file, reading) {
      const builder = new RunBuilder(reading);
      let calls = 0;
      for await (const { glow } of jsonLines(file, reading)) {
        calls += 1;
        builder.call(`c${calls}`, textOrNull(glow) ?? 'unknown', {});
        builder.result(`c${calls}`, { text: 'done' }, null);
      }
      const id = basename(file, '.glow.jsonl');
      yield builder.build({ id, client: 'lantern', file, project: null });
    },
  },
];
