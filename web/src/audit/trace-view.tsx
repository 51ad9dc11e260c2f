/** A trace: its strip, and the window that is chosen in it. */
import { useState, type ReactNode } from 'react';
import type { AuditWindow } from '../../../src/audit/verify.ts';
import { Card } from '../ui/card.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { plural } from '../ui/numbers.ts';
import { useLiveWindow } from './live-trace.ts';
import { Strip } from './strip.tsx';
import type { TraceWindow } from './trace-window.ts';
import { WindowPanel } from './window-panel.tsx';

interface ChosenProps {
  readonly title: string;
  readonly windows: readonly TraceWindow[];
  /** Without a choice: the newest of a live trace, the first of a file. */
  readonly otherwise: TraceWindow;
  readonly children: (chosen: TraceWindow) => ReactNode;
}

function Chosen({ title, windows, otherwise, children }: ChosenProps): ReactNode {
  const [index, setIndex] = useState<number | null>(null);
  const chosen = windows.find((one) => one.index === index) ?? otherwise;
  return (
    <div className="space-y-5">
      <Card
        title={title}
        aside={<span className="text-xs text-muted">{plural(windows.length, 'window')}</span>}
      >
        <Strip windows={windows} selected={chosen} onSelect={(one) => setIndex(one.index)} />
      </Card>
      {children(chosen)}
    </div>
  );
}

/** The trace of an agent of this server. */
export function LiveTraceView({
  agent,
  windows,
}: {
  readonly agent: string;
  readonly windows: readonly TraceWindow[];
}): ReactNode {
  const newest = windows.at(-1);
  if (newest === undefined) return null;
  return (
    <Chosen title="Trace" windows={windows} otherwise={newest}>
      {(chosen) => <LiveWindow agent={agent} of={chosen} />}
    </Chosen>
  );
}

function LiveWindow({
  agent,
  of,
}: {
  readonly agent: string;
  readonly of: TraceWindow;
}): ReactNode {
  const query = useLiveWindow(agent, of.index);
  return (
    <Loaded query={query}>
      {({ window, before }) => <WindowPanel of={of} window={window} before={before} />}
    </Loaded>
  );
}

/** The trace of a file. */
export function FileTraceView({
  name,
  windows,
  data,
}: {
  readonly name: string;
  readonly windows: readonly TraceWindow[];
  readonly data: readonly AuditWindow[];
}): ReactNode {
  const [first] = windows;
  if (first === undefined) return null;
  return (
    <Chosen title={name} windows={windows} otherwise={first}>
      {(chosen) => {
        const window = data[chosen.index];
        if (window === undefined || !chosen.isReadable) return <Unreadable of={chosen} />;
        const before = data.slice(0, chosen.index).filter((_, at) => windows[at]?.isReadable);
        return <WindowPanel of={chosen} window={window} before={before} />;
      }}
    </Chosen>
  );
}

function Unreadable({ of }: { readonly of: TraceWindow }): ReactNode {
  return (
    <Card title={`Window ${of.index}`}>
      <p role="alert" className="break-words text-danger">
        {of.problems.join(' · ')}
      </p>
    </Card>
  );
}
