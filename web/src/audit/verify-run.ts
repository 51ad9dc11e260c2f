/**
 * Starts a check in a worker of its own, follows it, and ends it when it is not wanted any more.
 */
import { useEffect, useRef, useState } from 'react';
import type { Progress, Verdict } from './verify-findings.ts';
import type { VerifyAsk, VerifyReply } from './verify-worker.ts';

/** A check: not begun, under way, or over. */
export type VerifyState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly progress: Progress | null }
  | { readonly kind: 'done'; readonly verdict: Verdict }
  | { readonly kind: 'failed'; readonly problem: string };

/** One check at a time; a new one ends the one before. */
export function useVerify(onVerdict: (verdict: Verdict) => void): {
  readonly state: VerifyState;
  readonly start: (ask: VerifyAsk) => void;
  readonly stop: () => void;
} {
  const [state, setState] = useState<VerifyState>({ kind: 'idle' });
  const worker = useRef<Worker | null>(null);
  const end = (): void => {
    worker.current?.terminate();
    worker.current = null;
  };
  useEffect(() => end, []);
  const start = (ask: VerifyAsk): void => {
    end();
    const own = new Worker(new URL('./verify-worker.ts', import.meta.url), { type: 'module' });
    worker.current = own;
    setState({ kind: 'running', progress: null });
    own.addEventListener('message', ({ data }: MessageEvent<VerifyReply>) => {
      if (data.kind === 'progress') {
        setState({ kind: 'running', progress: data.progress });
        return;
      }
      end();
      if (data.kind === 'failed') setState(data);
      else {
        setState({ kind: 'done', verdict: data.verdict });
        onVerdict(data.verdict);
      }
    });
    own.addEventListener('error', ({ message }) => {
      end();
      setState({ kind: 'failed', problem: message || 'The check could not be started.' });
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to our own worker
    own.postMessage(ask);
  };
  const stop = (): void => {
    end();
    setState({ kind: 'idle' });
  };
  return { state, start, stop };
}
