/**
 * The measured windows of an agent.
 */
import type { z } from 'zod';
import { present } from '../../base/present.ts';
import { knownAgent, type Handlers } from '../api/control-plane.ts';
import type { windowsPage, windowView } from '../api/schemas-windows.ts';

/** Which windows. */
export interface WindowsAsked {
  /** Number of the first; the newest when absent. */
  readonly from?: number;
  readonly limit: number;
  /** Without the windows themselves. */
  readonly summary: boolean;
}

/** A window as people see it. */
export type WindowView = z.output<typeof windowView>;

/** Some windows of an agent. */
export type WindowsPage = z.output<typeof windowsPage>;

export const windowReads: Handlers<'GET /api/agents/:id/windows'> = {
  'GET /api/agents/:id/windows': async (plane, asked) => {
    const agent = await knownAgent(plane, asked);
    const { from, limit, summary } = asked.query;
    const wanted = { ...present({ from }), limit, summary: summary === 'true' };
    const none: WindowsPage = { agent, audited: false, total: 0, windows: [] };
    const body = plane.audit === null ? none : await plane.audit.windows(agent, wanted);
    return { status: 200, body };
  },
};
