/**
 * What stands in a project's own journal, and how a person lifts it where no server runs.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../base/environment.ts';
import { remedyOf } from '../../core/holds/remedy.ts';
import { HOLD_SCOPES, type HoldKind, type OperatorAction } from '../../core/index.ts';
import type { Gate } from '../../gate/index.ts';
import { findStateFolder, underStateLock } from '../../loop/index.ts';
import { openProjectGate, PROJECT_JOURNAL } from '../../server/project-gate.ts';
import { heldBy, type Held } from '../agents/standing-text.ts';

/** The holds that can be named, besides those of the loop: those that an act on the agent lifts. */
export const PROJECT_HOLDS: readonly HoldKind[] = (Object.keys(HOLD_SCOPES) as HoldKind[]).filter(
  (kind) => HOLD_SCOPES[kind] === 'all' && actFor(kind) !== null,
);

function actFor(kind: HoldKind): OperatorAction | null {
  return remedyOf({ hold: kind, agent: '', session: null }).act;
}

/** What stands in the journal, changing nothing. */
export function projectHolds(cwd: string, env: Environment): Promise<readonly Held[]> {
  return withProjectGate(cwd, env, standingIn);
}

/** Lifts what stands in the journal, or only one kind of it; returns what was lifted. */
export function releaseProjectHolds(
  cwd: string,
  env: Environment,
  only: string | null,
  by: string,
): Promise<readonly Held[]> {
  return withProjectGate(cwd, env, async (gate) => {
    const meant = (await standingIn(gate)).filter(({ hold }) =>
      only === null ? true : only === hold.hold && PROJECT_HOLDS.includes(hold.hold),
    );
    for (const one of meant) await lift(gate, one, by);
    return meant;
  });
}

async function standingIn(gate: Gate): Promise<readonly Held[]> {
  const agents = await gate.agents();
  return agents.flatMap((agent) => heldBy(agent, null));
}

async function lift(gate: Gate, { agent, session, hold }: Held, by: string): Promise<void> {
  const action = actFor(hold.hold);
  const whose = session === null ? {} : { session };
  const why = 'released in the project';
  if (hold.hold === 'stop_all') await gate.resumeAll(by, why);
  else if (action !== null) await gate.operate({ agent, ...whose, action, by, why });
  else if (hold.hold === 'checkpoint' || hold.hold === 'blocker') {
    // The loop's own, which its files know nothing of any more.
    const details = `released by ${by}`;
    await gate.signal({
      agent,
      ...whose,
      source: 'loop',
      hold: hold.hold,
      change: 'lift',
      details,
    });
  }
}

async function withProjectGate(
  cwd: string,
  env: Environment,
  work: (gate: Gate) => Promise<readonly Held[]>,
): Promise<readonly Held[]> {
  const place = findStateFolder(cwd, env);
  if (!existsSync(join(place.folder, PROJECT_JOURNAL))) return [];
  return underStateLock(place, async () => {
    const { gate, close } = await openProjectGate(place, env);
    try {
      return await work(gate);
    } finally {
      await close();
    }
  });
}
