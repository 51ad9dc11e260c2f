/**
 * A runaway agent: a calm rhythm, then answers in a torrent, then calm again.
 *
 * Its outputs all differ: tempo alone must give it away. It comes back calm after its cooldown, so
 * that a demonstration also shows a stop that needs no person.
 */
import { unlikeHash } from './output-hashes.ts';
import type { AgentScript, Response } from './scripted-agent.ts';

const CALM_MS = 6_000;
const TORRENT_MS = 700;
const CALM_INTERVALS = 12;
const TORRENT_INTERVALS = 25;
/** Longer than a cooldown. */
const SILENCE_MS = 64_000;
const CALM_AGAIN = 24;

/** An agent that runs away once. */
export function runawayAgent(startsAtMs: number): AgentScript {
  const gapsMs = [
    0,
    ...repeat(CALM_MS, CALM_INTERVALS),
    ...repeat(TORRENT_MS, TORRENT_INTERVALS),
    SILENCE_MS,
    ...repeat(CALM_MS, CALM_AGAIN),
  ];
  const acts = gapsMs.map((afterMs, index): Response => ({
    kind: 'response',
    afterMs,
    tokenCount: 800 + 300 * (index % 3),
    toolCalls: 1,
    outputHash: unlikeHash(`runaway ${index}`),
    outcome: { status: 'SUCCESS', durationMs: 200 },
  }));
  return { name: 'runaway', about: 'calm at first, then a torrent', startsAtMs, acts };
}

function repeat(gapMs: number, times: number): number[] {
  return new Array<number>(times).fill(gapMs);
}
