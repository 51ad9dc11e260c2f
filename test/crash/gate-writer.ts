/**
 * A gate on a journal in SQLite that lets calls through as fast as it can until it is killed, and says what it promised.
 *
 * Each line of its output is said after the gate's answer: `kept KIND AGENT CALL` (KIND: admit or result), `held` and `free`
 * for the agent that a person stops and releases again and again, `turning` before such an act. What is not said was not
 * promised.
 */
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { constitutionFrom } from '../../src/core/index.ts';
import type { Gate } from '../../src/gate/index.ts';
import { openSqliteStore } from '../../src/store/index.ts';
import { testGate } from '../kit/test-gate.ts';

const AGENTS = 16;
/** Calls of one agent that are under way at once. */
const CALLS_AT_ONCE = 2;
const HELD = 'held';
/** A person waits up to so long before the next act, so that some kills come while nothing of theirs is under way. */
const BETWEEN_ACTS_MS_MAX = 60;

const [folder = ''] = process.argv.slice(2);
const store = await openSqliteStore({ file: join(folder, 'journal.db'), busyTimeoutMs: 0 });
const gate = await testGate({
  store,
  marksFolder: join(folder, 'stops'),
  constitution: constitutionFrom({ name: 'roomy', maxTokensPerMinute: 9_000_000 }),
});
say('open');
flushCompileCache();
const working = Array.from({ length: AGENTS * CALLS_AT_ONCE }, (_, index) =>
  work(gate, `agent-${index % AGENTS}`, `session-${index}`),
);
await Promise.all([...working, turn(gate)]);

async function work(at: Gate, agent: string, session: string): Promise<never> {
  for (;;) {
    const admission = await at.admit({
      agent,
      session,
      purpose: 'step',
      estimateTokens: 1,
      waitMs: 0,
    });
    if (!admission.allowed) throw new Error(admission.refusal.reason);
    const { call } = admission;
    say(`kept admit ${agent} ${call.id}`);
    await call.finish({ status: 'SUCCESS', latencyMs: 1, tokens: 1, cachedTokens: 0 });
    say(`kept result ${agent} ${call.id}`);
  }
}

/** A person stops an agent and lets it go, without end. */
async function turn(at: Gate): Promise<never> {
  let isHeld = (await at.standing(HELD, undefined)) !== null;
  for (;;) {
    await sleep(Math.random() * BETWEEN_ACTS_MS_MAX);
    say('turning');
    const action = isHeld ? 'activate' : 'deactivate';
    await at.operate({ agent: HELD, action, by: 'ada', why: 'again' });
    isHeld = !isHeld;
    say(isHeld ? 'held' : 'free');
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
