/**
 * The drill on the server that runs: stop an agent through the admin API, see it refused, release it.
 *
 * The provider behind it is the real one, so nothing is sent while the agent may pass.
 */
import { errorWords } from '../../base/error-words.ts';
import { DRILL_AGENT } from '../../gate/index.ts';
import { httpAgent } from '../../testing/index.ts';
import type { AdminServer } from '../server/admin-call.ts';
import type { DrillStep } from './stage.ts';

/** The running server. */
export interface RunningStage {
  readonly admin: AdminServer;
  /** Of the data plane. */
  readonly url: string;
}

const params = { id: DRILL_AGENT };
/** In case the drill ends before it is revoked. */
const KEY_LASTS_S = 600;
const who = { by: 'drill', why: 'a test of the stop' };
const BOTH = 'the running server stops an agent, and releases it';

/** Checks the stop path of the running server. */
export async function drillRunningServer(
  stage: RunningStage,
  tell: (step: DrillStep) => void,
): Promise<void> {
  try {
    tell({ ...(await stoppedAndReleased(stage)), ok: true });
  } catch (error) {
    tell({ name: BOTH, ok: false, detail: errorWords(error) });
  }
}

async function stoppedAndReleased({ admin, url }: RunningStage): Promise<Omit<DrillStep, 'ok'>> {
  const { stop_all: all } = await admin.call('GET /api/overview');
  await admin.call('POST /api/agents', { body: { name: DRILL_AGENT, by: who.by } });
  const { required } = await admin.call('GET /api/keys');
  const body = { label: 'drill', expires_in_s: KEY_LASTS_S };
  const key = required ? await admin.call('POST /api/agents/:id/keys', { params, body }) : null;
  await admin.call('POST /api/agents/:id/deactivate', { params, body: who });
  const { reason, status, message, code } = await httpAgent({
    baseUrl: `${url}/agents/${DRILL_AGENT}/anthropic`,
    format: 'anthropic',
    kind: 'healthy',
    requestsMax: 1,
    stepDelayMs: 0,
    ...(key === null ? {} : { apiKey: key.key }),
  });
  if (reason !== 'refused' || code !== 'agent_stopped') {
    throw new Error(`a request of a stopped agent was not refused (HTTP ${status}): ${message}`);
  }
  await admin.call('POST /api/agents/:id/activate', { params, body: who });
  if (key !== null) await admin.call('DELETE /api/keys/:id', { params: { id: key.id } });
  const { active } = await admin.call('GET /api/agents/:id', { params });
  if (active !== 1) throw new Error('it was released and is still stopped');
  // What refuses everybody hides whether the release of one is in force.
  if (all !== null) {
    return {
      name: 'the running server stops an agent',
      detail: `refused with HTTP ${status}; all agents are stopped, so the release was not tried: run tripwire resume-all, then the drill again`,
    };
  }
  return {
    name: BOTH,
    detail: `refused with HTTP ${status} while stopped, free again after the release`,
  };
}
