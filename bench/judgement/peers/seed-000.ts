/**
 * Seed 000 as its original does it: one minus the share of different outputs among the last five must
 * reach 0.9. Five equal outputs give 0.8, so it can never fire.
 */
import { callWithResult } from './call-keys.ts';
import { firstFiring, type Peer } from './peer.ts';

const WINDOW = 5;
const THRESHOLD = 0.9;

export const seed000: Peer = {
  name: 'seed 000',
  rule: '1 − different ÷ 5 ≥ 0.9 over the last 5 outputs',
  firedAt(thread) {
    const outputs: string[] = [];
    return firstFiring(thread, (event) => {
      if (event.kind === 'tool') outputs.push(callWithResult(event));
      if (event.kind === 'response') outputs.push(event.text);
      const window = outputs.slice(-WINDOW);
      return window.length === WINDOW && 1 - new Set(window).size / WINDOW >= THRESHOLD;
    });
  },
};
