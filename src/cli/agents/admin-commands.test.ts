/** How the commands that talk to a running Tripwire are used: wrong words are told, and each has its help. */
import { describe, expect, test } from 'vitest';
import { command as arm } from './arm.ts';
import { command as agents } from './command.ts';
import { command as events } from './events.ts';
import { command as explain } from './explain.ts';
import { command as mark } from './mark.ts';
import { command as resumeAll } from './resume-all.ts';
import { command as resume } from './resume.ts';
import { command as status } from './status.ts';
import { command as stopAll } from './stop-all.ts';
import { command as stop } from './stop.ts';

const commands = {
  agents,
  arm,
  status,
  events,
  explain,
  mark,
  stop,
  resume,
  'stop-all': stopAll,
  'resume-all': resumeAll,
};

describe('wrong words are refused before anything is asked', () => {
  test.each([
    ['agents', ['crawler'], /Unexpected argument/],
    ['status', ['a', 'b'], /status takes one agent/],
    ['events', ['a', 'b'], /events takes one agent/],
    ['events', ['--type', 'explosion'], /--type must be one of kill_switch, .*, not explosion/],
    ['events', ['--limit', '0'], /--limit must be a whole number from 1 to 10000, not 0/],
    ['events', ['--limit', '10001'], /--limit must be a whole number from 1 to 10000, not 10001/],
    ['explain', [], /tripwire explain AGENT/],
    ['mark', ['crawler'], /tripwire mark AGENT healthy\|stuck/],
    ['mark', ['crawler', 'fine'], /tripwire mark AGENT healthy\|stuck/],
    ['stop', [], /tripwire stop AGENT/],
    ['stop', ['a', 'b'], /tripwire stop AGENT/],
    ['stop', ['a', '--hard'], /Unknown option '--hard'/],
    ['resume', [], /tripwire resume AGENT/],
    ['stop-all', ['now'], /Unexpected argument/],
    ['resume-all', ['now'], /Unexpected argument/],
  ] as const)('tripwire %s %j', async (name, args, words) => {
    await expect(async () => commands[name].run(args)).rejects.toThrow(words);
  });
});

test.each(Object.entries(commands))('%s says how it is used and how it ends', (name, { help }) => {
  expect(help).toMatch(new RegExp(`^tripwire ${name} .*\\[--json\\]\\n\\n`));
  expect(help).toContain('Exit codes: 0 ');
  for (const line of help.split('\n')) expect(line.length).toBeLessThanOrEqual(110);
});
