/**
 * The rules on sessions of current coding agents that went well: none is paused.
 *
 * The corpus stands beside the repository where there is one; without it the made-up sessions of the rules'
 * own tests have to do.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { LoopEvent } from '../../src/clients/hook-event.ts';
import {
  applyRules,
  DEFAULT_MANIFEST,
  type LoopState,
  type SafetyEvent,
} from '../../src/loop/index.ts';
import { readManifest } from '../../src/loop/manifest/read-manifest.ts';
import { readCorpus, type CorpusThread } from '../../src/transcripts/index.ts';
import { QUIET_SURROUNDINGS } from '../kit/quiet-surroundings.ts';

const file = fileURLToPath(
  new URL('../../../shared/corpus/trajectories/modern_sessions_specstory.jsonl', import.meta.url),
);
/** The events of a thread as its hooks would have reported them; a prompt ends the turn before it. */
function* reported(thread: CorpusThread): Generator<LoopEvent> {
  let atMs = 0;
  const where = () => {
    atMs += 1_000;
    return { session: 's', agent: null, atMs, cwd: '/p', transcript: '/p/session.jsonl' };
  };
  for (const event of thread.events) {
    if (event.kind === 'prompt') {
      yield { ...where(), kind: 'stop', isStopHookActive: false, lastMessage: null };
      yield { ...where(), kind: 'prompt', text: event.text };
    }
    if (event.kind !== 'tool') continue;
    const { tool, args, result, isError = null, error } = event;
    yield { ...where(), kind: 'tool-before', callId: null, tool, args };
    const told = error === undefined ? isError : true;
    yield {
      ...where(),
      kind: 'tool-after',
      callId: null,
      tool,
      args,
      result: error ?? result,
      isError: told,
    };
  }
}

/** What pauses a session, with the rules as they come. */
function pauses(thread: CorpusThread, manifestText: string): readonly SafetyEvent[] {
  const read = readManifest(manifestText);
  if (!read.ok) throw new Error(read.message);
  let state: LoopState = {
    manifest: read.manifest,
    holds: [],
    flights: [],
    sessions: [],
    tree: null,
    manifestProblem: null,
  };
  const log: SafetyEvent[] = [];
  for (const event of reported(thread)) {
    const files = state.holds.map(({ kind }) => kind);
    const applied = applyRules(state, event, { ...QUIET_SURROUNDINGS, files });
    state = applied.state;
    log.push(...applied.log);
  }
  const pausing = ['paused_for_new_approach', 'created_blocker_report', 'denied_tool'];
  return log.filter(({ action_taken }) => pausing.includes(action_taken));
}

test.runIf(existsSync(file))(
  'none of the modern sessions is paused; strict pauses some',
  async () => {
    const paused = { usual: [] as string[], strict: [] as string[] };
    let threads = 0;
    const refuse = ({ problem }: { readonly problem: string }) => {
      throw new Error(problem);
    };
    for await (const run of readCorpus([file], refuse)) {
      for (const thread of run.threads) {
        threads += 1;
        const why = pauses(thread, DEFAULT_MANIFEST);
        if (why.length > 0) paused.usual.push(`${run.id}: ${JSON.stringify(why)}`);
        if (pauses(thread, 'safety:\n  strict: true\n').length > 0) paused.strict.push(run.id);
      }
    }
    expect(threads).toBeGreaterThan(70);
    expect(paused.usual).toEqual([]);
    expect(paused.strict.length).toBeGreaterThan(threads / 2);
  },
  120_000,
);
