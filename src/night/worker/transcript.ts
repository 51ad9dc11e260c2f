/**
 * What a worker was told and what it said and did in the end, for an advisor.
 */
import { join } from 'node:path';
import { textIfReadable } from '../../base/node/file-text.ts';
import { redactSecrets } from '../../base/secrets/redact-secrets.ts';
import { readableOutput, readLoopFiles } from '../../loop/index.ts';
import type { NightState } from '../decide/state.ts';
import { folderOf } from '../night-files.ts';
import { JOB_FILES, jobOutput } from './job.ts';

const TRANSCRIPT_LINES = 500;
const TRANSCRIPT_BYTES = 1_048_576;
const JOBS_BACK = 5;

/** The worker's last lines, without secrets, and what the hooks saw. */
export function workerTranscript(stateFolder: string, state: NightState): string {
  const numbers = Array.from({ length: JOBS_BACK }, (_, back) => state.jobs - JOBS_BACK + back);
  const lines = numbers
    .filter((number) => number > 0)
    .flatMap((number) => {
      const folder = folderOf(stateFolder, state, { number });
      const asked = (textIfReadable(join(folder, JOB_FILES.input)) ?? '')
        .split('\n')
        .map((line) => `> ${line}`);
      const said = readableOutput(jobOutput(folder, -TRANSCRIPT_BYTES, TRANSCRIPT_BYTES).text);
      // Advisors are asked about the worker, not about each other.
      return (textIfReadable(join(folder, JOB_FILES.spec)) ?? '').includes('"timeoutMs":null')
        ? [...asked, ...said]
        : [];
    });
  const { remembered } = readLoopFiles(stateFolder);
  const steps = (remembered.sessions.at(-1)?.steps ?? []).map(
    ({ what, error }) => `[hook] ${what}${error === null ? '' : ` → ${error}`}`,
  );
  return redactSecrets([...lines, ...steps].slice(-TRANSCRIPT_LINES).join('\n'));
}
