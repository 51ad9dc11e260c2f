/**
 * The transcripts behind the paths that a person gives.
 *
 * A file must be a transcript, or the person is told. A folder is searched, and what is no transcript
 * in it is passed over in silence.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { errorWords } from '../../base/error-words.ts';
import type { OnBroken } from '../../transcripts/index.ts';
import { filesBelow, transcriptFile } from './find-transcripts.ts';
import { mayBeTranscript, recognisedForm } from './recognise-transcript.ts';
import type { TranscriptFile } from './transcript-form.ts';

/** Every transcript of the paths. */
export async function givenTranscripts(
  paths: readonly string[],
  onBroken: OnBroken,
): Promise<TranscriptFile[]> {
  const found: TranscriptFile[] = [];
  for (const path of paths) {
    const state = statSync(path, { throwIfNoEntry: false });
    if (state === undefined) {
      onBroken({ file: path, line: null, problem: 'no such file or folder' });
      continue;
    }
    const isFolder = state.isDirectory();
    const below = isFolder ? filesBelow(path).map((name) => join(path, name)) : [path];
    for (const file of below.filter((name) => !isFolder || mayBeTranscript(name))) {
      const one = await recognised(file, isFolder ? null : onBroken);
      if (one !== null) found.push(one);
    }
  }
  return found;
}

async function recognised(file: string, onBroken: OnBroken | null): Promise<TranscriptFile | null> {
  try {
    const form = await recognisedForm(file);
    const one = form === null ? null : transcriptFile(file, form);
    if (one === null) {
      onBroken?.({ file, line: null, problem: 'not a transcript of a known form' });
    }
    return one;
  } catch (error) {
    onBroken?.({
      file,
      line: null,
      problem: errorWords(error),
    });
    return null;
  }
}
