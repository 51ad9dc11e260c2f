/**
 * The morning report as one page, with the night drawn over time.
 */
import { html, type Html, type HtmlValue } from '../../base/html.ts';
import { countOfThings, countText } from '../terminal/amounts.ts';
import { standalonePage, tile } from '../terminal/page.ts';
import { momentText, spanText } from '../terminal/time-text.ts';
import type { NightFacts } from './facts.ts';
import { costLines, outcomeWords, testWords } from './text.ts';
import { nightTimeline } from './timeline.ts';

const STYLE = `
rect { fill: var(--soft); } rect.turn { fill: var(--score); } rect.failed { fill: var(--from); }
rect.stuck, rect.ended { fill: var(--stop); } rect.gate, rect.compaction { fill: var(--from); }
rect.advice, rect.engine, rect.ended.done { fill: var(--good); } rect.hold, rect.crash { fill: var(--stop); }
.drawing { overflow-x: auto; } .drawing svg { min-width: 48rem; }
h3 { font-size: 1rem; margin: .8rem 0 0; } ul { margin: .4rem 0 0; }
blockquote { margin: .4rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere; } ul { padding-left: 1.2rem; }
li { overflow-wrap: anywhere; } .needs { border-color: var(--stop); }
`;

/** The page. */
export function reportPage(facts: NightFacts): string {
  const { night, project, lastAtMs, files, commits, stuck, needs, holds } = facts;
  const span = `${momentText(night.startedAtMs)} to ${momentText(lastAtMs)}`;
  const moved = stuck.map(
    ({ atMs, what, out }) => `${momentText(atMs)} ${what} → ${out ?? 'nothing yet'}`,
  );
  const costs = costLines(facts).map((line) => line.slice(2));
  const moments = night.moments.map(({ atMs, text }) => `${momentText(atMs)} ${text}`);
  return standalonePage(
    `Night ${night.id}`,
    html`<h1>${outcomeWords(facts)}</h1>
      <p class="where">
        ${night.id} · ${project} · ${span} (${spanText(lastAtMs - night.startedAtMs)})
      </p>
      ${section('What needs a person', list(needs, 'Nothing.'), needs.length > 0 ? 'needs' : '')}
      ${section('The night', html`<div class="drawing" tabindex="0">${nightTimeline(facts)}</div>`)}
      <dl class="tiles">
        ${tile('turns', countText(night.turns))} ${tile('commits', countText(commits.length))}
        ${tile('changed files', countText(files.length))} ${tile('tokens', countText(night.tokens))}
        ${tile('advice asked', countText(night.adviceAsked))}
        ${tile('restarts', countText(night.restarts))}
      </dl>
      ${section('What was asked', html`<blockquote>${night.task}</blockquote>`)}
      ${section('What was done', [
        html`<p>${testWords(facts)}</p>`,
        ...part(countOfThings(commits.length, 'commit'), commits),
        ...part(countOfThings(files.length, 'changed file'), files),
      ])}
      ${section('Where it was stuck, and what helped', list(moved, 'It was never stuck.'))}
      ${section('What is held now', list(holds, 'None.'))} ${section('Cost', list(costs, ''))}
      ${section('What happened', list(moments, 'Nothing.'))}`,
    STYLE,
  );
}

function section(title: string, body: HtmlValue, name = ''): Html {
  return html`<section class="${name}">
    <h2>${title}</h2>
    ${body}
  </section>`;
}

/** A list with its own heading; nothing where it is empty. */
function part(title: string, lines: readonly string[]): readonly Html[] {
  return lines.length === 0 ? [] : [html`<h3>${title}</h3>`, list(lines, '')];
}

function list(lines: readonly string[], none: string): Html {
  if (lines.length === 0) return html`<p>${none}</p>`;
  return html`<ul>
    ${lines.map((line) => html`<li>${line}</li>`)}
  </ul>`;
}
