/** Events in words: no code, no backtick without its second, no milliseconds, and what is not known stays as it is. */
import { expect, test } from 'vitest';
import { eventText, type ToldEvent } from './event-text.ts';

const WHY =
  'Called `run_tests` 5 times and got the same result each time. (no-progress: score 10.4, limit 10; 1,719 tokens since the loop began)';
const LOOP = { hold: 'kill_switch', by: 'detector', why: WHY };
const clock = () => '14:17';

const told = (type: string, reason: string, details: ToldEvent['details'] = {}) => {
  const { what, text, numbers } = eventText({ type, reason, details }, clock);
  return `${what}: ${text}${numbers === '' ? '' : ` | ${numbers}`}`;
};

test.each<[string, string, string, ToldEvent['details']]>([
  [
    'Stopped: Called `run_tests` 5 times and got the same result each time | (no-progress: score 10.4, limit 10; 1,719 tokens since the loop began)',
    'hold',
    `kill_switch: ${WHY}`,
    LOOP,
  ],
  [
    'Stopped: Stopped by ada: the release is frozen',
    'hold',
    'manual: the release is frozen',
    { hold: 'manual', by: 'ada', why: 'the release is frozen' },
  ],
  [
    'Waiting: Waiting for approval of git push: rewrites history',
    'hold',
    'approval: rewrites history',
    { hold: 'approval', by: 'policy', why: 'rewrites history', target: 'git push' },
  ],
  [
    'Resumed: No longer in force: Stopped by ada: lunch',
    'release',
    'manual: lunch',
    { hold: 'manual', by: 'ada', why: 'lunch' },
  ],
  [
    'Waiting: Sped up from one call every 11 s to one every 3.2 s; waiting until 14:17',
    'veto',
    'RUNAWAY_DETECTED: beats every 3210 ms on average, before that every 11000 ms, since 1794782681868',
    { veto: 'RUNAWAY_DETECTED', until: 1_794_782_681_868 },
  ],
  [
    'Waiting: Health 0.52 is below 0.6 after a loop',
    'veto',
    'HEALTH_DEGRADED: "health 0.52 is below 0.6 after a loop" (by "health", since 1794782681868; lifted by release)',
    { veto: 'HEALTH_DEGRADED' },
  ],
  [
    'Waiting: Cooling down after a limit was reached; waiting until 14:17',
    'veto',
    'COOLDOWN_ACTIVE: until 1794782681868, since 1794782621868',
    { veto: 'COOLDOWN_ACTIVE', until: 1_794_782_681_868 },
  ],
  [
    'Refused: Over budget: 3 of 5 calls spent in a day (UTC)',
    'veto',
    'BUDGET_SPENT: 3 calls spent and reserved, 4 calls for this call; 5 calls is what the agent has for a day (UTC)',
    { veto: 'RATE_LIMIT_EXCEEDED', until: null },
  ],
  ['Joined: A new agent', 'operator', 'configure by tripwire: registered', { registered: true }],
  [
    'Person: Resumed by ada: the token is renewed',
    'operator',
    'activate by ada: the token is renewed',
    { action: 'activate', by: 'ada', why: 'the token is renewed' },
  ],
  [
    'Person: Resumed by ada',
    'operator',
    'activate by ada: activated by hand',
    { action: 'activate', by: 'ada', why: 'activated by hand' },
  ],
  [
    'Person: Approved `git push` by ada',
    'operator',
    'grant by ada',
    { action: 'grant', by: 'ada', target: 'git push' },
  ],
  [
    'Would have stopped: Would have stopped: Called `run_tests` 5 times and got the same result each time | (no-progress: score 10.4, limit 10; 1,719 tokens since the loop began)',
    'kill_switch_shadow',
    `would have stopped: ${WHY}`,
    { why: WHY },
  ],
  ['Refused: 1 more request was refused', 'refused', '1 more request was refused', { repeats: 1 }],
])('%s', (words, type, reason, details) => {
  expect(told(type, reason, details)).toBe(words);
});

test('a title that names what ran takes the place of the tool', () => {
  const title = 'Ran `npm test` 5 times in 2 s; same failure each time';
  expect(eventText({ type: 'hold', reason: '', details: LOOP, title }, clock).text).toBe(title);
});

test.each(['hold', 'release', 'veto', 'operator', 'kill_switch', 'note', 'of-next-year'])(
  'without details a %s says its reason, which may be that somebody changed it',
  (type) => {
    expect(told(type, 'This event was changed.')).toContain('This event was changed');
  },
);
