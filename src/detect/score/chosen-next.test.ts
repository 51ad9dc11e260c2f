/** A form that is filled in for one thing after the other: the same buttons, and another choice before them. */
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { detectThread, type ToolEvent, type TranscriptEvent } from '../index.ts';

const PACE_MS = 6_000;
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August'];
const YEARS = [2024, 2025];
const all = YEARS.flatMap((year) => MONTHS.map((month) => `${month} ${year}`));

const press = (tool: string, args: object, page: string): ToolEvent => ({
  kind: 'tool',
  tool: `browser_${tool}`,
  args,
  result: page,
});

/** A page on which a month is chosen, with the names that its elements have at this look. */
const page = (month: string, at: number, more = '') =>
  `- combobox "Month" [ref=e${at}]: ${month}\n- button "Show" [ref=e${at + 1}]\n- link "Download PDF" [ref=e${at + 2}]${more}`;

function rule(events: readonly ToolEvent[]) {
  const start: TranscriptEvent = { kind: 'prompt', text: 'Get all the statements.', atMs: 0 };
  const paced = events.map((event, index) => ({ ...event, atMs: (index + 1) * PACE_MS }));
  return detectThread({ id: 't', events: [start, ...paced] }).rule;
}

const round = (month: string, index: number, after = '') => [
  press('select_option', { ref: `e${index}`, values: [month] }, page(month, index * 10)),
  press('click', { element: 'Show', ref: `e${index * 10 + 1}` }, page(month, index * 10, after)),
  press(
    'click',
    { element: 'Download PDF', ref: `e${index * 10 + 2}` },
    page(month, index * 10, after),
  ),
];

describe('the same buttons', () => {
  verifies('X16', 'after another choice each time are work, also where its words are known', () => {
    expect(rule(all.flatMap((month, index) => round(month, index)))).toBeNull();
  });

  verifies('X16', 'after the same choice are a loop', () => {
    expect(rule(all.flatMap((_, index) => round('May 2024', index)))).toBe('no-progress');
  });
});
