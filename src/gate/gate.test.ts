/** The gate: nothing passes unrecorded, a stop holds at once and for good, and a broken store refuses. */
import { rmSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { temporaryFolder } from '../../test/kit/temporary-folder.ts';
import { testGate } from '../../test/kit/test-gate.ts';
import type { KillSwitch, Admission, CallAsk, CallEnd } from '../core/index.ts';
import { digestEvent, type TranscriptEvent } from '../detect/index.ts';
import { createMemoryStore, type Store } from '../store/index.ts';
import { faultyStore } from '../testing/index.ts';
import type { Gate, GateEvent } from './index.ts';

const folders: string[] = [];
function folder(): string {
  const made = temporaryFolder('gate');
  folders.push(made);
  return made;
}
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

interface Setting {
  readonly store?: Store;
  readonly killSwitch?: Partial<KillSwitch>;
  readonly registration?: 'open' | 'closed';
  readonly marksFolder?: string;
}

function openGate(setting: Setting = {}): Promise<Gate> {
  const { killSwitch } = setting;
  return testGate({
    store: setting.store ?? createMemoryStore(),
    marksFolder: setting.marksFolder ?? null,
    registration: setting.registration ?? 'open',
    envelopeOf: () => (killSwitch === undefined ? {} : { killSwitch }),
    capture: 'on-stop',
  });
}

const ask = (more: Partial<CallAsk> = {}): CallAsk => ({
  agent: 'crawler',
  purpose: 'step',
  estimateTokens: 100,
  waitMs: 0,
  ...more,
});
const answered = (more: Partial<CallEnd> = {}): CallEnd => ({
  status: 'SUCCESS',
  latencyMs: 900,
  tokens: 300,
  cachedTokens: 0,
  response: { toolCalls: 1, outputLength: 40 },
  ...more,
});
const looked: TranscriptEvent = { kind: 'tool', tool: 'look', args: { at: 'a' }, result: 'a=1' };
const looping = ask({ observed: { digests: [digestEvent(looked)] } });

/** One whole call; tells what the gate said. */
async function call(gate: Gate, one: CallAsk = ask()): Promise<Admission> {
  const admission = await gate.admit(one);
  if (admission.allowed) await admission.call.finish(answered());
  return admission;
}

function passed(admission: Admission): Extract<Admission, { allowed: true }>['call'] {
  if (!admission.allowed) throw new Error(`refused: ${admission.refusal.reason}`);
  return admission.call;
}

const kindOf = (admission: Admission) => (admission.allowed ? 'allowed' : admission.refusal.kind);

describe('letting through', () => {
  verifies(
    'T2',
    'records a call before it passes, as admit, and its end with the answer',
    async () => {
      const store = createMemoryStore();
      const gate = await openGate({ store });
      const admission = await gate.admit(ask());
      const kinds = async () => (await store.read('crawler', 1, 100)).map(({ kind }) => kind);
      expect(await kinds()).toEqual(['segment', 'operator', 'admit']);
      await passed(admission).finish(answered());
      expect(await kinds()).toEqual(['segment', 'operator', 'admit', 'event']);
    },
  );

  verifies('T10', 'a failed call costs health, a refused one does not', async () => {
    const gate = await openGate();
    const failed = { status: 'FAILED', tokens: 0, cachedTokens: 0, latencyMs: 5 } as const;
    await passed(await gate.admit(ask())).finish(failed);
    expect((await gate.agent('crawler')).health).toBe(0.95);
    await gate.operate({ agent: 'crawler', action: 'pause', by: 'test', why: 'lunch' });
    await call(gate);
    expect((await gate.agent('crawler')).health).toBe(0.95);
  });

  test('counts a call once, however often it is finished', async () => {
    const gate = await openGate();
    const one = passed(await gate.admit(ask()));
    await Promise.all([one.finish(answered()), one.finish(answered())]);
    const view = await gate.agent('crawler');
    expect(view.open_calls).toBe(0);
  });

  test('waits while only a veto stands, and passes when it is over', async () => {
    const gate = await openGate();
    await passed(await gate.admit(ask())).finish(answered({ tokens: 49_990 }));
    const waited = await gate.admit(ask({ waitMs: 30 }));
    expect(waited).toMatchObject({
      allowed: false,
      refusal: { kind: 'TOKEN_BUDGET_EXCEEDED', temporary: true },
    });
    expect(kindOf(await call(gate, ask({ estimateTokens: 5 })))).toBe('allowed');
  });

  test('does not let an unregistered agent in where registration is closed', async () => {
    const gate = await openGate({ registration: 'closed' });
    expect(kindOf(await call(gate))).toBe('agent_unknown');
    await gate.register('crawler', 'admin');
    expect(kindOf(await call(gate))).toBe('allowed');
  });
});

describe('the kill switch', () => {
  verifies(['K8', 'K12'], 'deactivates the agent that repeats itself', async () => {
    const gate = await openGate({ killSwitch: { enabled: true } });
    const said: string[] = [];
    for (let turn = 0; turn < 7; turn += 1) said.push(kindOf(await call(gate, looping)));
    expect(said).toEqual([
      ...Array<string>(4).fill('allowed'),
      ...Array<string>(3).fill('kill_switch'),
    ]);
    expect(await gate.agent('crawler')).toMatchObject({ active: 0, deactivated_by: 'kill_switch' });
  });

  verifies('K10', 'leaves an event of its own with the details', async () => {
    const store = createMemoryStore();
    const gate = await openGate({ store, killSwitch: { enabled: true } });
    for (let turn = 0; turn < 5; turn += 1) await call(gate, looping);
    const [event, more] = await store.events({ agent: 'crawler', type: 'kill_switch', limit: 10 });
    expect(more).toBeUndefined();
    expect(event?.reason).toMatch(/^Called `look` 5 times and got the same result each time/);
    expect(JSON.parse(event?.details ?? '{}')).toMatchObject({
      detector: 'progress',
      threshold: 10,
      progress: { level: 'stop', score: 10.4 },
      literal: { similarPrompts: 0 },
    });
  });

  verifies('K12', 'is forgotten on activation, which keeps the configuration', async () => {
    const gate = await openGate({ killSwitch: { enabled: true, windowSize: 30 } });
    for (let turn = 0; turn < 5; turn += 1) await call(gate, looping);
    await gate.operate({ agent: 'crawler', action: 'activate', by: 'ada', why: 'looked at it' });
    const view = await gate.agent('crawler');
    expect(view).toMatchObject({ active: 1, deactivated_by: null });
    expect(view.kill_switch).toMatchObject({ enabled: true, window_size: 30 });
    expect(kindOf(await call(gate, looping))).toBe('allowed');
  });

  verifies(
    'K7',
    'leaves the agent alone while it is off, and says what it would have done',
    async () => {
      const gate = await openGate();
      const events: GateEvent[] = [];
      gate.onEvent((event) => events.push(event));
      for (let turn = 0; turn < 9; turn += 1)
        expect(kindOf(await call(gate, looping))).toBe('allowed');
      const types = events.map(({ eventType }) => eventType);
      expect(types.filter((type) => type === 'kill_switch_shadow')).toHaveLength(1);
      expect(types).not.toContain('kill_switch');
    },
  );
});

describe('a stop', () => {
  verifies(
    'T8',
    'refuses the next request, and everything until a person releases it',
    async () => {
      const gate = await openGate();
      await call(gate);
      const stopped = await gate.operate({
        agent: 'crawler',
        action: 'deactivate',
        by: 'ada',
        why: 'it went mad',
      });
      expect(stopped.recorded).toBe(true);
      const refused = await call(gate);
      expect(refused).toMatchObject({
        allowed: false,
        refusal: { kind: 'manual', temporary: false },
      });
      if (!refused.allowed) {
        expect(refused.refusal.reason).toContain('Stopped by ada: it went mad (since ');
        expect(refused.refusal.remedy).toBe('A person has to resume it: tripwire resume crawler');
      }
      await gate.operate({ agent: 'crawler', action: 'activate', by: 'ada', why: 'mended' });
      expect(kindOf(await call(gate))).toBe('allowed');
    },
  );

  verifies('X5', 'ends the calls that are under way, those of subagents too', async () => {
    const gate = await openGate();
    const main = passed(await gate.admit(ask({ session: 's1' })));
    const sub = passed(await gate.admit(ask({ session: 's1', thread: 'sub' })));
    const other = passed(await gate.admit(ask({ agent: 'other' })));
    const stopped = await gate.operate({
      agent: 'crawler',
      action: 'deactivate',
      by: 'a',
      why: 'b',
    });
    expect(stopped.cut).toBe(2);
    expect([main, sub, other].map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
    expect(main.signal.reason).toMatchObject({ kind: 'manual' });
  });

  verifies('X5', 'of one session leaves the others alone', async () => {
    const gate = await openGate();
    const act = { agent: 'crawler', session: 's1', by: 'ada', why: 'only this one' } as const;
    await call(gate, ask({ session: 's1' }));
    await gate.operate({ ...act, action: 'deactivate' });
    expect(kindOf(await call(gate, ask({ session: 's1' })))).toBe('manual');
    expect(kindOf(await call(gate, ask({ session: 's2' })))).toBe('allowed');
  });

  verifies('X5', 'of a session holds under another agent’s name too', async () => {
    const gate = await openGate();
    await call(gate, ask({ session: 's1' }));
    await gate.operate({ agent: 'crawler', action: 'deactivate', by: 'ada', why: 'stop' });
    expect(kindOf(await call(gate, ask({ agent: 'alias', session: 's1' })))).toBe('manual');
    expect(kindOf(await call(gate, ask({ agent: 'alias', session: 's9' })))).toBe('allowed');
  });

  verifies(
    'X5',
    'of all reaches agents that are not there yet, and resume-all lifts it alone',
    async () => {
      const gate = await openGate();
      const open = passed(await gate.admit(ask()));
      await gate.operate({ agent: 'second', action: 'deactivate', by: 'ada', why: 'before' });
      await gate.stopAll('ada', 'fire');
      expect(open.signal.aborted).toBe(true);
      expect(kindOf(await call(gate, ask({ agent: 'newcomer' })))).toBe('stop_all');
      await gate.resumeAll('ada', 'over');
      expect(kindOf(await call(gate, ask({ agent: 'newcomer' })))).toBe('allowed');
      expect(kindOf(await call(gate, ask({ agent: 'second' })))).toBe('manual');
    },
  );

  verifies('X5', 'survives a restart', async () => {
    const store = createMemoryStore();
    const gate = await openGate({ store });
    await gate.operate({ agent: 'crawler', action: 'deactivate', by: 'ada', why: 'stop' });
    await gate.stopAll('ada', 'fire');
    gate.close();
    const again = await openGate({ store });
    expect(kindOf(await call(again))).toBe('stop_all');
    await again.resumeAll('ada', 'over');
    expect(kindOf(await call(again))).toBe('manual');
  });

  test('wakes a request that waits, and refuses it', async () => {
    const gate = await openGate();
    await passed(await gate.admit(ask())).finish(answered({ tokens: 49_990 }));
    const waiting = gate.admit(ask({ waitMs: 60_000 }));
    await new Promise((resolve) => setTimeout(resolve, 20));
    await gate.operate({ agent: 'crawler', action: 'deactivate', by: 'ada', why: 'stop' });
    expect(kindOf(await waiting)).toBe('manual');
  });
});

describe('an agent that is stopped before it was ever seen', () => {
  test('is stopped, and has its configuration when it is released', async () => {
    const gate = await openGate({ killSwitch: { enabled: true, windowSize: 30 } });
    await gate.operate({ agent: 'crawler', action: 'deactivate', by: 'ada', why: 'not yet' });
    expect(kindOf(await call(gate))).toBe('manual');
    await gate.operate({ agent: 'crawler', action: 'activate', by: 'ada', why: 'now' });
    expect((await gate.agent('crawler')).kill_switch).toMatchObject({
      enabled: true,
      window_size: 30,
    });
  });
});

describe('tools of a response', () => {
  verifies('K8', 'wait for the gate, and do not run once the agent is stopped', async () => {
    const gate = await openGate();
    const one = passed(await gate.admit(ask()));
    expect(await one.mayRun(1)).toBeNull();
    await gate.operate({ agent: 'crawler', action: 'deactivate', by: 'ada', why: 'stop' });
    expect(await one.mayRun(2)).toMatchObject({ kind: 'manual' });
  });

  test('are counted with the calls of the minute without being counted twice', async () => {
    const gate = await openGate();
    const one = passed(await gate.admit(ask()));
    expect(await one.mayRun(60)).toBeNull();
    expect(await one.mayRun(61)).toMatchObject({ kind: 'RATE_LIMIT_EXCEEDED' });
    await one.finish(answered({ response: { toolCalls: 60, outputLength: 1 } }));
    const next = passed(await gate.admit(ask()));
    expect(await next.mayRun(1)).toMatchObject({ kind: 'RATE_LIMIT_EXCEEDED' });
  });
});

describe('a store that fails', () => {
  verifies('T2', 'lets nothing through, and is used again when it can', async () => {
    const control = faultyStore(createMemoryStore());
    const gate = await openGate({ store: control.store });
    expect(kindOf(await call(gate))).toBe('allowed');
    control.fault = 'refuses';
    const refused = await call(gate);
    expect(refused).toMatchObject({ allowed: false, refusal: { kind: 'gate_unavailable' } });
    if (!refused.allowed) expect(refused.refusal.reason).toContain('the disk is full');
    control.fault = null;
    expect(kindOf(await call(gate))).toBe('allowed');
  });

  verifies('T2', 'and has written after all, is believed: what is there counts', async () => {
    const control = faultyStore(createMemoryStore());
    const gate = await openGate({ store: control.store });
    await call(gate);
    control.fault = 'lies';
    expect(kindOf(await call(gate))).toBe('gate_unavailable');
    control.fault = null;
    expect(kindOf(await call(gate))).toBe('allowed');
    const rows = await control.store.read('crawler', 1, 100);
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
    expect(rows.filter(({ kind }) => kind === 'admit')).toHaveLength(3);
  });

  verifies(
    'X5',
    'does not keep a stop from being in force, nor from surviving a crash',
    async () => {
      const control = faultyStore(createMemoryStore());
      const marksFolder = folder();
      const gate = await openGate({ store: control.store, marksFolder });
      const open = passed(await gate.admit(ask()));
      control.fault = 'refuses';
      const stopped = await gate.operate({
        agent: 'crawler',
        action: 'deactivate',
        by: 'a',
        why: 'b',
      });
      expect(stopped).toMatchObject({ recorded: false, cut: 1 });
      expect(open.signal.aborted).toBe(true);
      expect(await gate.agent('crawler')).toMatchObject({ active: 0, deactivated_by: 'manual' });
      expect(kindOf(await call(gate))).toBe('manual');
      control.fault = null;
      const again = await openGate({ store: control.store, marksFolder });
      expect(kindOf(await call(again))).toBe('manual');
      expect(await again.agent('crawler')).toMatchObject({ deactivated_by: 'manual' });
    },
  );
});

describe('repeated refusals', () => {
  test('of a stopped agent are counted, not recorded one by one', async () => {
    const store = createMemoryStore();
    const gate = await openGate({ store });
    await gate.operate({ agent: 'crawler', action: 'deactivate', by: 'ada', why: 'stop' });
    for (let turn = 0; turn < 500; turn += 1) await call(gate);
    const before = (await store.read('crawler', 1, 1_000)).length;
    expect(before).toBeLessThan(8);
    gate.close();
    const events = await store.events({ agent: 'crawler', type: 'refused', limit: 10 });
    expect(events.map(({ reason }) => reason)).toEqual([
      '1 more request was refused',
      '499 more requests were refused',
    ]);
  });
});
