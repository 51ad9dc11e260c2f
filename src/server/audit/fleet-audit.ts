/**
 * The audit of a fleet: the node that leads measures the windows of all agents, and no other does. Its log is in its own
 * data folder; where it is gone, the node that leads next goes on in a log of its own.
 *
 * Windows are made from the journal, so who measures makes no difference to them. Until when somebody measured is in the
 * database: whoever takes over must not say in its log that Tripwire was away.
 */
import { toLog } from '../../base/log.ts';
import { Problem, type AuditReads } from '../../control/index.ts';
import type { Store } from '../../store/index.ts';
import type { Fleet } from '../fleet.ts';
import { startAudit, TICK_MS, type AuditParts, type RunningAudit } from './service.ts';

const TRACED = { kind: 'audit-traced', id: 'fleet' } as const;

/** What the audit needs of a node. */
export interface FleetAuditParts extends Omit<AuditParts, 'tracedUntil'> {
  readonly store: Store;
  readonly fleet: Pick<Fleet, 'leads' | 'nodes'>;
}

/** Measures while this node leads. */
export async function startFleetAudit(parts: FleetAuditParts): Promise<RunningAudit> {
  const { store, fleet, clock, problems, log } = parts;
  let running: RunningAudit | null = null;
  const look = async () => {
    if (!fleet.leads()) {
      const ended = running;
      running = null;
      if (ended !== null) log('Another node of the fleet measures windows from now on.');
      await ended?.close();
      return;
    }
    if (running === null) {
      running = await startAudit({ ...parts, tracedUntil: await tracedUntil(store) });
      log('This node of the fleet measures windows; its log is in its data folder.');
    }
    const at = clock.now();
    await store.changeDocuments({ put: [{ ...TRACED, at, body: JSON.stringify({ at }) }] });
  };
  let looking: Promise<void> | null = null;
  const lookOnce = () => {
    looking ??= look()
      .catch(toLog(problems, 'audit', 'measuring windows'))
      .finally(() => {
        looking = null;
      });
    return looking;
  };
  await lookOnce();
  const timer = setInterval(() => void lookOnce(), TICK_MS);
  const reads = async (): Promise<AuditReads> => running ?? refuse(await leader(fleet));
  return {
    windows: async (agent, asked) => (await reads()).windows(agent, asked),
    log: async () => (await reads()).log(),
    entries: async (asked) => (await reads()).entries(asked),
    close: async () => {
      clearInterval(timer);
      await looking;
      await running?.close();
    },
  };
}

async function tracedUntil(store: Store): Promise<number> {
  const [last] = await store.documents({ ...TRACED, limit: 1 });
  return last?.at ?? 0;
}

async function leader(fleet: Pick<Fleet, 'nodes'>): Promise<string> {
  return (await fleet.nodes()).find(({ leads }) => leads)?.name ?? 'the node that leads next';
}

function refuse(name: string): never {
  throw new Problem(
    'unavailable',
    `one node of a fleet measures windows, and that is ${name}: ask it, its log is in its data folder`,
  );
}
