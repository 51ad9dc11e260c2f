/**
 * Incidents over the API: the list, one of them, and what people say of it.
 */
import { killSwitchOf, type KillSwitch } from '../../core/index.ts';
import { lastSteps } from '../agents/steps.ts';
import { authorOf } from '../api/caller.ts';
import { recordAct, type Handlers, type Plane } from '../api/control-plane.ts';
import { Problem } from '../api/problem.ts';
import { backtest } from './backtest.ts';
import { Incidents } from './incident-list.ts';
import { viewIncident } from './incident-view.ts';

const DAY_MS = 86_400_000;
const STEPS_LOOKED_AT = 100;

export const incidentHandlers: Handlers<
  | 'GET /api/incidents'
  | 'GET /api/incidents/:id'
  | 'POST /api/incidents/:id/acknowledge'
  | 'POST /api/incidents/:id/note'
  | 'POST /api/incidents/:id/healthy'
> = {
  'GET /api/incidents': async ({ store }, { query }) => ({
    status: 200,
    body: await new Incidents(store).list(query),
  }),

  'GET /api/incidents/:id': async (plane, { id }) => {
    const { event, summary } = await new Incidents(plane.store).find(id);
    return { status: 200, body: await viewIncident(plane, event, summary) };
  },

  'POST /api/incidents/:id/acknowledge': async (plane, { id, caller, body }) => {
    const at = plane.gate.clock.now();
    const by = authorOf(caller, body);
    const incident = await new Incidents(plane.store).mark(id, at, { acknowledged: { by, at } });
    await recordAct(plane, by, `has seen the incident ${id}`, body.why);
    return { status: 200, body: incident };
  },

  'POST /api/incidents/:id/note': async (plane, { id, caller, body }) => {
    const at = plane.gate.clock.now();
    const { note } = body;
    const incident = await new Incidents(plane.store).mark(id, at, { note });
    await recordAct(plane, authorOf(caller, body), `wrote a note on the incident ${id}`, body.why);
    return { status: 200, body: incident };
  },

  /** The exception makes the same repetition pass from now on; the stop itself is lifted by a separate act. */
  'POST /api/incidents/:id/healthy': async (plane, { id, caller, body }) => {
    const { store, gate } = plane;
    const incidents = new Incidents(store);
    const { event, summary } = await incidents.find(id);
    if (summary.kind !== 'kill_switch') {
      throw new Problem(
        'bad-request',
        `This stop was no judgement of a detector (${summary.kind}), so there is nothing to call healthy. ` +
          'Nothing was changed.',
      );
    }
    const tool = body.tool ?? (await repeatedTool(plane, event));
    const by = authorOf(caller, body);
    const why = body.why ?? `the stop ${id} was wrong`;
    const at = gate.clock.now();
    const { agent } = event;
    const exception = tool === null ? null : ({ tool, is: 'healthy' } as const);
    const own = await killSwitchNow(plane, agent);
    const exceptions =
      exception === null
        ? own.exceptions
        : [...own.exceptions.filter((one) => one.tool !== tool), exception];
    if (exception !== null) {
      const envelope = { killSwitch: { exceptions } };
      await gate.operate({ agent, action: 'configure', by, why, envelope });
    }
    const incident = await incidents.mark(id, at, { healthy: true });
    await recordAct(plane, by, `called the stop ${id} wrong`, body.why);
    const envelope = { ...(await gate.envelope(agent)), killSwitch: { ...own, exceptions } };
    const asked = { agent, envelope, since: at - DAY_MS, until: at };
    return {
      status: 200,
      body: { incident, exception, backtest: await backtest(store, plane.constitution, asked) },
    };
  },
};

async function killSwitchNow({ gate }: Plane, agent: string): Promise<KillSwitch> {
  return killSwitchOf(await gate.envelope(agent));
}

/** The tool that repeated most before a stop; null when none did. */
async function repeatedTool(
  { store }: Plane,
  event: { readonly agent: string; readonly seq: number; readonly session: string | null },
): Promise<string | null> {
  const { agent, seq, session } = event;
  const asked = { session: session ?? undefined, before: seq + 1, limit: STEPS_LOOKED_AT };
  const counts = new Map<string, number>();
  for (const { tool, repeated } of await lastSteps(store, agent, asked)) {
    if (tool !== null && repeated) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  return most?.[0] ?? null;
}
