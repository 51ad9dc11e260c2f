/** How the commands that talk to a running Tripwire are used: wrong words are told, and each has its help. */
import { describe, expect, test } from 'vitest';
import { agents, AGENTS_HELP } from './command.ts';
import { events, EVENTS_HELP } from './events.ts';
import { explain, EXPLAIN_HELP } from './explain.ts';
import { resumeAll, RESUME_ALL_HELP } from './resume-all.ts';
import { resume, RESUME_HELP } from './resume.ts';
import { status, STATUS_HELP } from './status.ts';
import { stopAll, STOP_ALL_HELP } from './stop-all.ts';
import { stop, STOP_HELP } from './stop.ts';

const commands = {
  agents: { run: agents, help: AGENTS_HELP },
  status: { run: status, help: STATUS_HELP },
  events: { run: events, help: EVENTS_HELP },
  explain: { run: explain, help: EXPLAIN_HELP },
  stop: { run: stop, help: STOP_HELP },
  resume: { run: resume, help: RESUME_HELP },
  'stop-all': { run: stopAll, help: STOP_ALL_HELP },
  'resume-all': { run: resumeAll, help: RESUME_ALL_HELP },
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
