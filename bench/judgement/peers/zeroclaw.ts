/**
 * zeroclaw: the same call with the same result 5 times in a row, or two tools by name in turns 5 times over.
 *
 * It warns at 3 and blocks at 4; the stop is what is compared here. Its rule for other arguments with the same result
 * only blocks, since it stopped somebody who looked up seven names, and is left out.
 */
import { callWithResult } from './call-keys.ts';
import { firstFiringCall, type Peer } from './peer.ts';

const STOP = 5;

export const zeroclaw: Peer = {
  name: 'zeroclaw',
  rule: 'the same call and result 5 times in a row, or two tool names in turns 5 times',
  firedAt(thread) {
    const tools: string[] = [];
    let last = '';
    let repeats = 0;
    return firstFiringCall(thread, (call) => {
      const key = callWithResult(call);
      repeats = key === last ? repeats + 1 : 1;
      last = key;
      tools.push(call.tool);
      return repeats >= STOP || isPingPong(tools.slice(-2 * STOP));
    });
  },
};

function isPingPong(tools: readonly string[]): boolean {
  if (tools.length < 2 * STOP || tools[0] === tools[1]) return false;
  return tools.every((tool, index) => tool === tools[index % 2]);
}
