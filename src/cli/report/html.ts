/**
 * The morning report as one page that needs nothing else, with the night drawn over time.
 */
import { SCAN_PAGE_STYLE } from '../scan/page-style.ts';
import { countText } from '../terminal/amounts.ts';
import { escaped } from '../terminal/escape-html.ts';
import { momentText, spanText } from '../terminal/time-text.ts';
import type { NightFacts } from './facts.ts';
import { costLines, outcomeWords, testWords } from './text.ts';
import { nightTimeline } from './timeline.ts';

const STYLE = `${SCAN_PAGE_STYLE}
rect { fill: var(--soft); } rect.turn { fill: var(--score); } rect.failed { fill: var(--from); }
rect.stuck, rect.ended { fill: var(--stop); } rect.gate, rect.compaction { fill: var(--from); }
rect.advice, rect.engine { fill: var(--good); } rect.hold, rect.crash { fill: var(--stop); }
blockquote { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; } ul { padding-left: 1.2rem; }
li { overflow-wrap: anywhere; } .needs { border-color: var(--stop); }
`;

/** The page. */
export function reportPage(facts: NightFacts): string {
  const { night, project, lastAtMs, files, commits, stuck, needs, holds } = facts;
  const span = `${momentText(night.startedAtMs)} to ${momentText(lastAtMs)}`;
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>Night ${escaped(night.id)}</title><style>${STYLE}</style></head><body><main>`,
    `<h1>${escaped(outcomeWords(facts))}</h1>`,
    `<p class="where">${escaped(`${night.id} · ${project} · ${span} (${spanText(lastAtMs - night.startedAtMs)})`)}</p>`,
    section('What needs a person', list(needs, 'Nothing.'), needs.length > 0 ? 'needs' : ''),
    section('The night', nightTimeline(facts)),
    '<dl class="tiles">',
    tile('turns', countText(night.turns)),
    tile('commits', countText(commits.length)),
    tile('changed files', countText(files.length)),
    tile('tokens', countText(night.tokens)),
    tile('advice asked', countText(night.adviceAsked)),
    tile('restarts', countText(night.restarts)),
    '</dl>',
    section('What was asked', `<blockquote>${escaped(night.task)}</blockquote>`),
    section(
      'What was done',
      `<p>${escaped(testWords(facts))}</p>${list([...commits, ...files], 'Nothing.')}`,
    ),
    section(
      'Where it was stuck, and what got it out',
      list(
        stuck.map(({ atMs, what, out }) => `${momentText(atMs)} ${what} → ${out ?? 'nothing yet'}`),
        'Nowhere.',
      ),
    ),
    section('Holds that stand', list(holds, 'None.')),
    section(
      'Cost',
      list(
        costLines(facts).map((line) => line.slice(2)),
        '',
      ),
    ),
    section(
      'What happened',
      list(
        night.moments.map(({ atMs, text }) => `${momentText(atMs)} ${text}`),
        'Nothing.',
      ),
    ),
    '</main></body></html>',
    '',
  ].join('\n');
}

function section(title: string, body: string, name = ''): string {
  return `<section class="${name}"><h2>${title}</h2>${body}</section>`;
}

function tile(name: string, value: string): string {
  return `<div><dt>${name}</dt><dd>${escaped(value)}</dd></div>`;
}

function list(lines: readonly string[], none: string): string {
  if (lines.length === 0) return `<p>${none}</p>`;
  return `<ul>${lines.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`;
}
