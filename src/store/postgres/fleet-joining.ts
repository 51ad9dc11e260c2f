/**
 * How a node joins a fleet: in one transaction that no other who wants in passes at the same time.
 *
 * All nodes judge alike and count alike, so one that differs is refused. A node that finds no other begins the sums of
 * teams anew: nobody knows who wrote to the journal meanwhile.
 */
import { StoreError } from '../store-error.ts';
import type { Ask } from './connection.ts';
import { requireKept } from './kept-changes.ts';

/** Who joins. */
export interface Joining {
  /** For people: where it runs. */
  readonly name: string;
  /** Version of the program, and the constitution it judges by: all nodes have the same. */
  readonly core: string;
  readonly constitution: string;
  /** Names who belongs to which team, and for which periods is counted: the same on all nodes, too. */
  readonly teams: string;
  readonly leaseMs: number;
}

/** What a node is after it joined. */
export interface Joined {
  readonly node: number;
  readonly version: number;
  readonly births: number;
  readonly generation: number;
}

const CLOCKS_APART_MAX_MS = 1_000;

const EXCLUSIVE =
  'SELECT node FROM tripwire.serving WHERE lease_until >= clock_timestamp() FOR UPDATE';
const END_TURNS =
  'UPDATE tripwire.serving SET epoch = epoch + 1 WHERE lease_until < clock_timestamp()';
const LIVE = `
  SELECT name, core, constitution, teams FROM tripwire.nodes
    WHERE NOT fenced AND lease_until >= clock_timestamp()`;
const FENCE_GONE =
  'UPDATE tripwire.nodes SET fenced = true WHERE NOT fenced AND lease_until < clock_timestamp()';
const COUNT_ANEW = `
  UPDATE tripwire.team_state SET generation = generation + 1, is_counted = false`;
const GENERATION = 'SELECT generation FROM tripwire.team_state';
const FORGET = `
  DELETE FROM tripwire.nodes WHERE fenced OR lease_until < clock_timestamp() - interval '1 day'`;
const FORGET_CHANGES = `
  DELETE FROM tripwire.changes WHERE version < (SELECT version FROM tripwire.fleet) - 100000`;
const JOIN = `
  INSERT INTO tripwire.nodes (name, core, constitution, teams, lease_until)
    VALUES ($1, $2, $3, $4, clock_timestamp() + $5 * interval '1 millisecond') RETURNING node`;

/** The number of the last change, and the time. */
export const VERSION = `
  SELECT version, births, (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now FROM tripwire.fleet`;

/** Takes a row; the error says who has the database to itself, so that it can be tried again. */
export async function joinOnce(
  ask: Ask,
  place: string,
  joining: Joining,
  known: Pick<Joined, 'version' | 'births'>,
): Promise<Joined | StoreError> {
  const { name, core, constitution, teams, leaseMs } = joining;
  // Locked by whoever wants the database to itself, too: one of both comes first.
  await ask('SELECT 1 FROM tripwire.serving FOR UPDATE');
  const [server] = await ask(EXCLUSIVE);
  if (server !== undefined) {
    return unavailable(
      `${String(server['node'])} serves ${place} alone: end it, or start it again with --fleet.`,
    );
  }
  const live = (await ask(LIVE)) as unknown as readonly Joining[];
  requireAlike(place, joining, live);
  await ask(END_TURNS);
  if (live.length === 0) {
    await ask(FENCE_GONE);
    await ask(COUNT_ANEW);
  }
  await ask(FORGET);
  await ask(FORGET_CHANGES);
  const [joined] = await ask(JOIN, [name, core, constitution, teams, leaseMs]);
  const [last] = await ask(VERSION);
  requireKept(place, last, known);
  const apartMs = Math.abs(Number(last?.['now']) - Date.now());
  if (apartMs > CLOCKS_APART_MAX_MS) {
    throw unavailable(
      `the clocks of this machine and of ${place} are ${apartMs} ms apart, and all nodes count time together: ` +
        'set them (NTP).',
    );
  }
  const [state] = await ask(GENERATION);
  return {
    node: Number(joined?.['node']),
    version: Number(last?.['version']),
    births: Number(last?.['births']),
    generation: Number(state?.['generation']),
  };
}

function requireAlike(
  place: string,
  { core, constitution, teams }: Joining,
  live: readonly Joining[],
): void {
  const other = live.find((one) => one.core !== core || one.constitution !== constitution);
  if (other !== undefined) {
    throw unavailable(
      `${other.name} is in the fleet on ${place} with version ${other.core} and the ` +
        `constitution ${other.constitution}; this one has ${core} and ${constitution}: all must have the same.`,
    );
  }
  const counts = live.find((one) => one.teams !== teams);
  if (counts === undefined) return;
  throw unavailable(
    `${counts.name} is in the fleet on ${place} with other teams, or other labels of agents: all nodes count the same ` +
      'teams. Give all the same tripwire.yaml, and end all of them before you change who belongs to a team.',
  );
}

function unavailable(message: string): StoreError {
  return new StoreError('STORE_UNAVAILABLE', message);
}
