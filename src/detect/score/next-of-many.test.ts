/** Rounds over one thing after the other, in which the same is done and the same is told; and rounds over nothing new. */
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { detectThread, type ToolEvent, type TranscriptEvent } from '../index.ts';

const PACE_MS = 8_000;

type Step = Omit<ToolEvent, 'kind' | 'atMs'>;

/** The rule that stops these steps, each some seconds after the one before; null where none does. */
function rule(steps: readonly Step[]) {
  const start: TranscriptEvent = { kind: 'prompt', text: 'Please see to it.', atMs: 0 };
  const events = steps.map((step, index) => ({
    ...step,
    kind: 'tool' as const,
    atMs: (index + 1) * PACE_MS,
  }));
  return detectThread({ id: 't', events: [start, ...events] }).rule;
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const shell = (command: string, result: string, isError = false): Step => ({
  tool: 'bash',
  args: { command },
  result,
  isError,
});

describe('rounds of the same commands', () => {
  const branches = ['login', 'search', 'export', 'billing', 'avatars', 'invites', 'webhooks'];
  const round = (branch: string) => [
    shell(`git merge origin/${branch}`, 'CONFLICT (content): Merge conflict in yarn.lock', true),
    shell('git checkout --theirs yarn.lock', 'Updated 1 path from the index'),
    shell('yarn install', 'Done in 4 s.'),
    shell('yarn test', '212 passed'),
    shell('git commit --no-edit', ''),
  ];

  verifies('X16', 'begun with another branch each time are work', () => {
    expect(rule(branches.flatMap(round))).toBeNull();
  });

  verifies('X16', 'begun with the same one are a loop', () => {
    expect(rule(branches.flatMap(() => round('login')))).toBe('no-progress');
  });

  const commit = (verb: string) => [
    shell(`git commit -qam "${verb} the documentation of the parser"`, '[main] documentation'),
    shell('npm test', '209 passed'),
  ];

  verifies('X16', 'are not begun with another thing by another word in a text', () => {
    const verbs = times(14, (index) => ['Polish', 'Refine', 'Tidy'][index % 3] ?? '');
    expect(rule(verbs.flatMap(commit))).toBe('no-progress');
  });
});

describe('one thing after the other', () => {
  const rooms = ['Aspen', 'Birch', 'Cedar', 'Elm', 'Fir', 'Hazel'];
  const days = ['monday', 'tuesday', 'wednesday', 'thursday'];
  const book = (room: string, day: string, result: string): Step => ({
    tool: 'book_room',
    args: { room, day },
    result,
  });
  const taken = '{"ok":false,"reason":"already booked"}';

  verifies('X16', 'may be refused where others were granted, and not for ever the same one', () => {
    const asked = days.flatMap((day) =>
      rooms.map((room, index) => book(room, day, index === 5 ? '{"ok":true}' : taken)),
    );
    expect(rule(asked)).toBeNull();
    expect(rule(times(10, () => book('Aspen', 'monday', taken)))).toBe('no-progress');
  });
});

describe('what is waited for', () => {
  const booted = (says: string) => shell('sleep 5; adb shell getprop sys.boot_completed', says);
  const boot = (level: number) => [
    shell(`emulator -avd api${level} -no-window &`, `[1] ${4_000 + level * 37}`),
    booted(''),
    booted(''),
    booted(''),
    booted('1'),
    shell('./gradlew connectedDebugAndroidTest', 'BUILD SUCCESSFUL, 41 tests'),
    shell('adb emu kill', 'OK: killing emulator, bye bye'),
  ];

  verifies('X16', 'comes again in each round, and was worth its looks', () => {
    expect(rule([28, 29, 30, 31, 33, 34].flatMap(boot))).toBeNull();
  });

  verifies('X16', 'and never comes is no work', () => {
    expect(rule(times(40, () => booted('')))).toBe('no-progress');
  });
});

const LOG_BEGINNING = `Set up job: image ubuntu-24.04, runner 2.321.0
Check out acme/printer at the head of main
Restore the cache of packages, 214 MB
Install 812 packages from the lockfile
Compile the sources of the lexer, the parser and the printer
Run the unit tests of all packages: all of them pass
Pack the sources and the types into one archive`;

describe('the newest of a kind', () => {
  const log = (id: number, says: string): Step => ({
    tool: 'read_job_log',
    args: { job: id },
    result: `${LOG_BEGINNING}\n${says}`,
  });
  const change = (index: number): Step => ({
    tool: 'edit_file',
    args: { path: 'ci.yml', old_string: `step ${index}`, new_string: `a step, tried ${index}` },
    result: 'The file was updated.',
  });

  verifies('X16', 'that says what the one before said, whatever was done, is a loop', () => {
    const says = 'FAILED the upload of the package: no space left on the runner';
    const rounds = times(12, (index) => [change(index), log(7_001 + index * 13, says)]);
    expect(rule(rounds.flat())).toBe('no-progress');
  });

  verifies('X16', 'that says something else each time is none', () => {
    const parts = ['lexer', 'parser', 'printer', 'linker', 'loader', 'runner', 'tester', 'packer'];
    const rounds = parts.map((part, index) => [
      change(index),
      log(7_001 + index * 13, `FAILED to build the ${part}: unknown type in ${part}.c`),
    ]);
    expect(rule(rounds.flat())).toBeNull();
  });
});

describe('a token in an address', () => {
  const page =
    'Page: Sign in to onyx.example\n[ref=e1] textbox "E-mail"\n[ref=e2] button "Continue"';
  const open = (state: string): Step => ({
    tool: 'browser_navigate',
    args: { url: `https://onyx.example/login?state=${state}` },
    result: page,
  });
  const click: Step = { tool: 'browser_click', args: { element: 'Continue' }, result: page };
  const tokens = ['q5roA5CpvjaU2kbC', 'LfWWi7NBhWPBnHCE', 'x9dCedpRE97wsdgf', 'Kk9LZnyvzVS3vm9H'];

  verifies('X16', 'is nothing that was typed', () => {
    expect(rule(times(12, (index) => [open(tokens[index % 4] ?? ''), click]).flat())).toBe(
      'no-progress',
    );
  });
});
