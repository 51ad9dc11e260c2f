/**
 * The page behind a panic link, for a phone: one button, nothing to type. Opening the link does nothing, because programs that
 * look into messages open every link.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Html, html } from '../../base/html.ts';
import type { Plane } from '../api/control-plane.ts';
import { Problem } from '../api/problem.ts';

interface Page {
  readonly status: number;
  readonly body: string;
  readonly headers: Record<string, string>;
}

const LINK_PATTERN = /^\/panic\/([\w-]{43})$/;
const STYLE =
  'body{font:1.25rem system-ui,sans-serif;margin:0;padding:1rem;min-height:90vh;display:flex;flex-direction:column;' +
  'justify-content:center;text-align:center;background:#fff;color:#111}' +
  'button{font:inherit;font-size:1.75rem;font-weight:700;width:100%;min-height:40vh;border:0;border-radius:1rem;' +
  'background:#b00020;color:#fff}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Serves a link; the same answer for one that is wrong, revoked or too old. */
export async function servePanicLink(
  { gate, panic, log }: Plane,
  method: string,
  path: string,
  request: IncomingMessage,
): Promise<Page> {
  request.resume();
  const secret = LINK_PATTERN.exec(path)?.[1];
  const link = secret === undefined ? null : await panic.find(secret);
  if (link === null || (method !== 'GET' && method !== 'POST')) {
    throw new Problem(
      'unknown-path',
      'This link does nothing: it is wrong, was revoked, or its time is over. Use the dashboard, or run: tripwire stop-all',
    );
  }
  if (method === 'GET') {
    return page(
      html`<form method="post"><button>Stop all agents</button></form>
        <p>It takes effect at once. Only a signed-in person can resume them.</p>`,
    );
  }
  const { cut, recorded } = await gate.stopAll(`panic link ${link.label}`, 'by a panic link');
  // The stop counts, whatever becomes of the note that the link was used.
  await panic.used(link).catch((error: unknown) => {
    log.warn('control', 'noting the use of a panic link', error);
  });
  const written = recorded ? '' : ' It is in force, and not yet recorded.';
  return page(
    html`<h1>All agents are stopped.</h1>
      <p>${cut} calls were ended.${written}</p>
      <p>To resume them, sign in to the dashboard or run: tripwire resume-all</p>`,
  );
}

function page(body: Html): Page {
  return {
    status: 200,
    body: html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>Stop all agents</title>
          ${new Html(`<style>${STYLE}</style>`)}
        </head>
        <body>
          ${body}
        </body>
      </html>`.markup,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; frame-ancestors 'none'`,
      // Without one, a browser sends the form with the origin "null", which is refused as a stranger's.
      'referrer-policy': 'same-origin',
    },
  };
}
