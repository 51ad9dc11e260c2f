/** The switch in a person's file: set, and nothing else of it changed. */
import { expect, test } from 'vitest';
import { withKillSwitch } from './keep-kill-switch.ts';

const ON = { enabled: true, shadow: false };

test('a value that is there is changed, comments and order stay', () => {
  const text = `# mine
evidence_days: 3 # short

kill_switch:
  # not yet
  enabled: false
  threshold: 12
`;
  expect(withKillSwitch(text, ON)).toBe(text.replace('enabled: false', 'enabled: true'));
});

test('a section that is missing is added', () => {
  expect(withKillSwitch('port: 1\n', ON)).toBe('port: 1\nkill_switch:\n  enabled: true\n');
  expect(withKillSwitch('', { enabled: true, shadow: true })).toBe(
    'kill_switch:\n  enabled: true\n  shadow: true\n',
  );
});

test('shadow is taken back where it was said', () => {
  const shadow = 'kill_switch:\n  enabled: true\n  shadow: true\n';
  expect(withKillSwitch(shadow, ON)).toBe(shadow.replace('shadow: true', 'shadow: false'));
});

test.each(['a: [', 'a: 1\na: 2\n', 'just words'])('%j is left alone', (text) => {
  expect(() => withKillSwitch(text, ON)).toThrow();
});
