/**
 * The kill switch in force: of all agents of the running server, else as a server started here would have it.
 */
import type { Environment } from '../../base/environment.ts';
import type { Config } from '../../config/index.ts';
import { ApiProblem } from '../../control/api/client.ts';
import type { ServerNote } from '../../server/server-file.ts';
import { switchWords, type SwitchView } from '../agents/switch-text.ts';
import { AdminServer } from '../server/admin-call.ts';
import { adminHere } from './admin-here.ts';
import type { Check } from './checks.ts';

/** As the server tells it; where none does, as it is configured here. */
export async function switchInForce(
  { data, killSwitch }: Config,
  server: ServerNote | null,
  env: Environment,
): Promise<SwitchView> {
  const { enabled, shadow } = killSwitch;
  const mode = enabled ? (shadow ? 'shadow' : 'on') : 'off';
  const configured: SwitchView = { state: mode, new_agents: mode, off: [] };
  if (server === null) return configured;
  try {
    const admin = new AdminServer(adminHere(server.adminUrl, data, env));
    return (await admin.call('GET /api/status')).kill_switch;
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    return configured;
  }
}

/** A switch that is off is no sound set-up. */
export function switchCheck(view: SwitchView): Check {
  const ok = view.state === 'on' || view.state === 'shadow';
  return { name: 'kill switch', ok, detail: switchWords(view) };
}
