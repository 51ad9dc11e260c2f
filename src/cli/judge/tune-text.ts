/**
 * A tuning in words: the threshold, and the curve with one line for each.
 */
import { countOfThings } from '../terminal/amounts.ts';
import { span, type Line } from '../terminal/styled-line.ts';
import { textTable } from '../terminal/text-table.ts';
import type { Tuned, TunePoint } from './tune.ts';

const BAR_COLUMNS = 20;
const NO_JOURNAL = 'There is no journal in the data folder.';
const NO_STOPS = 'No threshold would have stopped anything in the journal.';

/** The lines of it. */
export function tuneLines(tuned: Tuned): Line[] {
  const { curve, tightest, inForce, healthy, stuck, hours, detector } = tuned;
  const hasJournal = curve.some(({ journalStops }) => journalStops !== null);
  const rows = curve.map((point): Line[] => [
    [span(`${point.threshold === tightest ? '→ ' : ''}${point.threshold}`)],
    [span(`${point.healthyStopped} of ${healthy}`, point.healthyStopped > 0 ? 'red' : 'plain')],
    [span(`${point.stuckCaught} of ${stuck}`)],
    [span(point.journalStops === null ? '' : String(point.journalStops))],
    [span(bar(point, tuned))],
  ]);
  // A table of nothing says nothing.
  if (healthy + stuck === 0 && curve.every(({ journalStops }) => (journalStops ?? 0) === 0)) {
    const missing = hasJournal ? NO_STOPS : NO_JOURNAL;
    return [[span(sentence(tuned), 'bold')], [span(missing, 'dim')]];
  }
  return [
    [span(sentence(tuned), 'bold')],
    [
      span(
        `In force: ${inForce}. Detector: ${detector}. ${countOfThings(healthy, 'healthy run')}, ${countOfThings(stuck, 'stuck run')}.`,
      ),
    ],
    [],
    ...textTable(
      ['threshold', 'healthy stopped', 'stuck caught', `stops in ${hours} h`, 'caught'],
      rows,
    ),
    ...alternativeLines(tuned),
    ...(hasJournal ? [] : [[span(NO_JOURNAL, 'dim')]]),
  ];
}

function alternativeLines({ alternatives, stuck }: Tuned): Line[] {
  if (alternatives.length === 0) return [];
  const rows = alternatives.map(({ setting, tightest, stuckCaught }): Line[] => [
    [span(setting)],
    [span(String(tightest))],
    [span(`${stuckCaught} of ${stuck}`)],
  ]);
  return [
    [],
    [span('Better on these runs, under kill_switch in tripwire.yaml:', 'bold')],
    ...textTable(['setting', 'threshold', 'stuck caught'], rows),
  ];
}

function sentence({ tightest, healthy, stuck, curve }: Tuned): string {
  if (healthy === 0) {
    return 'Nothing is marked healthy, so no threshold can be called safe. Mark a stop with tripwire mark AGENT healthy, or a recorded run with tripwire detect FILE --as healthy.';
  }
  if (tightest === null)
    return 'Every threshold would have stopped something that you marked healthy.';
  const point = curve.find(({ threshold }) => threshold === tightest);
  return `A threshold of ${tightest} is the tightest that stops nothing you marked healthy; it catches ${point?.stuckCaught ?? 0} of ${stuck} stuck runs.`;
}

function bar({ stuckCaught }: TunePoint, { stuck }: Tuned): string {
  return stuck === 0 ? '' : '█'.repeat(Math.round((stuckCaught / stuck) * BAR_COLUMNS));
}
