/** One client session under two agents' names: a stop of one reaches the other, at once and in flight. */
import { describe, expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { CallAsk, OpenCall } from '../../src/core/gate-port.ts';
import { CODING_V1 } from '../../src/core/index.ts';
import type { Gate } from '../../src/gate/index.ts';
import type { Store } from '../../src/store/index.ts';
import { testGate } from '../kit/test-gate.ts';
import { controlledStore, type ControlledStore } from './controlled-store.ts';

const act = { agent: 'crawler', action: 'deactivate', by: 'ada', why: 'enough' } as const;

function openGate(store: Store): Promise<Gate> {
  return testGate({ store, constitution: CODING_V1 });
}

async function passed(gate: Gate, agent: string, session: string): Promise<OpenCall> {
  const ask: CallAsk = { agent, session, purpose: 'step', estimateTokens: 1, waitMs: 0 };
  const admission = await gate.admit(ask);
  if (!admission.allowed) throw new Error(admission.refusal.reason);
  return admission.call;
}

/** Waits for something while the disk answers. */
async function withDisk<T>(control: ControlledStore, waited: Promise<T>): Promise<T> {
  const over = new AbortController();
  void waited.finally(() => over.abort());
  while (!over.signal.aborted) {
    control.endNext('done');
    await Promise.resolve();
  }
  return waited;
}

describe('a session under two names', () => {
  verifies('X5', 'is cut in flight under both, and other sessions are not', async () => {
    const control = controlledStore();
    const gate = await openGate(control.disk);
    await passed(gate, 'crawler', 's1');
    const alias = await passed(gate, 'alias', 's1');
    const other = await passed(gate, 'alias', 's2');
    expect(await gate.operate(act)).toMatchObject({ recorded: true, cut: 2 });
    expect([alias, other].map(({ signal }) => signal.aborted)).toEqual([true, false]);
    gate.close();
  });

  verifies('X5', 'is refused under both while the stop is not recorded yet', async () => {
    const control = controlledStore();
    const gate = await withDisk(control, openGate(control.store));
    await withDisk(control, passed(gate, 'crawler', 's1'));
    await withDisk(control, passed(gate, 'alias', 's1'));
    const stopping = gate.operate(act);
    expect(await gate.standing('alias', 's1')).toMatchObject({ kind: 'manual' });
    expect(await gate.standing('alias', 's2')).toBeNull();
    await withDisk(control, stopping);
    gate.close();
  });
});
