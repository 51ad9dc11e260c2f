/**
 * A gate as tests open it: in memory, for everybody, without evidence. A test names only what it is about.
 */
import { FROZEN_V0_2 } from '../../src/core/index.ts';
import { Gate, type GateParts } from '../../src/gate/index.ts';
import { createMemoryStore } from '../../src/store/index.ts';

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
