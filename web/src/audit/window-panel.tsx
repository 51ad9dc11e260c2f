/** One window: its verdict, the cathedral or the table, the flags, the roots. */
import { Check, TriangleAlert, X } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import {
  GENESIS_CARRY,
  judgeWindow,
  windowNumbers,
  type AuditWindow,
} from '../../../src/audit/verify.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Segments } from '../ui/segments.tsx';
import { Time } from '../ui/time.tsx';
import { CathedralLegend } from './cathedral-legend.tsx';
import { cathedralOf } from './cathedral-shape.ts';
import { CathedralView } from './cathedral.tsx';
import { flagFacts } from './flag-facts.ts';
import { FlagList } from './flag-list.tsx';
import { StepTable } from './step-table.tsx';
import type { TraceWindow } from './trace-window.ts';
import { violationWords } from './violation-words.ts';
import { WindowRoots } from './window-roots.tsx';

const VIEWS = [
  { id: 'drawing', label: 'Drawing' },
  { id: 'table', label: 'Table' },
] as const;

export interface WindowPanelProps {
  readonly of: TraceWindow;
  readonly window: AuditWindow;
  /** The windows that lead up to it, the nearest last. */
  readonly before: readonly AuditWindow[];
}

export function WindowPanel({ of, window, before }: WindowPanelProps): ReactNode {
  const [view, setView] = useState<(typeof VIEWS)[number]['id']>('drawing');
  const numbers = useMemo(() => windowNumbers(window), [window]);
  const facts = useMemo(() => {
    let carry = GENESIS_CARRY;
    for (const one of before) carry = judgeWindow(windowNumbers(one), carry).carryOut;
    // Only bays and chapels are read, and they are the same at every width.
    return flagFacts({ numbers, carry, ...cathedralOf(window, before, 1) });
  }, [window, before, numbers]);
  return (
    <div className="space-y-5">
      <Card
        title={`Window ${of.index}`}
        aside={<Segments label="View" options={VIEWS} chosen={view} onChoose={setView} />}
      >
        <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Verdict of={of} />
          <span className="text-muted">
            <Time at={of.tStartMs} /> · <span className="font-mono text-xs break-all">{of.id}</span>
          </span>
        </div>
        {of.problems.map((problem) => (
          <p
            key={problem}
            role="alert"
            className="mb-3 rounded bg-danger-soft p-2 break-words text-danger"
          >
            {problem}
          </p>
        ))}
        {view === 'drawing' ? (
          <>
            <CathedralView window={window} before={before} numbers={numbers} />
            <CathedralLegend />
          </>
        ) : (
          <StepTable window={window} numbers={numbers} />
        )}
      </Card>
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <Card title="Flags" bodyClassName="py-2">
          <FlagList facts={facts} violated={of.violated} />
        </Card>
        <Card title="Commitments">
          <WindowRoots window={window} logIndex={of.logIndex} />
        </Card>
      </div>
    </div>
  );
}

function Verdict({
  of: { ok, okChain, problems, violated },
}: {
  readonly of: TraceWindow;
}): ReactNode {
  if (problems.length > 0) {
    return (
      <Badge tone="hold" icon={TriangleAlert}>
        chain broken
      </Badge>
    );
  }
  if (ok && okChain) {
    return (
      <Badge tone="good" icon={Check}>
        every invariant holds
      </Badge>
    );
  }
  return (
    <Badge tone={ok ? 'warn' : 'danger'} icon={X} className="whitespace-normal">
      {ok ? 'edge violated' : 'violated'}: {violationWords(violated)}
    </Badge>
  );
}
