/**
 * A page that needs nothing else: no scripts, no fonts, nothing from anywhere.
 *
 * What agents and people wrote is in it, so it also forbids itself to load or run anything.
 */
import { html, Html, type HtmlValue } from '../../base/html.ts';
import { PAGE_STYLE } from './page-style.ts';

/** The page as text; `style` is added to that of all pages. */
export function standalonePage(title: string, body: HtmlValue, style = ''): string {
  const styles = new Html(`<style>${PAGE_STYLE}${style}</style>`);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'"
        />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${styles}
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html> `.markup;
}

/** A number in large, with its name. */
export function tile(name: string, value: string): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div> `;
}
