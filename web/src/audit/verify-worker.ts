/**
 * Does the checks apart from the page, which stays alive meanwhile: two days of windows are some twenty seconds of
 * hashing.
 */
import { ApiClient } from '../../../src/control/api/client.ts';
import { verifyFiles, type FilesAsk } from './verify-files.ts';
import type { Progress, Tell, Verdict } from './verify-findings.ts';
import { verifyLive, type LiveAsk } from './verify-live.ts';

export type VerifyAsk =
  | ({ readonly kind: 'live' } & LiveAsk)
  | ({ readonly kind: 'files' } & FilesAsk);

export type VerifyReply =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'verdict'; readonly verdict: Verdict }
  /** Why nothing could be checked. */
  | { readonly kind: 'failed'; readonly problem: string };

const TOLD_EVERY_MS = 50;

function reply(message: VerifyReply): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to the page that started it
  self.postMessage(message);
}

function tellNowAndThen(): Tell {
  let toldAt = 0;
  return (progress) => {
    const now = performance.now();
    if (now - toldAt < TOLD_EVERY_MS) return;
    toldAt = now;
    reply({ kind: 'progress', progress });
  };
}

self.addEventListener('message', ({ data }: MessageEvent<VerifyAsk>) => {
  const client = new ApiClient();
  const tell = tellNowAndThen();
  const work =
    data.kind === 'live' ? verifyLive(client, data, tell) : verifyFiles(client, data, tell);
  work.then(
    (verdict) => reply({ kind: 'verdict', verdict }),
    (error: unknown) =>
      reply({ kind: 'failed', problem: error instanceof Error ? error.message : String(error) }),
  );
});
