/**
 * The page behind a link in an alert: says what the link does, and does it when the button is pressed.
 */
import type { IncomingMessage } from 'node:http';
import { EVERYBODY } from '../../base/everybody.ts';
import { html } from '../../base/html.ts';
import { present } from '../../base/present.ts';
import { TripwireError } from '../../core/index.ts';
import type { Plane } from '../api/control-plane.ts';
import { linkPage, servedLink, type LinkPage } from '../api/link-page.ts';
import { Problem } from '../api/problem.ts';
import { mayLinkAnswer } from '../people/answerers.ts';
import { isStillMeant } from './alert-link-hold.ts';
import type { LinkAct } from './alert-links.ts';
import { whoseText } from './alert-texts.ts';

const BY = 'alert link';
const LINK_PATTERN = /^\/act\/([\w-]{1,2000}\.[\w-]{1,100})$/;

/** Serves a link; the same answer for one that is wrong, used, too old, or not allowed at all. */
export function serveAlertLink(
  plane: Plane,
  method: string,
  path: string,
  request: IncomingMessage,
): Promise<LinkPage> {
  request.resume();
  return servedLink(() => served(plane, method, path), html`Use the dashboard instead.`);
}

async function served(plane: Plane, method: string, path: string): Promise<LinkPage> {
  const { alerts } = plane;
  const link = LINK_PATTERN.exec(path)?.[1];
  const act =
    link === undefined || !alerts.settings.alert_links ? null : await alerts.links.read(link);
  if (act === null || (method !== 'GET' && method !== 'POST')) {
    throw deadLink();
  }
  if (!(await isStillMeant(plane.gate, act))) throw deadLink();
  const { target } = act;
  const isApproval = target !== undefined && act.act !== 'extend';
  if (isApproval && !mayLinkAnswer(plane.askingRuleOf(target))) throw deadLink();
  const whose = wordsOf(act);
  if (method === 'GET') {
    return linkPage(
      whose,
      html`<h1>${whose}?</h1>
        <form method="post"><button>${verbOf(act)}</button></form>`,
    );
  }
  // Used up before it acts: pressed twice at once, it must not act twice.
  if (!(await alerts.links.use(act))) throw deadLink();
  const notes = await done(plane, act);
  return linkPage(
    whose,
    html`<h1>Done: ${whose}.</h1>
      <p>${notes}</p>`,
  );
}

/** Does what the link says, to the hold that it names and no other: somebody may have stopped the agent meanwhile. */
async function done({ gate }: Plane, act: LinkAct): Promise<string> {
  const why = 'from the link in an alert';
  const { agent, session, act: action, hold, target } = act;
  if (action === 'extend') {
    const only = { name: target ?? '', since: hold?.since ?? 0 };
    const extended = await gate.extendTeams({ agent, by: BY, why }, only);
    if (extended.length === 0) throw deadLink();
    return extended.join('; ');
  }
  const place = action === 'resume-all' || session === null ? {} : { session };
  const isAnswer = action === 'grant' || action === 'refuse';
  // An answer is to one question, and lifts nothing beside it.
  if (isAnswer && !(await isStillMeant(gate, act))) throw deadLink();
  const only = isAnswer || hold === null ? {} : { only: hold };
  const whom = action === 'resume-all' ? EVERYBODY : agent;
  const asked = { agent: whom, ...place, action, by: BY, why, ...only, ...present({ target }) };
  try {
    return (await gate.operate(asked)).notes;
  } catch (error) {
    if (TripwireError.isInstance(error) && error.code === 'HOLD_CHANGED') throw deadLink();
    throw error;
  }
}

function deadLink(): Problem {
  return new Problem(
    'unknown-path',
    'Nothing was changed: it was already used, is older than a day, what it would change has changed, or links in alerts are turned off.',
  );
}

function wordsOf(act: LinkAct): string {
  if (act.act === 'resume-all') return 'Resume all agents';
  const { agent, session, target } = act;
  if (act.act === 'extend') return `Extend the budget of team ${target} once`;
  const what = target === undefined ? '' : `${target} of `;
  return `${verbOf(act)} ${what}${whoseText(agent, session)}`;
}

function verbOf({ act, target }: LinkAct): string {
  if (act === 'extend') return 'Extend once';
  if (target !== undefined) return act === 'grant' ? 'Grant' : 'Refuse';
  return act === 'deactivate' ? 'Stop' : act === 'restart' ? 'Restart' : 'Resume';
}
