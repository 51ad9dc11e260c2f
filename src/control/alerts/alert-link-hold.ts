/**
 * Whether the hold that a link names is still what its act would lift, and all that it would lift: for the page that shows
 * the button. The gate asks the same again in the moment in which it records the act.
 */
import { liftsOnly, type HoldView } from '../../core/index.ts';
import { askName, type AgentView, type Gate } from '../../gate/index.ts';
import type { LinkAct } from './alert-links.ts';

/** Whether a link may still act. One that stops always may. */
export async function isStillMeant(gate: Gate, link: LinkAct): Promise<boolean> {
  const { hold, act } = link;
  if (hold === null) return true;
  if (act === 'extend') return isStillAsked((await gate.agent(link.agent)).budgets, link);
  const standing =
    act === 'resume-all' ? stopOfAll(gate) : holdsAt(await gate.agent(link.agent), link);
  // An answer is to one question, so it lifts nothing beside it.
  if (act === 'grant' || act === 'refuse') return standing.some((one) => isAsked(one, link));
  return liftsOnly(standing, act, hold);
}

/** Whether the team still waits at the budget that the link was sent about. */
function isStillAsked(budgets: AgentView['budgets'], { agent, hold, target }: LinkAct): boolean {
  return budgets.some(
    ({ team, share, asks }) =>
      team !== undefined &&
      askName(team, share) === target &&
      asks?.agent === agent &&
      asks.since === hold?.since,
  );
}

/** Whether it is the question that the link was sent about, and nobody has answered it. */
function isAsked(one: HoldView, { hold, target }: LinkAct): boolean {
  const isSame = one.hold === 'approval' && one.target === target && one.since === hold?.since;
  return isSame && one.refused !== true;
}

function stopOfAll(gate: Gate): readonly HoldView[] {
  const hold = gate.stopAllHold();
  return hold === null ? [] : [hold];
}

/** The holds that an act at the link's place reaches. */
function holdsAt({ holds, sessions }: AgentView, { session }: LinkAct): readonly HoldView[] {
  const below = sessions
    .filter(({ id }) => session === null || id === session)
    .flatMap((one) => [...one.holds, ...one.threads.flatMap((thread) => thread.holds)]);
  // An agent without named sessions shows those of its one session as its own.
  return [...holds, ...below].filter(({ level }) => session === null || level !== 'agent');
}
