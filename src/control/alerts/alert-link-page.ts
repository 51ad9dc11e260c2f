/**
 * The page behind a link in an alert: says what the link does, and does it when the button is pressed.
 */
import type { IncomingMessage } from 'node:http';
import { EVERYBODY } from '../../base/everybody.ts';
import { html, type Html } from '../../base/html.ts';
import { present } from '../../base/present.ts';
import { TripwireError } from '../../core/index.ts';
import type { Plane } from '../api/control-plane.ts';
import { Problem } from '../api/problem.ts';
import { mayLinkAnswer } from '../people/answerers.ts';
import { isStillMeant } from './alert-link-hold.ts';
import type { LinkAct } from './alert-links.ts';
import { whoseText } from './alert-texts.ts';

interface Page {
  readonly status: number;
  readonly body: string;
  readonly headers: Record<string, string>;
}

const BY = 'alert link';
const LINK_PATTERN = /^\/act\/([\w-]{1,2000}\.[\w-]{1,100})$/;

/** Serves a link; the same answer for one that is wrong, used, too old, or not allowed at all. */
export async function serveAlertLink(
  plane: Plane,
  method: string,
  path: string,
  request: IncomingMessage,
): Promise<Page> {
  request.resume();
  const { alerts } = plane;
  const link = LINK_PATTERN.exec(path)?.[1];
  const act =
    link === undefined || !alerts.settings.alert_links ? null : await alerts.links.read(link);
  if (act === null || (method !== 'GET' && method !== 'POST')) {
    throw deadLink();
  }
  if (!(await isStillMeant(plane.gate, act))) throw deadLink();
  const { target } = act;
  if (target !== undefined && !mayLinkAnswer(plane.askingRuleOf(target))) throw deadLink();
  const whose = wordsOf(act);
  if (method === 'GET') {
    return page(
      html`<p>${whose}?</p>
        <form method="post"><button>${act.act}</button></form>`,
    );
  }
  // Used up before it acts: pressed twice at once, it must not act twice.
  if (!(await alerts.links.use(act))) throw deadLink();
  const notes = await done(plane, act);
  return page(
    html`<p>Done: ${whose}.</p>
      <p>${notes}</p>`,
  );
}

/** Does what the link says, to the hold that it names and no other: somebody may have stopped the agent meanwhile. */
async function done({ gate }: Plane, act: LinkAct): Promise<string> {
  const why = 'from the link in an alert';
  const { agent, session, act: action, hold, target } = act;
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
    'This link does nothing: it was used, is older than a day, what it would lift has changed, or links that act are turned off. Use the dashboard.',
  );
}

function wordsOf({ act, agent, session, target }: LinkAct): string {
  if (act === 'resume-all') return 'Resume all agents';
  if (target !== undefined) {
    return `${act === 'grant' ? 'Grant' : 'Refuse'} ${target} of ${whoseText(agent, session)}`;
  }
  const verb = act === 'deactivate' ? 'Stop' : act === 'restart' ? 'Restart' : 'Resume';
  return `${verb} ${whoseText(agent, session)}`;
}

function page(body: Html): Page {
  const head = html`<meta charset="utf-8" /><meta name="viewport" content="width=device-width" />`;
  return {
    status: 200,
    body: html`<!doctype html>
      <html lang="en">
        <head>
          ${head}
          <title>Tripwire</title>
        </head>
        <body>
          ${body}
        </body>
      </html>`.markup,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
      // Without one, a browser sends the form with the origin "null", which is refused as a stranger's.
      'referrer-policy': 'same-origin',
    },
  };
}
