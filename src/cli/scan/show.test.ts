/** A scan as people and scripts see it: amounts, sparkline, table, text, page, JSON. */
import { describe, expect, test } from 'vitest';
import { LIST_PRICES, type Spent } from '../../prices/index.ts';
import { moneyText, tokensText } from '../terminal/amounts.ts';
import { highest, sparkline } from '../terminal/sparkline.ts';
import { paint, widthOf, type Line } from '../terminal/styled-line.ts';
import { scanPage } from './html.ts';
import { scanJson } from './json.ts';
import type { StuckRun } from './judge.ts';
import type { ScanReport } from './report.ts';
import { sinceMs } from './since.ts';
import { stuckTable } from './table.ts';
import { scanLines } from './text.ts';
import { WasteTally } from './waste-tally.ts';

const spent = (more: Partial<Spent>): Spent => ({
  answers: 1,
  tokens: 0,
  microDollars: 0,
  unpricedTokens: 0,
  unpricedModels: [],
  ...more,
});

const stuckRun: StuckRun = {
  run: {
    id: 'id-1',
    client: 'claude-code',
    file: '/home/ada/a.jsonl',
    project: 'notes',
    startedAtMs: 0,
    endedAtMs: 1_000,
    title: '<script>alert("x")</script> & more',
    endsOpen: false,
    events: [],
    modelCalls: [],
  },
  rule: 'no-progress',
  emptyCalls: 4,
  calls: 9,
  stuckFromCall: 2,
  stoppedAtCall: 5,
  recoveredAtCall: null,
  afterStuck: { calls: 8, spent: spent({ tokens: 86_700, microDollars: 110_000 }) },
  afterStop: { calls: 4, spent: spent({ tokens: 40_000, microDollars: 50_000 }) },
  scores: [0, 2, 5, 8, 11, 14, 17, 20, 23],
  threshold: 10,
};

const report: ScanReport = {
  given: [],
  places: [{ client: 'codex', folder: '/home/ada/.codex/sessions' }],
  sinceMs: null,
  prices: LIST_PRICES,
  files: 2,
  runs: 3,
  calls: 40,
  runsByClient: new Map([['claude-code', 3]]),
  stuck: [stuckRun],
  waste: new WasteTally(LIST_PRICES, 0).report(),
  broken: [],
};

const plain = (lines: readonly Line[]) => lines.map((line) => paint(line, false)).join('\n');

describe('amounts', () => {
  test.each([
    [{ tokens: 999 }, '999'],
    [{ tokens: 1_000 }, '1.0k'],
    [{ tokens: 999_949 }, '999.9k'],
    [{ tokens: 999_950 }, '1.0M'],
    [{ tokens: 5, answers: 0 }, '–'],
  ])('tokens %j are %s', (more, text) => {
    expect(tokensText(spent(more))).toBe(text);
  });

  test.each([
    [{ microDollars: 0 }, '$0.00'],
    [{ microDollars: 4_999 }, '<$0.01'],
    [{ microDollars: 5_000 }, '$0.01'],
    [{ microDollars: 1_234_567_000 }, '$1,234.57'],
    [{ microDollars: 110_000, unpricedTokens: 1 }, '$0.11+'],
    [{ unpricedTokens: 1 }, 'no price'],
    [{ answers: 0 }, '–'],
  ])('money %j is %s', (more, text) => {
    expect(moneyText(spent(more))).toBe(text);
  });
});

describe('since', () => {
  const now = Date.parse('2026-11-15T12:00:00Z');
  test('a length of time, a day, a moment', () => {
    expect(sinceMs('24h', now)).toBe(now - 86_400_000);
    expect(sinceMs('7d', now)).toBe(now - 7 * 86_400_000);
    expect(sinceMs('2w', now)).toBe(now - 14 * 86_400_000);
    expect(sinceMs('2026-11-01', now)).toBe(new Date(2026, 10, 1).getTime());
    expect(sinceMs('2026-11-01T10:00:00Z', now)).toBe(Date.parse('2026-11-01T10:00:00Z'));
  });
  test.each(['', '7', 'd', 'yesterday', '2026-13-01', '7 d', '-1d'])('%j is refused', (text) => {
    expect(() => sinceMs(text, now)).toThrow('--since takes');
  });
});

describe('sparkline', () => {
  test('no peak is lost when many values share a bar', () => {
    const values = Array.from({ length: 100 }, (_, index) => (index === 37 ? 9 : 0));
    expect(highest(values, 10)).toEqual([0, 0, 0, 9, 0, 0, 0, 0, 0, 0]);
    expect(highest([1, 2], 10)).toEqual([1, 2]);
  });
  test('from nothing to the top, and never above it', () => {
    expect(sparkline([0, 5, 10, 99], 10)).toBe('▁▅██');
  });
});

describe('terminal', () => {
  test('a wide table says everything; a narrow one leaves out what matters least', () => {
    const wide = plain(stuckTable([stuckRun], 200));
    expect(wide).toContain('call 2 of 9');
    expect(wide).toMatch(/Claude Code +notes .* 8 +86\.7k +\$0\.11 +no-progress at 5 +▁/);
    const narrow = stuckTable([stuckRun], 80);
    expect(Math.max(...narrow.map(widthOf))).toBeLessThanOrEqual(80);
    expect(plain(narrow)).toContain('$0.11');
    expect(plain(narrow)).not.toContain('started');
  });

  test('columns stay in line under wide letters, and nothing reaches the terminal as a command', () => {
    const titled = (title: string) => ({ ...stuckRun, run: { ...stuckRun.run, title } });
    const lines = stuckTable(
      [titled('日本語のタイトル'), titled('plain'), titled('\u001b[2Jx')],
      200,
    );
    expect(new Set(lines.slice(1).map(widthOf)).size).toBe(1);
    expect(plain(lines)).not.toContain('\u001b');
  });

  test('the text sums up and ends with what to do next', () => {
    const text = plain(scanLines(report, 200, null));
    expect(text).toContain('3 runs (Claude Code 3), 40 calls in 2 files');
    expect(text).toContain('1 got stuck and used 8 calls, 86.7k tokens, $0.11 after that.');
    expect(text).toContain(
      'Tripwire would have saved 4 calls, 40.0k tokens, $0.05, which came after',
    );
    expect(text.slice(text.indexOf('Next:'))).toContain('tripwire scan --html report.html');
  });

  test('no stuck run is good news; no transcript at all is said kindly', () => {
    expect(plain(scanLines({ ...report, stuck: [] }, 200, null))).toContain(
      'None of them got stuck',
    );
    const text = plain(scanLines({ ...report, stuck: [], runs: 0, files: 0 }, 200, null));
    expect(text).toContain('nothing is wrong');
    expect(text).toContain('/home/ada/.codex/sessions');
    expect(text).toContain('Next:');
  });
});

describe('page', () => {
  test('what was written in a run cannot become part of the page', () => {
    const page = scanPage(report);
    expect(page).not.toContain('<script');
    expect(page).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; more');
  });

  test('it needs nothing from elsewhere, suits light and dark, and draws the score', () => {
    const page = scanPage(report);
    expect(page).not.toMatch(/\b(?:src|href)=|url\(|@import|https?:/);
    expect(page).toContain("default-src 'none'");
    expect(page).toContain('prefers-color-scheme: dark');
    const points = /<polyline class="score" points="([^"]*)"/.exec(page)?.[1]?.split(' ') ?? [];
    expect(points).toHaveLength(9);
    expect(page).toContain('stuck from call 2');
    expect(page).toContain('stop at call 5');
  });

  test('a very long run is drawn with few points', () => {
    const scores = Array.from({ length: 50_000 }, (_, index) => index / 1_000);
    const page = scanPage({ ...report, stuck: [{ ...stuckRun, calls: 50_000, scores }] });
    expect(page.length).toBeLessThan(20_000);
  });
});

test('JSON has everything under stable names', () => {
  const value = JSON.parse(scanJson(report)) as unknown;
  expect(value).toMatchObject({
    runs: 3,
    runs_by_client: { 'claude-code': 3 },
    after_stuck: { calls: 8, tokens: 86_700, cost_usd: 0.11 },
    stuck: [
      {
        id: 'id-1',
        stuck_from_call: 2,
        stopped_at_call: 5,
        recovered_at_call: null,
        rule: 'no-progress',
        reason: 'no-progress: 4 steps from call 2 to call 5 brought nothing; score 11 exceeds 10',
        started_at: '1970-01-01T00:00:00.000Z',
        after_stop: { calls: 4, cost_usd: 0.05, unpriced_tokens: 0 },
      },
    ],
    broken: [],
  });
});
