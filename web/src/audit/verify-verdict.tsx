/** How a check stands: a bar while it runs, then the verdict with its sign, and the first thing that is wrong. */
import { CircleHelp, ShieldCheck, ShieldX, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/class-names.ts';
import type { Progress, Verdict } from './verify-findings.ts';
import type { VerifyState } from './verify-run.ts';

interface Look {
  readonly icon: LucideIcon;
  readonly word: string;
  readonly tone: string;
}

const looks: Readonly<Record<Verdict['outcome'], Look>> = {
  intact: { icon: ShieldCheck, word: 'Intact', tone: 'bg-good-soft text-good' },
  unsigned: {
    icon: TriangleAlert,
    word: 'Consistent, but nobody signed it',
    tone: 'bg-warn-soft text-warn',
  },
  broken: { icon: ShieldX, word: 'Broken', tone: 'bg-danger-soft text-danger' },
  nothing: { icon: CircleHelp, word: 'Nothing to verify', tone: 'bg-sunken text-muted' },
};
const failed: Look = {
  icon: TriangleAlert,
  word: 'Not verified',
  tone: 'bg-warn-soft text-warn',
};

export function VerdictView({
  state,
  onStop,
}: {
  readonly state: VerifyState;
  readonly onStop: () => void;
}): ReactNode {
  return (
    <div role="status" aria-label="Verdict" aria-live="polite" className="min-w-0">
      {state.kind === 'running' ? <Running progress={state.progress} onStop={onStop} /> : null}
      {state.kind === 'done' ? <Done verdict={state.verdict} /> : null}
      {state.kind === 'failed' ? (
        <Banner look={failed}>
          <p className="break-words">{state.problem}</p>
        </Banner>
      ) : null}
    </div>
  );
}

function Running({
  progress,
  onStop,
}: {
  readonly progress: Progress | null;
  readonly onStop: () => void;
}): ReactNode {
  const { done, total } = progress ?? { done: 0, total: 0 };
  return (
    <div className="flex items-center gap-3">
      <progress
        aria-label="Verifying"
        max={Math.max(1, total)}
        value={done}
        className="h-2 min-w-0 flex-1 overflow-hidden rounded-full [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
      />
      <span aria-hidden className="text-xs text-muted tabular-nums">
        {total === 0 ? 'starting' : `${done} of ${total}`}
      </span>
      <Button size="small" onClick={onStop}>
        Cancel
      </Button>
    </div>
  );
}

function Done({ verdict }: { readonly verdict: Verdict }): ReactNode {
  const { outcome, checked, problems, problemCount, notes } = verdict;
  const [first, ...more] = problems;
  return (
    <Banner look={looks[outcome]}>
      {first === undefined ? null : (
        <p className="text-ink">
          First thing wrong: <code className="font-mono text-xs wrap-anywhere">{first}</code>
        </p>
      )}
      {more.length === 0 ? null : (
        <details className="text-ink">
          <summary className="cursor-pointer text-xs">
            {problemCount - 1} more that {problemCount === 2 ? 'is' : 'are'} wrong
          </summary>
          <List lines={more} className="font-mono text-xs" />
        </details>
      )}
      {checked.length === 0 ? null : <p>Checked:</p>}
      <List lines={checked} className="text-ink" />
      <List lines={notes} className="text-muted" />
    </Banner>
  );
}

function Banner({
  look: { icon: Icon, word, tone },
  children,
}: {
  readonly look: Look;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className="overflow-hidden rounded-lg border border-line">
      <p className={classes('flex items-center gap-2 px-4 py-2.5 text-base font-semibold', tone)}>
        <Icon aria-hidden className="size-5 shrink-0" />
        {word}
      </p>
      <div className="space-y-2 px-4 py-3 text-sm empty:hidden">{children}</div>
    </div>
  );
}

function List({
  lines,
  className,
}: {
  readonly lines: readonly string[];
  readonly className: string;
}): ReactNode {
  if (lines.length === 0) return null;
  return (
    <ul className={classes('list-disc space-y-1 pl-5 wrap-anywhere', className)}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
