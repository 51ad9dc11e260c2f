/**
 * A scan as one page.
 */
import { html, type Html, type HtmlValue } from '../../base/html.ts';
import { countOfThings, moneyText, tokensText, whenText } from '../terminal/amounts.ts';
import { standalonePage, tile } from '../terminal/page.ts';
import type { Stretch, StuckRun } from './judge.ts';
import { scorePlot } from './plot.ts';
import { reasonText, sumOf, writerTitle, type ScanReport } from './report.ts';
import { WASTE_STYLE, savingSection, wasteSection } from './waste-page.ts';

/** The page. */
export function scanPage(report: ScanReport): string {
  const { stuck, runs, calls, files, prices } = report;
  const after = sumOf(stuck.map(({ afterStuck }) => afterStuck));
  const saved = sumOf(stuck.map(({ afterStop }) => afterStop));
  const read = [
    countOfThings(runs, 'run'),
    countOfThings(calls, 'call'),
    countOfThings(files, 'file'),
  ];
  const { spent } = report.waste;
  const all =
    spent.answers === 0
      ? 'No transcript says what the runs used.'
      : `They used ${tokensText(spent)} tokens, ${moneyText(spent)}.`;
  return standalonePage(
    'Tripwire scan',
    html`<h1>What the agents on this machine used, and for what</h1>
      <p>${read.join(', ')} read. ${all}</p>
      <dl class="tiles">
        ${tile('stuck runs', String(stuck.length))} ${tile('calls once stuck', String(after.calls))}
        ${tile('tokens once stuck', tokensText(after.spent))}
        ${tile('money once stuck', moneyText(after.spent))}
        ${tile('of that, after Tripwire’s stop', stuck.length === 0 ? '–' : moneyText(saved.spent))}
      </dl>
      ${stuck.length === 0 ? html`<p class="good">No run got stuck.</p>` : ''}
      ${savingSection(report)} ${runs === 0 ? '' : wasteSection(report)} ${stuck.map(runSection)}
      ${unread(report)}
      <footer>
        Costs are at the list prices of ${prices.asOf}; subscriptions are billed differently. Tokens
        are the clients’ own records. Counting ends where a run made progress again. Made by
        tripwire scan; nothing left the machine.
      </footer>`,
    WASTE_STYLE,
  );
}

function runSection(stuck: StuckRun): Html {
  const { run, rule, stuckFromCall, stoppedAtCall, recoveredAtCall, calls } = stuck;
  const where = [writerTitle(run.client), run.project, whenText(run.startedAtMs)];
  const end =
    recoveredAtCall === null
      ? 'It never made progress again.'
      : `It made progress again with call ${recoveredAtCall}.`;
  return html`<section>
    <h2>${run.title === '' ? run.id : run.title}</h2>
    <p class="where">${where.filter((part) => part !== null).join(' · ')}</p>
    ${scorePlot(stuck)}
    <p>Stuck from call ${stuckFromCall} of ${calls}: ${amounts(stuck.afterStuck)}. ${end}</p>
    <p>
      <strong>${rule}</strong> would have stopped it at call ${stoppedAtCall}, before
      ${amounts(stuck.afterStop)}.
    </p>
    <p class="why">${reasonText(stuck)}</p>
    <p class="where">${run.file}</p>
  </section> `;
}

function amounts({ calls, spent }: Stretch): string {
  const known = spent.answers === 0 ? 'tokens not recorded' : `${tokensText(spent)} tokens`;
  const models = spent.unpricedModels.join(', ');
  const unpriced = models === '' ? '' : ` (no price for ${models})`;
  return `${countOfThings(calls, 'call')}, ${known}, ${moneyText(spent)}${unpriced}`;
}

function unread({ broken }: ScanReport): HtmlValue {
  if (broken.length === 0) return '';
  const places = broken.map(
    ({ file, line, problem }) =>
      html`<li>${line === null ? file : `${file}:${line}`}: ${problem}</li>`,
  );
  return html`<section>
    <h2>Could not be read</h2>
    <ul>
      ${places}
    </ul>
  </section>`;
}
