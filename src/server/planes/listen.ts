/** Both ports of a server: one for agents, one for people. */
import { join } from 'node:path';
import { packageVersion } from '../../base/node/package-folder.ts';
import { present } from '../../base/present.ts';
import type { Agent } from '../../control/api/client.ts';
import { startControl } from '../../control/index.ts';
import { controlToken } from '../../control/people/control-token.ts';
import { askingRuleOf } from '../approvals/asking-rule.ts';
import { FleetSettings } from '../fleet-settings.ts';
import { logSecret } from '../held-secrets.ts';
import { openCheckGate } from '../open-gate.ts';
import { chatSecrets, otlpOf, serverSetup, tlsOf } from '../setup.ts';
import { openDataPlane } from './data-plane.ts';
import type { Closing, Listening } from './listening.ts';

/** Where the planes are, and what the control plane knows. */
export interface Address {
  /** Where agents connect. */
  readonly url: string;
  /** Where people connect. */
  readonly adminUrl: string;
  /** A link that signs a person in, once. */
  signInLink(): string;
  /** Every agent, as the API shows it. */
  agents(): Promise<readonly Agent[]>;
}

/** Opens both planes; the data plane first, because the control plane tells people that agents can connect. */
export async function listen(parts: Listening, closing: Closing): Promise<Address> {
  const { config, env, gate, store, turn, fleet, constitution, audit, live } = parts;
  const { held, problems, time } = parts;
  const { url, keys } = await openDataPlane(parts, closing);
  const token = controlToken(config.data, env);
  held.hold('admin', [token, ...logSecret(config.data)]);
  const applying = { gate, store, log: (line: string) => problems.info('server', line) };
  const now = () => gate.clock.now();
  const shared = fleet === null ? null : new FleetSettings(store, live, now, problems);
  await shared?.hear();
  chatSecrets(config, env);
  const control = await startControl({
    gate,
    store,
    keys,
    host: config.adminHost,
    port: config.adminPort,
    token,
    holdSecrets: (secrets) => held.hold('channels', secrets),
    allowRemote: config.allowRemote,
    version: packageVersion(),
    constitution,
    dataDir: config.data,
    ...present({ database: config.store }),
    ...(audit === null ? {} : { audit }),
    tls: tlsOf(config),
    stopCheck: {
      folder: join(config.data, 'stops'),
      openGate: (marksFolder) => openCheckGate(constitution, marksFolder),
      servingProblem: () => turn?.problem() ?? null,
    },
    clockProblem: () => turn?.problem() ?? time.problem(),
    setup: serverSetup(url, live, applying, shared),
    askingRuleOf: (target) => askingRuleOf(live.config.approvals, target),
    chat: () => chatSecrets(live.config, env),
    stuck: () => live.config.stuck,
    otlp: otlpOf(env),
    ...present({ fleet: fleet ?? undefined }),
    log: problems,
  });
  closing.push(() => control.close());
  await fleet?.onChange('keys', () => keys.reload());
  await fleet?.onChange('people', async () => {
    await control.reloadPeople();
    await shared?.hear();
  });
  parts.pages.linkOf = (incident) => control.incidentLink(incident);
  return {
    url,
    adminUrl: control.url,
    signInLink: () => control.signInLink(),
    agents: () => control.agents(),
  };
}
