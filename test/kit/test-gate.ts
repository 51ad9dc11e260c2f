/**
 * A gate as tests open it: in memory, for everybody, without evidence. A test names only what it is about.
 * It is opened by the door that the package exports, as a program of a user's own would.
 */
import { FROZEN_V0_2 } from '../../src/core/index.ts';
import { createMemoryStore, Gate, type GateParts } from '../../src/gate/public.ts';

/** Opens it; whoever opened it closes it. */
export function testGate(parts: Partial<GateParts> = {}): Promise<Gate> {
  return Gate.open({
    store: createMemoryStore(),
    constitution: FROZEN_V0_2,
    coreVersion: '0.2.0',
    marksFolder: null,
    registration: 'open',
    envelopeOf: () => ({}),
    capture: 'none',
    ...parts,
  });
}
