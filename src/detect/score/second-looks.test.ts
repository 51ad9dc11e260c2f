/** What the last blind batches of families taught: failures that are waited out, figures, replies that fit nothing, and what is written again. */
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { detectThread, type ToolEvent, type TranscriptEvent } from '../index.ts';

const PACE_MS = 8_000;
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const run = (command: string, result: string, isError?: boolean): ToolEvent => ({
  kind: 'tool',
  tool: 'Bash',
  args: { command },
  result,
  ...(isError === undefined ? {} : { isError }),
});
const rule = (events: readonly TranscriptEvent[]) => {
  const start: TranscriptEvent = { kind: 'prompt', text: 'Please take care of it.', atMs: 0 };
  const paced = events.map((event, index) => ({ atMs: (index + 1) * PACE_MS, ...event }));
  return detectThread({ id: 't', events: [start, ...paced] }).rule;
};

describe('a failing call', () => {
  const locked = run('apt-get install gcc', 'E: Could not get lock, held by process 71', true);

  verifies('X16', 'may be waited out for a while; at once again it is a loop', () => {
    const waited = times(9, () => [locked, run('sleep 30', '')]).flat();
    expect(rule(waited)).toBeNull();
    expect(rule(times(5, () => locked))).toBe('no-progress');
    expect(rule(times(20, () => [locked, run('sleep 30', '')]).flat())).toBe('no-progress');
  });

  verifies('X16', 'that has less left each time gets on', () => {
    const left = (bytes: (index: number) => number) =>
      times(12, (index) =>
        run('curl -C - -O https://a.test/x', `curl: (18) ${bytes(index)} bytes remaining`, true),
      );
    expect(rule(left((index) => 6_000_000_000 - index * 400_000_000))).toBeNull();
    expect(rule(left(() => 6_000_000_000))).not.toBeNull();
  });
});

describe('figures', () => {
  const bench = (index: number) => run('npm run bench', `parser: ${500 + ((index * 37) % 23)} ops`);

  verifies('X16', 'that go to and fro may be measured a few times after each change', () => {
    const edit = (index: number): ToolEvent => ({
      kind: 'tool',
      tool: 'Edit',
      args: { file_path: 'a.ts', old_string: `v${index}`, new_string: `v${index + 1}` },
      result: 'ok',
    });
    const rounds = times(6, (round) => [edit(round), ...times(4, (at) => bench(round * 4 + at))]);
    expect(rule(rounds.flat())).toBeNull();
    expect(rule(times(9, bench))).toBe('no-progress');
  });

  verifies('X16', 'that go on in one direction make up for looks that did not show it yet', () => {
    const portion = run('psql -c "UPDATE t SET a = 1 LIMIT 1000"', 'UPDATE 1000');
    const left = (rows: number) => run('psql -c "SELECT count(*) FROM t"', `count ${rows}`);
    const filled = times(90, (index) => [portion, left(91_000 - 1_000 * index)]).flat();
    expect(rule(filled.slice(0, 100))).toBeNull();
    expect(rule(times(12, () => [portion, left(91_000)]).flat())).toBe('no-progress');
  });
});

verifies(
  'X16',
  'one sentence in reply to commands of different kinds is about none of them',
  () => {
    const commands = [
      'rm -rf /srv/old',
      'find /srv/old -delete',
      'sudo rm -r /srv/old',
      'mv /srv/old /tmp/',
      'ssh web1 "rm -rf /srv/old"',
      'unlink /srv/old/current',
    ];
    const refusal = 'The user does not want to take this action right now.';
    const tried = times(16, (index) =>
      run(`${commands[index % 6]} --try ${'abcdefgh'[index % 8]}`, refusal),
    );
    expect(rule(tried)).toBe('no-progress');
    const hosts = times(16, (index) =>
      run(`restart-service web-${index}`, refusal.replace('not', '')),
    );
    expect(rule(hosts)).toBeNull();
  },
);

describe('what is written', () => {
  verifies('X16', 'is work on a screen as long as it is something else', () => {
    const form = 'New order\ntextbox "Customer"\ntextbox "Article"\nbutton "Save"\nlink "Help"';
    const onScreen = (tool: string, args: unknown): ToolEvent => ({
      kind: 'tool',
      tool,
      args,
      result: form,
    });
    const entered = (text: (index: number) => string) =>
      times(16, (index) => [
        onScreen('browser_click', { element: 'New order' }),
        ...['Customer', 'Article', 'Amount'].map((element) =>
          onScreen('browser_type', { element, text: `${text(index)}${element.toLowerCase()}` }),
        ),
      ]).flat();
    expect(rule(entered((index) => 'abcdefghijklmnop'[index]?.repeat(3) ?? ''))).toBeNull();
    expect(rule(entered(() => 'Ada'))).toBe('no-progress');
  });

  verifies('X16', 'with the same paragraph once more is no change of the work', () => {
    const written = (text: (index: number) => string) =>
      times(14, (index) => ({
        kind: 'tool' as const,
        tool: 'Write',
        args: { file_path: '/w/README.md', content: text(index) },
        result: 'Written.',
      }));
    const section = '\n## Usage\nRun the program and open the page in a browser.';
    const grown = (index: number) => `# Guide${section.repeat(index + 1)}`;
    expect(rule(written(grown))).toBe('no-progress');
    expect(rule(written((index) => `${grown(index)}\nChapter ${WORDS[index]}`))).toBeNull();
  });
});

const WORDS =
  'install start stop update remove list show search export import check repair help about'.split(
    ' ',
  );

verifies('X16', 'an id about which the answer is no was asked about, wherever it came from', () => {
  const looked = times(14, (index) =>
    run(`grep 4f${index + 10}ab9c${index}d1e logs/backend.log`, 'Exit code 1', true),
  );
  expect(rule(looked)).toBeNull();
  const other = ['-i', '-n', '-r', '-w', '-c', '-o'];
  const flags = times(14, (index) =>
    run(`grep ${other[index % 6]} ${other[(index * 5) % 6]} 4f10ab9c logs`, 'Exit code 1', true),
  );
  expect(rule(flags)).not.toBeNull();
});
