/**
 * The plain page behind a link that acts: of an alert, or a panic link. It is read on a phone, in a hurry, by somebody who
 * is not signed in, so a link that no longer works is told on a page too.
 */
import { createHash } from 'node:crypto';
import { Html, html } from '../../base/html.ts';
import { Problem } from './problem.ts';

export interface LinkPage {
  readonly status: number;
  readonly body: string;
  readonly headers: Record<string, string>;
}

const STYLE =
  ':root{color-scheme:light dark}' +
  'body{font:1.25rem/1.5 system-ui,sans-serif;margin:0;padding:1rem;min-height:90vh;display:flex;flex-direction:column;' +
  'justify-content:center;text-align:center}' +
  'button{font:inherit;font-size:1.75rem;font-weight:700;width:100%;min-height:40vh;border:0;border-radius:1rem;' +
  'background:#b00020;color:#fff}code{white-space:nowrap}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** A page with this title. */
export function linkPage(title: string, body: Html, status = 200): LinkPage {
  return {
    status,
    body: html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title}</title>
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

/** Serves a link. One that is dead gets a page that says so, with what may be done instead. */
export async function servedLink(serve: () => Promise<LinkPage>, instead: Html): Promise<LinkPage> {
  try {
    return await serve();
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'unknown-path') throw error;
    const body = html`<h1>This link doesn’t work.</h1>
      <p>${error.message}</p>
      <p>${instead}</p>`;
    return linkPage('This link doesn’t work', body, error.status);
  }
}
