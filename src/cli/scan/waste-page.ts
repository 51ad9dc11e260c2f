/**
 * Waste beyond loops, and what each rule would have saved, as parts of the page of a scan.
 */
import { html, type Html, type HtmlValue } from '../../base/html.ts';
import { countOfThings, countText, moneyText, tokensText } from '../terminal/amounts.ts';
import type { ScanReport } from './report.ts';
import type { WasteReport, WasteSum } from './waste-tally.ts';
import { WASTE_WORDS, savings, shareText, startText, untoldText } from './waste-words.ts';

/** How it looks, beside what all pages have. */
export const WASTE_STYLE = `
.kinds { display: grid; gap: 1.1rem; margin: .8rem 0 0; padding: 0; list-style: none; }
.kinds h3 { font-size: 1rem; margin: 0; display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; }
.kinds h3 span { font-weight: 400; font-variant-numeric: tabular-nums; }
.bar { height: 8px; border-radius: 4px; background: var(--line); margin: .35rem 0; overflow: hidden; }
.bar span { display: block; height: 100%; background: var(--from); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .3rem 0 .3rem .6rem; border-top: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
thead th { border: 0; color: var(--soft); font-weight: 400; font-size: .85rem; }
`;

/** Every kind with its share of the tokens. */
export function wasteSection({ waste }: ScanReport): Html {
  return html`<section>
    <h2>Where tokens went besides loops</h2>
    <p class="where">
      A bar shows the share of all tokens of the runs that record this. Kinds overlap, so they don’t
      add up.
    </p>
    <ul class="kinds">
      ${waste.kinds.map((sum) => kindItem(sum, waste))}
    </ul>
  </section>`;
}

/** A row for each rule that would have stopped a run. */
export function savingSection(report: ScanReport): HtmlValue {
  const saved = savings(report);
  if (saved.length === 0) return '';
  const rows = saved.map(
    ({ rule, runs, calls, spent }) =>
      html`<tr>
        <td>${rule}</td>
        <td>${countText(runs)}</td>
        <td>${countText(calls)}</td>
        <td>${tokensText(spent)}</td>
        <td>${moneyText(spent)}</td>
      </tr>`,
  );
  return html`<section>
    <h2>What each rule of Tripwire would have saved</h2>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th>rule</th>
            <th>runs</th>
            <th>calls</th>
            <th>tokens</th>
            <th>money</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
  </section>`;
}

function kindItem(sum: WasteSum, waste: WasteReport): Html {
  const { title, what } = WASTE_WORDS[sum.kind];
  const untold = untoldText(sum);
  const start = sum.kind === 'starting_context' ? startText(waste) : null;
  const notes = [what, start, untold].filter((note) => note !== null);
  const share = sum.toldSpent.tokens === 0 ? 0 : sum.spent.tokens / sum.toldSpent.tokens;
  const width = `width: ${Math.min(100, 100 * share).toFixed(1)}%`;
  return html`<li>
    <h3>${title} <span>${figures(sum)}</span></h3>
    ${sum.toldRuns === 0 ? '' : html`<div class="bar"><span style="${width}"></span></div>`}
    <p class="where">${notes.map(sentence).join(' ')}</p>
  </li>`;
}

function figures(sum: WasteSum): string {
  const { runs, toldRuns, calls, spent } = sum;
  if (toldRuns === 0) return 'not known';
  if (runs === 0) return 'none';
  const share = shareText(sum);
  const known =
    spent.answers === 0
      ? ['tokens not recorded']
      : [`${tokensText(spent)} tokens`, moneyText(spent), ...(share === null ? [] : [share])];
  return [countOfThings(runs, 'run'), countOfThings(calls, 'call'), ...known].join(' · ');
}

function sentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
}
