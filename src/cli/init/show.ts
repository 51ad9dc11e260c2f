/**
 * What `tripwire init` shows: the changes before they are written, and what came of them.
 */
import { printWhole } from '../terminal/print-lines.ts';
import { span, type Line } from '../terminal/styled-line.ts';
import { unifiedDiff } from './diff.ts';
import { copyOf, type FileChange } from './file.ts';
import type { SelfTest } from './self-test.ts';

/** What became of one client. */
export interface ClientOutcome {
  readonly client: string;
  readonly title: string;
  readonly file: string;
  readonly changed: boolean;
  readonly selfTest: SelfTest | null;
  readonly byHand: string | null;
  readonly lacks: string | null;
  readonly note: string | null;
}

/** What became of all of it. */
export interface InitOutcome {
  readonly ok: boolean;
  readonly removed: boolean;
  readonly managed: boolean;
  readonly clients: readonly ClientOutcome[];
  /** The files that were written. */
  readonly files: readonly string[];
  /** `none`: the current folder is no project, so it got no state folder. */
  readonly project: 'ready' | 'none' | 'untouched';
  readonly programIsRoots: boolean;
  /** The hooks start from the sources, because nobody built their bundle since those were changed. */
  readonly runsSources: boolean;
}

/** Shows the changes. */
export function showChanges(changes: readonly FileChange[]): void {
  for (const { file, before, after, copy } of changes) {
    printWhole([...unifiedDiff(file, before, after)]);
    if (typeof copy === 'string') printWhole([[span(`a copy is kept in ${copyOf(file)}`, 'dim')]]);
    printWhole([[]]);
  }
}

/** Shows what came of them. */
export function showOutcome(outcome: InitOutcome): void {
  for (const client of outcome.clients) printWhole(clientLines(client, outcome));
  if (!outcome.ok) {
    printWhole([
      [span('Nothing was written: a hook that does not deny would only look like one.', 'red')],
    ]);
    return;
  }
  printWhole(outcome.removed ? removedLines(outcome) : installedLines(outcome));
}

function clientLines(
  { title, file, changed, selfTest, byHand, lacks, note }: ClientOutcome,
  { removed, ok }: InitOutcome,
): readonly Line[] {
  const head = (words: string): Line => [span(`${title}: `, 'bold'), span(words)];
  if (note !== null) return [head(note)];
  if (removed) return [head(changed ? `taken out of ${file}` : `no hooks of Tripwire in ${file}`)];
  if (selfTest?.ok !== true) {
    return [head('the self-test failed'), [span(`✗ ${selfTest?.detail ?? ''}`, 'red')]];
  }
  const done = ok ? 'the hooks are in' : 'the hooks would go into';
  return [
    head(changed ? `${done} ${file}` : `the hooks were in ${file} already`),
    [span('✓ ', 'green'), span(`self-test: ${selfTest.detail}`)],
    ...(byHand === null || file.endsWith('.toml') ? [] : [[span(`! ${byHand}`, 'yellow')]]),
    ...(lacks === null ? [] : [[span(`! ${lacks}`, 'red')]]),
  ];
}

function installedLines(outcome: InitOutcome): readonly Line[] {
  const { project, managed, programIsRoots, runsSources } = outcome;
  return [
    ...(project === 'none'
      ? [
          [
            span(
              '! This is a home folder or /, not a project, so it got no .geometry/; run tripwire init in a project.',
              'yellow',
            ),
          ] as const,
        ]
      : []),
    ...protectionLines(managed, programIsRoots),
    ...(runsSources ? [[span(`! ${SLOW_HOOKS}`, 'yellow')]] : []),
    [
      span(
        'Try it: touch .geometry/PAUSE, and the next tool call is denied. tripwire init --remove undoes this.',
      ),
    ],
  ];
}

const SLOW_HOOKS =
  'These hooks start from the sources, which takes about four times as long at every step of the agent (770 ms ' +
  'instead of 190, as measured). Run once, and after each change of the sources: npm run build:hook';

function protectionLines(managed: boolean, programIsRoots: boolean): readonly Line[] {
  if (!managed) {
    return [
      [
        span(
          '! An agent with a shell can edit these settings and so switch its hooks off. What only root can change it ' +
            'cannot: sudo tripwire init --managed (Claude Code, Codex).',
          'yellow',
        ),
      ],
    ];
  }
  if (programIsRoots) return [];
  return [
    [
      span(
        '! The program that the hooks run does not belong to root, so an agent may change it. Install Tripwire as root, ' +
          'then run this again.',
        'yellow',
      ),
    ],
  ];
}

function removedLines({ clients }: InitOutcome): readonly Line[] {
  if (!clients.some(({ changed }) => changed)) return [];
  return [
    [
      span(
        '.geometry/ stays: it holds what happened in the project. Delete it yourself if you like.',
      ),
    ],
  ];
}
