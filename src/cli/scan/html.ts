/**
 * A scan as one page that needs nothing else: no scripts, no fonts, nothing from anywhere.
 *
 * What agents and people wrote is in it, so every text is escaped, and the page forbids itself to load
 * or run anything.
 */
import { countOfThings, moneyText, tokensText, whenText } from '../terminal/amounts.ts';
import { escaped } from '../terminal/escape-html.ts';
import type { Stretch, StuckRun } from './judge.ts';
import { SCAN_PAGE_STYLE } from './page-style.ts';
import { scorePlot } from './plot.ts';
import { reasonText, sumOf, writerTitle, type ScanReport } from './report.ts';

/** The page. */
export function scanPage(report: ScanReport): string {
  const { stuck, runs, calls, files, prices } = report;
  const after = sumOf(stuck.map(({ afterStuck }) => afterStuck));
  const saved = sumOf(stuck.map(({ afterStop }) => afterStop));
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>Tripwire scan</title><style>${SCAN_PAGE_STYLE}</style></head><body><main>`,
    '<h1>What the agents did after they were stuck</h1>',
    `<p>${countOfThings(runs, 'run')}, ${countOfThings(calls, 'call')}, ${countOfThings(files, 'file')} read.</p>`,
    '<dl class="tiles">',
    tile('stuck runs', String(stuck.length)),
    tile('calls after that point', String(after.calls)),
    tile('tokens', tokensText(after.spent)),
    tile('money', moneyText(after.spent)),
    tile('of it after Tripwire’s stop', stuck.length === 0 ? '–' : moneyText(saved.spent)),
    '</dl>',
    ...stuck.map(runSection),
    stuck.length === 0 ? '<p class="good">No run was stuck.</p>' : '',
    unread(report),
    `<footer>Money at list prices gathered on ${escaped(prices.asOf)}; a subscription is billed otherwise. `,
    'Tokens are the clients’ own records. What counts ends where a run made progress again.</footer>',
    '</main></body></html>',
    '',
  ].join('\n');
}

function tile(name: string, value: string): string {
  return `<div><dt>${name}</dt><dd>${escaped(value)}</dd></div>`;
}

function runSection(stuck: StuckRun): string {
  const { run, rule, stuckFromCall, stoppedAtCall, recoveredAtCall, calls } = stuck;
  const name = run.title === '' ? run.id : run.title;
  const where = [writerTitle(run.client), run.project, whenText(run.startedAtMs)];
  const end =
    recoveredAtCall === null
      ? 'It never made progress again.'
      : `It made progress again with call ${recoveredAtCall}.`;
  return [
    '<section>',
    `<h2>${escaped(name)}</h2>`,
    `<p class="where">${escaped(where.filter((part) => part !== null).join(' · '))}</p>`,
    scorePlot(stuck),
    `<p>Stuck from call ${stuckFromCall} of ${calls}: ${amounts(stuck.afterStuck)}. ${end}</p>`,
    `<p><strong>${escaped(rule)}</strong> would have stopped it at call ${stoppedAtCall}, before ${amounts(stuck.afterStop)}.</p>`,
    `<p class="why">${escaped(reasonText(stuck))}</p>`,
    `<p class="where">${escaped(run.file)}</p>`,
    '</section>',
  ].join('\n');
}

function amounts({ calls, spent }: Stretch): string {
  const known = spent.answers === 0 ? 'tokens not recorded' : `${tokensText(spent)} tokens`;
  const models = spent.unpricedModels.map(escaped).join(', ');
  const unpriced = models === '' ? '' : ` (no price for ${models})`;
  return `${countOfThings(calls, 'call')}, ${known}, ${moneyText(spent)}${unpriced}`;
}

function unread({ broken }: ScanReport): string {
  if (broken.length === 0) return '';
  const places = broken.map(({ file, line, problem }) => {
    const where = line === null ? file : `${file}:${line}`;
    return `<li>${escaped(where)}: ${escaped(problem)}</li>`;
  });
  return `<section><h2>Could not be read</h2><ul>${places.join('')}</ul></section>`;
}
