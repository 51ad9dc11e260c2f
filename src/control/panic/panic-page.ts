/**
 * The page behind a panic link, for a phone: one button, nothing to type. Opening the link does nothing, because programs that
 * look into messages open every link.
 */
import type { IncomingMessage } from 'node:http';
import { html } from '../../base/html.ts';
import type { Plane } from '../api/control-plane.ts';
import { linkPage, servedLink, type LinkPage } from '../api/link-page.ts';
import { Problem } from '../api/problem.ts';

const LINK_PATTERN = /^\/panic\/([\w-]{43})$/;
/** Serves a link; the same answer for one that is wrong, revoked or too old. */
export function servePanicLink(
  plane: Plane,
  method: string,
  path: string,
  request: IncomingMessage,
): Promise<LinkPage> {
  request.resume();
  return servedLink(
    () => served(plane, method, path),
    html`To stop all agents, use the dashboard or run <code>tripwire stop-all</code>.`,
  );
}

async function served(
  { gate, panic, log }: Plane,
  method: string,
  path: string,
): Promise<LinkPage> {
  const secret = LINK_PATTERN.exec(path)?.[1];
  const link = secret === undefined ? null : await panic.find(secret);
  if (link === null || (method !== 'GET' && method !== 'POST')) {
    throw new Problem('unknown-path', 'Nothing was stopped: it is wrong, revoked or expired.');
  }
  const title = 'Stop all agents';
  if (method === 'GET') {
    return linkPage(
      title,
      html`<form method="post"><button>Stop all agents</button></form>
        <p>It takes effect at once. Only a signed-in person can resume them.</p>`,
    );
  }
  const { cut, recorded } = await gate.stopAll(`panic link ${link.label}`, 'by a panic link');
  // The stop counts, whatever becomes of the note that the link was used.
  await panic.used(link).catch((error: unknown) => {
    log.warn('control', 'noting the use of a panic link', error);
  });
  const calls =
    cut === 0
      ? 'No call was in progress.'
      : cut === 1
        ? '1 call was cut.'
        : `${cut} calls were cut.`;
  const written = recorded ? '' : ' The stop is in force, but not yet recorded.';
  return linkPage(
    title,
    html`<h1>All agents are stopped.</h1>
      <p>${calls}${written}</p>
      <p>To resume them, sign in to the dashboard or run <code>tripwire resume-all</code>.</p>`,
  );
}
