/** Several gates on one database, each the node of a fleet, in one process. */
import { onTestFinished } from 'vitest';
import { FROZEN_V0_2 } from '../../src/core/index.ts';
import type { GateParts } from '../../src/gate/index.ts';
import { openFleet, type Fleet } from '../../src/server/fleet.ts';
import { testGate } from '../kit/test-gate.ts';

export interface GateNode {
  readonly fleet: Fleet;
  readonly gate: Awaited<ReturnType<typeof testGate>>;
}

/** Long enough for a machine that is busy. */
const LEASE_MS = 20_000;

/** Opens so many; they are gone when the test ends. */
export async function fleetGates(
  url: string,
  count: number,
  parts: Partial<GateParts> = {},
): Promise<readonly GateNode[]> {
  const constitution = parts.constitution ?? FROZEN_V0_2;
  const nodes: GateNode[] = [];
  for (let at = 0; at < count; at += 1) {
    const name = `node ${String(at)}`;
    const fleet = await openFleet({ url, name, place: name, constitution, leaseMs: LEASE_MS });
    const { store, turn, shared } = fleet;
    const gate = await testGate({ ...parts, store, turn, shared });
    await fleet.start(gate);
    nodes.push({ fleet, gate });
    onTestFinished(async () => {
      gate.close();
      await store.close();
    });
  }
  return nodes;
}
