/**
 * Incidents over the API: the list, one of them, and what people say of it.
 */
import { killSwitchOf, type KillSwitch } from '../../core/index.ts';
import type { StoredEvent } from '../../store/index.ts';
import { authorOf } from '../api/caller.ts';
import { recordAct, type Handlers, type Plane } from '../api/control-plane.ts';
import { Problem } from '../api/problem.ts';
import { backtest } from './backtest.ts';
import { exemptionOf, withExemption } from './exemption.ts';
import { stoppedThread, type StoppedStep } from './explained-steps.ts';
import { keptTexts } from './incident-evidence.ts';
import { Incidents } from './incident-list.ts';
import { viewIncident } from './incident-view.ts';
import { writeCase } from './marked-case.ts';

const DAY_MS = 86_400_000;

export const incidentHandlers: Handlers<
  | 'GET /api/incidents'
  | 'GET /api/incidents/:id'
  | 'POST /api/incidents/:id/acknowledge'
  | 'POST /api/incidents/:id/note'
  | 'POST /api/incidents/:id/assign'
  | 'POST /api/incidents/:id/case'
  | 'POST /api/incidents/:id/healthy'
> = {
  'GET /api/incidents': async (plane, { query }) => ({
    status: 200,
    body: await new Incidents(plane).list(query),
  }),

  'GET /api/incidents/:id': async (plane, { id }) => {
    const { event, summary } = await new Incidents(plane).find(id);
    return { status: 200, body: await viewIncident(plane, event, summary) };
  },

  'POST /api/incidents/:id/acknowledge': async (plane, { id, caller, body }) => {
    const at = plane.gate.clock.now();
    const by = authorOf(caller, body);
    const incident = await new Incidents(plane).mark(id, at, { acknowledged: { by, at } });
    await recordAct(plane, by, `has seen the incident ${id}`, body.why);
    return { status: 200, body: incident };
  },

  'POST /api/incidents/:id/note': async (plane, { id, caller, body }) => {
    const at = plane.gate.clock.now();
    const { note } = body;
    const incident = await new Incidents(plane).mark(id, at, { note });
    await recordAct(plane, authorOf(caller, body), `wrote a note on the incident ${id}`, body.why);
    return { status: 200, body: incident };
  },

  'POST /api/incidents/:id/assign': async (plane, { id, caller, body }) => {
    const at = plane.gate.clock.now();
    const { assignee } = body;
    const incident = await new Incidents(plane).mark(id, at, { assignee });
    const did =
      assignee === null
        ? `assigned nobody to the incident ${id}`
        : `assigned ${assignee} to the incident ${id}`;
    await recordAct(plane, authorOf(caller, body), did, body.why);
    return { status: 200, body: incident };
  },

  /** What a person says about the run is kept as a case; nothing that binds the agent changes by it. */
  'POST /api/incidents/:id/case': async (plane, { id, caller, body }) => {
    const { dataDir } = plane;
    const incidents = new Incidents(plane);
    const { event } = await incidents.find(id);
    const { label, content_free: contentFree } = body;
    const steps = await stepsOf(plane, event);
    if (steps.length === 0) {
      throw new Problem(
        'bad-request',
        'Nothing of the stopped conversation is in the journal, so there is no case to write.',
      );
    }
    const by = authorOf(caller, body);
    await recordAct(plane, by, `called the run of the stop ${id} ${label}`, body.why);
    const written = writeCase(dataDir, event, steps, { label, contentFree });
    const change = { marked: label, healthy: label === 'healthy' };
    const incident = await incidents.mark(id, plane.gate.clock.now(), change);
    const { file, steps: count, contentFree: isFree, isStopped } = written;
    return {
      status: 200,
      body: { incident, label, file, steps: count, content_free: isFree, still_stopped: isStopped },
    };
  },

  /** The exception makes the same repetition pass from now on; the stop itself is lifted by a separate act. */
  'POST /api/incidents/:id/healthy': async (plane, { id, caller, body }) => {
    const { store, gate } = plane;
    const incidents = new Incidents(plane);
    const { event, summary } = await incidents.find(id);
    if (summary.kind !== 'kill_switch') {
      throw new Problem(
        'bad-request',
        `This stop was no judgement of a detector (${summary.kind}), so there is nothing to call healthy. ` +
          'Nothing was changed.',
      );
    }
    const at = gate.clock.now();
    const { agent } = event;
    const exception = exemptionOf(body, await stepsOf(plane, event), at);
    const own = await killSwitchNow(plane, agent);
    const exceptions = exception === null ? own.exceptions : withExemption(own, exception, at);
    const envelope = { ...(await gate.envelope(agent)), killSwitch: { ...own, exceptions } };
    const asked = { agent, envelope, since: at - DAY_MS, until: at };
    const judged = await backtest(store, plane.constitution, asked);
    if (body.preview) {
      return { status: 200, body: { incident: summary, exception, backtest: judged } };
    }
    const by = authorOf(caller, body);
    const why = body.why ?? `the stop ${id} was wrong`;
    if (exception !== null) {
      const change = { killSwitch: { exceptions } };
      await gate.operate({ agent, action: 'configure', by, why, envelope: change });
    }
    const incident = await incidents.mark(id, at, { healthy: true });
    await recordAct(plane, by, `called the stop ${id} wrong`, body.why);
    return { status: 200, body: { incident, exception, backtest: judged } };
  },
};

async function killSwitchNow({ gate }: Plane, agent: string): Promise<KillSwitch> {
  return killSwitchOf(await gate.envelope(agent));
}

/** The steps of the conversation that a stop is about, with what was kept of them. */
async function stepsOf(plane: Plane, event: StoredEvent): Promise<readonly StoppedStep[]> {
  const kept = await keptTexts(plane.store, event);
  return (await stoppedThread(plane, event, kept?.texts ?? []))?.steps ?? [];
}
