/**
 * The agent that `run` stands for: registered where that is needed, and summed up at the end.
 */
import { variableOf, type Config } from '../../config/index.ts';
import type { Tally } from '../../journal/index.ts';
import { heldBy, remedyText, type Held } from '../agents/standing-text.ts';
import type { AdminServer } from '../server/admin-call.ts';
import { countOfThings } from '../terminal/amounts.ts';
import { momentText } from '../terminal/time-text.ts';

/** The server that an agent runs under. */
export interface AgentPlace {
  readonly config: Config;
  readonly admin: AdminServer;
  /** It goes on when the command has ended. */
  readonly lasts: boolean;
}

/** Where the clients of a format look for their key. */
const keyVariables: Readonly<Record<string, readonly string[]>> = {
  anthropic: ['ANTHROPIC_API_KEY'],
  openai: ['OPENAI_API_KEY', 'CODEX_API_KEY'],
  gemini: ['GEMINI_API_KEY'],
};

/** Longer than any run; what is left over is no key for ever. */
const KEY_LASTS_S = 30 * 86_400;

/** Where its hooks look for it. */
const HOOK_KEY_VARIABLE = 'TRIPWIRE_AGENT_KEY';

/** Registers the agent where it must be; where requests need a key of ours, makes one for it. */
export async function joinAgent(
  { config, admin }: AgentPlace,
  agent: string,
): Promise<Readonly<Record<string, string>>> {
  const injected = Object.entries(config.upstreams).filter(([, { key }]) => key !== undefined);
  const { required } = await admin.call('GET /api/keys');
  if (!required && config.registration === 'open') return {};
  await admin.call('POST /api/agents', { body: { name: agent, by: 'run' } });
  if (!required) return {};
  const { key } = await admin.call('POST /api/agents/:id/keys', {
    params: { id: agent },
    body: { label: 'tripwire run', expires_in_s: KEY_LASTS_S },
  });
  const named = injected.flatMap(([name, one]) => [
    ...(keyVariables[name] ?? []),
    ...variableOf(one.key),
  ]);
  return Object.fromEntries([...named, HOOK_KEY_VARIABLE].map((variable) => [variable, key]));
}

/** The agent's key where it must be in the base URL: some provider's own key is not held, and takes its place. */
export function keyInPath(
  { config }: AgentPlace,
  joined: Readonly<Record<string, string>>,
): string | undefined {
  const isHeld = Object.values(config.upstreams).every(({ key }) => key !== undefined);
  return isHeld ? undefined : joined[HOOK_KEY_VARIABLE];
}

/** The holds that stand on an agent and its sessions before it runs, by name. */
export async function heldBefore(
  { admin }: AgentPlace,
  agent: string,
): Promise<ReadonlySet<string>> {
  const views = await admin.call('GET /api/agents');
  const view = views.find(({ id }) => id === agent);
  return new Set(view === undefined ? [] : heldBy(view, null).map(nameOfHold));
}

/** Whether something keeps the whole agent from passing. */
export async function isStopped({ admin }: AgentPlace, agent: string): Promise<boolean> {
  const views = await admin.call('GET /api/agents');
  const view = views.find(({ id }) => id === agent);
  return view?.holds.some(({ scope }) => scope === 'all') ?? false;
}

/** By what it stands on and since when: one that was lifted and raised again is another one. */
export function nameOfHold({ session, hold }: Held): string {
  return JSON.stringify([session, hold.level, hold.hold, hold.since]);
}

/** What became of it, in a line: of this run alone, so what was held before counts only where it refused something. */
export async function summaryLine(
  place: AgentPlace,
  agent: string,
  { calls, tokens, held: refused }: Tally,
  before: ReadonlySet<string>,
): Promise<string> {
  const spent = `${agent}: ${countOfThings(calls, 'call')}, ${tokens.toLocaleString('en')} tokens`;
  const views = await place.admin.call('GET /api/agents');
  const view = views.find(({ id }) => id === agent);
  const standing = view === undefined ? [] : heldBy(view, null);
  const fresh = standing.find((one) => !before.has(nameOfHold(one)));
  if (fresh !== undefined) {
    const { hold, title } = fresh.hold;
    return `${spent}; STOPPED (${hold}): ${title}. To resume: ${remedyText(fresh)}${await pageOf(place, fresh)}`;
  }
  const [old] = standing;
  if (refused > 0 && old !== undefined) {
    const { hold, title, since } = old.hold;
    return `${spent}; ${countOfThings(refused, 'request')} refused, still stopped since ${momentText(since)} (${hold}): ${title}. To resume: ${remedyText(old)}${await pageOf(place, old)}`;
  }
  if (refused > 0) return `${spent}; ${countOfThings(refused, 'request')} refused; not stopped.`;
  return calls === 0
    ? `${spent}. Nothing went through Tripwire: does it use one of the variables?`
    : `${spent}; not stopped.`;
}

/** Where a person reads all that led to a stop, on a server that is still there then. */
async function pageOf(
  { admin, lasts }: AgentPlace,
  { agent, session, hold }: Held,
): Promise<string> {
  if (!lasts) return '';
  const stops = await admin.call('GET /api/incidents', { query: { state: 'open', agent } });
  const stop = stops.find(
    (one) => one.kind === hold.hold && (hold.level === 'agent' || one.session === session),
  );
  return stop === undefined
    ? ''
    : `. What led to it: ${admin.url}/incidents/${encodeURIComponent(stop.id)}`;
}
