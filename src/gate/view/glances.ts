/**
 * All agents at a glance: what the overview counts, without the whole view of each.
 *
 * With thousands of agents most have no hold and no cooldown, and of those the state says enough. What was found is kept
 * until the state is another one or its time has come, so a look costs what has changed since the last.
 */
import { MAIN } from '../../base/main-name.ts';
import { calmOf } from '../../core/activity-engine.ts';
import {
  killSwitchOf,
  type ActivityMode,
  type AgentState,
  type ConstitutionValues,
  type HoldView,
  type KillSwitch,
} from '../../core/index.ts';
import type { AgentChain } from '../chain/agent-chain.ts';
import type { WaitingCall } from '../waits.ts';
import { viewUnreadable, type AgentView, type ViewedAgent } from './agent-view.ts';
import { isDrill } from './drill-agent.ts';

/** An agent at a glance. */
export interface AgentGlance {
  readonly id: string;
  readonly mode: ActivityMode;
  /** Whether a hold keeps it from everything. */
  readonly isHeld: boolean;
  /** Held back for a while by a veto or a limit; what is held does not wait. */
  readonly isWaiting: boolean;
  readonly killSwitch: Pick<KillSwitch, 'enabled' | 'shadow'>;
  readonly lastSeen: number | null;
  /** It belongs to `tripwire drill`, and nobody works in it. */
  readonly isDrill: boolean;
  /** Why nothing can be judged at the moment; null when all is well. */
  readonly problem: string | null;
  /** What stands on it by its own journal; nothing on most. */
  readonly standing: Pick<AgentView, 'id' | 'holds' | 'sessions'> | null;
}

/** What of an agent follows from its state and the time. */
interface Kept {
  readonly state: AgentState;
  readonly until: number;
  readonly glance: AgentGlance;
}

/** What is looked at. */
interface Looked {
  readonly chain: AgentChain;
  /** Holds that bind it from above. */
  readonly above: readonly HoldView[];
  readonly waits: readonly WaitingCall[];
  readonly now: number;
  readonly values: ConstitutionValues;
}

/** What an agent shows by its own state: nothing that waits or stands above it. */
export type ViewOwn = (chain: AgentChain, asked: NonNullable<ViewedAgent['asked']>) => AgentView;

/** Remembers what was found of each agent. */
export class Glances {
  readonly #viewOwn: ViewOwn;
  readonly #kept = new Map<string, Kept>();

  constructor(viewOwn: ViewOwn) {
    this.#viewOwn = viewOwn;
  }

  of(looked: Looked): AgentGlance {
    const { chain, above, waits } = looked;
    const { glance } = this.#known(looked);
    if (chain.problem === null && above.length === 0 && waits.length === 0) return glance;
    const { sessions } = chain.latest;
    const isHeld = glance.isHeld || isWholly(above);
    const waitsNow = waits.some(({ session }) => Object.hasOwn(sessions, session ?? MAIN));
    const isWaiting = !isHeld && (glance.isWaiting || waitsNow);
    return { ...glance, isHeld, isWaiting, problem: chain.problem?.message ?? null };
  }

  #known({ chain, now, values }: Looked): Kept {
    const kept = this.#kept.get(chain.agent);
    if (kept?.state === chain.latest && now < kept.until) return kept;
    const found = this.#look(chain, now, values);
    this.#kept.set(chain.agent, found);
    return found;
  }

  #look(chain: AgentChain, now: number, values: ConstitutionValues): Kept {
    const { agent, latest: state, seenAt } = chain;
    const { enabled, shadow } = killSwitchOf(state.envelope);
    const known = {
      id: agent,
      killSwitch: { enabled, shadow },
      lastSeen: seenAt,
      isDrill: isDrill(agent, state),
      problem: null,
    };
    const calm = calmOf(state, values);
    if (calm !== null && now < calm.until) {
      const { mode, until } = calm;
      const glance = { ...known, mode, isHeld: false, isWaiting: false, standing: null };
      return { state, until, glance };
    }
    let until = Infinity;
    const view = this.#viewOwn(chain, ({ wakeAt }) => {
      until = Math.min(until, wakeAt ?? Infinity);
    });
    const isHeld = isWholly(view.holds);
    const isWaiting = view.waiting !== null;
    const glance = { ...known, mode: view.mode, isHeld, isWaiting, standing: view };
    return { state, until, glance };
  }
}

/** One of which nothing can be known: everything it asks for is refused. */
export function glanceUnreadable(agent: string, why: string): AgentGlance {
  const {
    mode,
    kill_switch: killSwitch,
    last_seen: lastSeen,
    problem,
  } = viewUnreadable(agent, why);
  return {
    id: agent,
    mode,
    isHeld: false,
    isWaiting: false,
    killSwitch,
    lastSeen,
    isDrill: false,
    problem,
    standing: null,
  };
}

function isWholly(holds: readonly HoldView[]): boolean {
  return holds.some(({ scope }) => scope === 'all');
}
