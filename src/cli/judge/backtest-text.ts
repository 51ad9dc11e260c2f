/**
 * A backtest in words: the sentence, then the stops that would come and those that would not have been.
 */
import { MAIN } from '../../base/main-name.ts';
import type { BacktestView } from '../../control/index.ts';
import { span, type Line } from '../terminal/styled-line.ts';
import { textTable } from '../terminal/text-table.ts';
import { momentText } from '../terminal/time-text.ts';
import { wouldLines } from './would-text.ts';

const kinds = {
  kill_switch: 'kill switch',
  soft_suspend: 'soft suspend',
  hard_stop: 'hard stop',
} as const;

/** Whether there is anything to tell of an agent: a stop, a wait that changes, a rule in shadow. */
export function isWorthTelling({ stops, lost, waits, would_have: would }: BacktestView): boolean {
  return stops.length + lost.length + would.length > 0 || waits.were !== waits.would_be;
}

/** The lines of one agent. */
export function backtestLines(result: BacktestView): Line[] {
  const { agent, constitution, records, summary, gained, lost, waits, complete } = result;
  const rows = [
    ...gained.map((stop) => ({ sign: span('would stop', 'red'), stop })),
    ...lost.map((stop) => ({ sign: span('would not stop', 'green'), stop })),
  ].toSorted((one, other) => one.stop.seq - other.stop.seq);
  const table = textTable(
    ['', 'when', 'row', 'session', 'rule', 'why'],
    rows.map(({ sign, stop }): Line[] => [
      [sign],
      [span(momentText(stop.at))],
      [span(String(stop.seq))],
      [span(stop.session ?? MAIN)],
      [span(kinds[stop.kind])],
      [span(stop.reason)],
    ]),
  );
  return [
    [span(agent, 'bold'), span(`  ${records} records under ${constitution}`, 'dim')],
    [span(summary)],
    ...(waits.were === waits.would_be
      ? []
      : [[span(`Requests that waited: ${waits.were}; with these settings ${waits.would_be}.`)]]),
    ...(complete
      ? []
      : [
          [
            span(
              'This covers only part of that time: the journal starts later, or holds more than one backtest can judge.',
              'dim',
            ),
          ],
        ]),
    ...wouldLines(result.would_have),
    ...(rows.length === 0 ? [] : table),
    [],
  ];
}
