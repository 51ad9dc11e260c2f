/**
 * Markup as a tagged template: html`<p>${text}</p>`. Every text in it means itself, whoever wrote it; what is markup was
 * made by another template. So nobody has to remember to escape.
 */
import { cleanForPage } from './clean-text.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** What may stand in a template: texts and numbers, which are escaped, and markup; lists of both. */
export type HtmlValue = string | number | Html | readonly HtmlValue[];

/** A piece of markup. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

/** The markup of a template. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const [first = '', ...rest] = strings;
  return new Html(rest.reduce((made, part, at) => made + markupOf(values[at] ?? '') + part, first));
}

function markupOf(value: HtmlValue): string {
  if (value instanceof Html) return value.markup;
  if (typeof value === 'object') return value.map(markupOf).join('');
  const text = cleanForPage(String(value));
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
