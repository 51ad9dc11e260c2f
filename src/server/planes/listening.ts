import type { Environment } from '../../base/environment.ts';
/** What both planes of a server are opened with. */
import type { Config } from '../../config/index.ts';
import type { Constitution } from '../../core/index.ts';
import type { Gate, ServingTurn } from '../../gate/index.ts';
import type { Store } from '../../store/index.ts';
import type { RunningAudit } from '../audit/service.ts';
import type { ClockWatch } from '../clock-watch.ts';
import type { Fleet } from '../fleet.ts';
import type { HeldSecrets } from '../held-secrets.ts';
import type { ServerLog } from '../log/server-log.ts';
import type { LiveConfig } from '../setup.ts';

/** What closes each part, in the order in which they were opened. */
export type Closing = (() => void | Promise<void>)[];

/** Where people read about a stop, once there is a place. */
export interface Pages {
  linkOf: (incident: string) => string | null;
}

/** A server whose gate is open, and that nobody can reach yet. */
export interface Listening {
  readonly config: Config;
  readonly env: Environment;
  readonly gate: Gate;
  readonly store: Store;
  readonly turn: ServingTurn | null;
  readonly fleet: Fleet | null;
  readonly constitution: Constitution;
  /** Whether an agent's model calls need hooks that report, as it is configured now. */
  readonly attests: (agent: string) => boolean;
  readonly audit: RunningAudit | null;
  readonly live: LiveConfig;
  readonly pages: Pages;
  readonly held: HeldSecrets;
  readonly time: ClockWatch;
  readonly problems: ServerLog;
}
