/**
 * agent-usage-guard: more than twelve agents started within ten minutes.
 *
 * It guards a plan's quota; how much of one is used, how deep agents start each other and how many run at once, a
 * thread cannot show.
 */
import { firstFiringCall, type Peer } from './peer.ts';

const AGENTS = 12;
const WINDOW_MS = 600_000;
const starting = /^(?:task|agent|spawn_agent|delegate\w*|subagent\w*)$/i;

export const usageGuard: Peer = {
  name: 'agent-usage-guard',
  rule: 'more than 12 agents started within 10 minutes',
  firedAt(thread) {
    const startedAt: number[] = [];
    return firstFiringCall(thread, ({ tool, atMs = 0 }) => {
      if (!starting.test(tool)) return false;
      startedAt.push(atMs);
      return startedAt.filter((at) => atMs - at <= WINDOW_MS).length > AGENTS;
    });
  },
};
