/** The live table is drawn over itself, keeps to the terminal, and tells why an agent does not go on. */
import { expect, test } from 'vitest';
import { testGate } from '../../../test/kit/test-gate.ts';
import type { GateEvent } from '../../gate/index.ts';
import { CallTally } from '../../journal/index.ts';
import { createMemoryStore } from '../../store/index.ts';
import { eventInLines, readable } from '../up/event.ts';
import { liveTable } from '../up/live-table-rows.ts';
import { LiveTable } from './live-table.ts';
import { paint, span, widthOf } from './styled-line.ts';

function terminal(columns: number, rows: number) {
  let written = '';
  const write = (text: string) => {
    written += text;
    return true;
  };
  return { stream: { write, columns, rows }, take: () => [written, (written = '')][0] };
}

test('a second picture goes over the first; what is printed goes above both', () => {
  const { stream, take } = terminal(40, 10);
  const table = new LiveTable(stream, false);
  table.draw([[span('one')], [span('two')]]);
  take();
  table.draw([[span('three')]]);
  expect(take()).toBe('\u001b[2A\r\u001b[Jthree\n');
  table.print([[span('a line that is longer than the terminal is wide, to be copied')]]);
  expect(take()).toBe(
    '\u001b[1A\r\u001b[Ja line that is longer than the terminal is wide, to be copied\nthree\n',
  );
});

test('no line of the table is wider than the terminal, and no table higher', () => {
  const { stream, take } = terminal(20, 6);
  const table = new LiveTable(stream, false);
  take();
  table.draw(Array.from({ length: 50 }, () => [span('x'.repeat(100))]));
  const lines = take()?.split('\n').slice(0, -1) ?? [];
  expect(lines).toHaveLength(4);
  expect(lines.at(-1)).toHaveLength(19);
});

test('control characters of an agent do not reach the terminal', () => {
  const { stream, take } = terminal(80, 24);
  new LiveTable(stream, false).print([[span('a\u001b[2Jb')]]);
  expect(take()).not.toContain('\u001b[2J');
});

test('the rows: who is stopped and why, calls and tokens from the journal', async () => {
  const store = createMemoryStore();
  const gate = await testGate({ store });
  const tally = await CallTally.open(store);
  const admission = await gate.admit({
    agent: 'crawler',
    purpose: 'step',
    estimateTokens: 10,
    waitMs: 0,
  });
  if (!admission.allowed) throw new Error('refused');
  await admission.call.finish({ status: 'SUCCESS', latencyMs: 5, tokens: 1_234, cachedTokens: 0 });
  await gate.operate({ agent: 'crawler', action: 'deactivate', by: 'ada', why: 'it dug too deep' });
  await tally.update();
  expect(tally.of('crawler')).toEqual({
    calls: 1,
    tokens: 1_234,
    microUsd: 0,
    unpriced: 1,
    held: 0,
    score: null,
  });
  const view = await gate.agent('crawler');
  const spent = { tokens: 1_234, cost_usd: null, unpriced_calls: 1 };
  const none = { tokens: 0, cost_usd: 0, unpriced_calls: 0 };
  const subagents = { today: none, total: none };
  const spend = { today: spent, total: spent, subagents };
  const lines = liveTable([{ ...view, calls_today: 1, spend, sessions: [] }], 79);
  expect(lines.map((line) => paint(line, false))[1]).toMatch(
    /^crawler +Stopped by ada +1\.00 +1 +1,234 +– +Stopped by ada: it dug…/,
  );
  expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(79);
  gate.close();
});

test('an event is told whole, in lines of the terminal’s width, with times that a clock shows', () => {
  const at = new Date(2026, 10, 15, 13, 40, 2).getTime();
  const reason = `RUNAWAY_DETECTED: beats every 102 ms on average, before that every 510 ms, since ${at}; COOLDOWN_ACTIVE: until ${at + 60_000}, since ${at}; 89280 of 1000000 tokens and 31 of 240 tool calls used in the last 60 s`;
  const event: GateEvent = {
    agent: 'runaway',
    session: null,
    eventType: 'veto',
    timestamp: at,
    reason,
    details: { veto: 'RUNAWAY_DETECTED', until: at + 60_000 },
  };
  expect(readable(event)).toBe(
    'Sped up from one call every 0.51 s to one every 0.1 s; waiting until 13:41:02',
  );
  const lines = eventInLines(event, 60).map((line) => paint(line, false));
  expect(lines[0]).toMatch(/^13:40:02 {2}runaway +waiting +Sped up/);
  expect(lines.every((line) => line.length < 60)).toBe(true);
  expect(lines.map((line) => line.trim()).join(' ')).toContain('waiting until 13:41:02');
});
