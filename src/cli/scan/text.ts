/**
 * A scan as a person reads it on a terminal: the stuck runs, what they came to, what to do next.
 */
import { countOfThings, countText, isPriced, moneyText, tokensText } from '../terminal/amounts.ts';
import { span, type Line } from '../terminal/styled-line.ts';
import { sumOf, writerTitle, type ScanReport } from './report.ts';
import { stuckTable } from './table.ts';
import { savingLines, wasteLines } from './waste-lines.ts';

const ROWS_MAX = 20;
const line = (text: string): Line => [span(text)];

/** The lines of the whole report. */
export function scanLines(report: ScanReport, width: number, htmlFile: string | null): Line[] {
  if (report.runs === 0) return nothingFound(report);
  const { stuck } = report;
  const shown = stuck.slice(0, ROWS_MAX);
  const hidden = stuck.length - shown.length;
  return [
    ...(stuck.length === 0 ? [] : [...stuckTable(shown, width), line('')]),
    ...(hidden > 0
      ? [line(`and ${hidden} more: --json and --html show all of them`), line('')]
      : []),
    ...summary(report),
    ...block(savingLines(report)),
    ...block(wasteLines(report, width)),
    line(''),
    ...nextSteps(report, htmlFile),
  ];
}

function block(lines: readonly Line[]): Line[] {
  return lines.length === 0 ? [] : [line(''), ...lines];
}

function nothingFound({ places, given, sinceMs, files }: ScanReport): Line[] {
  const young = sinceMs === null ? '' : ' that is recent enough for --since';
  const said =
    given.length === 0
      ? `No transcript${young} was found: there is nothing to judge yet, and nothing is wrong.`
      : `No run${young} was recognised in what you named.`;
  return [
    line(said),
    line(files === 0 ? 'Looked in:' : `Looked at ${countOfThings(files, 'file')}, in:`),
    ...given.map((path) => line(`  ${path}`)),
    ...placeLines(places),
    line(''),
    [span('Next: ', 'bold'), span('let an agent work and scan again, or name logs of your own:')],
    line('  tripwire scan FILE…    message logs (OpenAI, Anthropic), SWE-agent trajectories'),
    line('  tripwire run -- claude guard one agent from its next call on'),
    line('  tripwire up --demo     watch a looping agent being stopped'),
  ];
}

function placeLines(places: ScanReport['places']): Line[] {
  const titled = places.map(({ client, folder }) => [writerTitle(client), folder] as const);
  const columns = Math.max(0, ...titled.map(([title]) => title.length));
  return titled.map(([title, folder]) => line(`  ${title.padEnd(columns)}  ${folder}`));
}

function summary(report: ScanReport): Line[] {
  const { stuck, runs, calls, files, runsByClient, prices, broken } = report;
  const clients = [...runsByClient].map(([client, count]) => `${writerTitle(client)} ${count}`);
  const from = `${countOfThings(runs, 'run')} (${clients.join(', ')})`;
  const lines = [
    line(`${from}, ${countOfThings(calls, 'call')} in ${countOfThings(files, 'file')}`),
  ];
  if (stuck.length === 0) {
    lines.push([span(runs === 1 ? 'It didn’t get stuck.' : 'None of them got stuck.', 'green')]);
  } else {
    const after = sumOf(stuck.map(({ afterStuck }) => afterStuck));
    const saved = sumOf(stuck.map(({ afterStop }) => afterStop));
    lines.push(
      [
        span(`${countText(stuck.length)} got stuck `, 'red'),
        span(`and used ${amounts(after)} after that.`),
      ],
      [
        span('Tripwire would have saved ', 'bold'),
        span(`${amounts(saved)}, which came after its stop.`),
      ],
    );
    if (after.spent.unpricedModels.length > 0) {
      const models = after.spent.unpricedModels.join(', ');
      lines.push([span(`No price is known for ${models}; --prices FILE can name one.`, 'dim')]);
    }
    const asOf = `Costs are at the list prices of ${prices.asOf}; subscriptions are billed differently.`;
    lines.push([span(asOf, 'dim')]);
  }
  if (broken.length > 0) {
    const places = countOfThings(broken.length, 'place');
    lines.push([span(`${places} could not be read and were skipped; see above.`, 'yellow')]);
  }
  return lines;
}

function amounts({ calls, spent }: ReturnType<typeof sumOf>): string {
  const tokens = spent.answers === 0 ? 'tokens unknown' : `${tokensText(spent)} tokens`;
  const known = isPriced(spent) ? [moneyText(spent)] : [];
  return [countOfThings(calls, 'call'), tokens, ...known].join(', ');
}

function nextSteps({ stuck }: ScanReport, htmlFile: string | null): Line[] {
  const steps: (readonly [string, string])[] = [];
  if (htmlFile === null) {
    const what = stuck.length === 0 ? 'this on one page' : 'this on one page, with scores drawn';
    steps.push(['tripwire scan --html report.html', what]);
  }
  steps.push(
    ['tripwire scan --since 7d', 'look again in a week'],
    ['tripwire run -- claude', 'guard one agent from its next call on'],
    ['tripwire up --demo', 'watch a looping agent being stopped'],
  );
  const lines = steps.map(([command, what]) => line(`  ${command.padEnd(34)}${what}`));
  if (htmlFile !== null) lines.unshift(line(`  open ${htmlFile}`));
  return [[span('Next:', 'bold')], ...lines];
}
