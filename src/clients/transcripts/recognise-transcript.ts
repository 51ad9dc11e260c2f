/**
 * Whose transcript a given file is, told by its name and its first lines.
 */
import { parseJson } from '../../base/json-text.ts';
import { fieldsOf } from '../../base/json-values.ts';
import { fileLines, transcriptText } from '../../transcripts/index.ts';
import { EVERY_CLIENT } from '../every-client.ts';
import { MESSAGE_LOG, SWE_AGENT } from './log-forms.ts';
import type { ReadableForm, SeenFile } from './transcript-form.ts';

/** Lines that are looked at: some clients begin with lines that say little. */
const LINES_MAX = 8;
const transcriptName = /\.(?:jsonl|ndjson|json|traj|db)$/i;

/** Whether a file may be a transcript at all, by its name. */
export function mayBeTranscript(file: string): boolean {
  return transcriptName.test(file);
}

/** The form of the file; null when it is none that is known. May throw what reading throws. */
export async function recognisedForm(file: string): Promise<ReadableForm | null> {
  const ofClients = await Promise.all(
    EVERY_CLIENT.map(async ({ transcripts }) => (await transcripts?.()) ?? []),
  );
  const forms = [SWE_AGENT, ...ofClients.flat(), MESSAGE_LOG];
  const formOf = (seen: SeenFile) => forms.find((form) => form.recognises(seen)) ?? null;
  if (file.endsWith('.traj')) return SWE_AGENT;
  if (file.endsWith('.db')) return formOf({ kind: 'database', file });
  if (file.endsWith('.json')) {
    return formOf({ kind: 'json', file, value: parseJson(await transcriptText(file)) });
  }
  let looked = 0;
  for await (const { text } of fileLines(file)) {
    const form = formOf({ kind: 'line', file, fields: fieldsOf(parseJson(text ?? '')) });
    looked += 1;
    if (form !== null || looked >= LINES_MAX) return form;
  }
  return null;
}
