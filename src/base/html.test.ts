import fc from 'fast-check';
import { expect, test } from 'vitest';
import { html } from './html.ts';

test('texts are escaped, markup and lists of it are not', () => {
  const items = ['a', '<b>'].map((one) => html`<li title="${one}">${one}</li>`);
  const made = html`<p class="${"it's"}">${items}${3}${''}</p>`.markup;
  expect(made).toBe(
    '<p class="it&#39;s"><li title="a">a</li><li title="&lt;b&gt;">&lt;b&gt;</li>3</p>',
  );
});

test('no text gets out of where it stands', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(html`${text}`.markup).not.toMatch(/[<>"']/);
    }),
  );
});
