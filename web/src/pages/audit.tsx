/**
 * What was measured, window by window, for somebody who trusts nobody here: the trace as a strip, each window as a
 * cathedral, and the means to verify it all in the browser.
 */
import { useNavigate, useParams } from '@tanstack/react-router';
import { FileX2, Landmark } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { AuditWindow } from '../../../src/audit/verify.ts';
import { useAuditedAgents } from '../audit/audited-agents.ts';
import { useLiveTrace } from '../audit/live-trace.ts';
import { FileTraceView, LiveTraceView } from '../audit/trace-view.tsx';
import { fileWindows, type TraceWindow } from '../audit/trace-window.ts';
import { VerifyCard } from '../audit/verify-card.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CopyLine } from '../ui/copy.tsx';
import { Empty } from '../ui/empty.tsx';
import { Select } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageHead } from '../ui/page-head.tsx';

/** A trace that was opened from a file, with what was found of it. */
interface OpenedFile {
  readonly name: string;
  readonly data: readonly AuditWindow[];
  readonly windows: readonly TraceWindow[];
}

export function AuditPage(): ReactNode {
  const { agent: asked } = useParams({ strict: false });
  const audited = useAuditedAgents();
  const [file, setFile] = useState<OpenedFile | null>(null);
  const agent = asked ?? audited?.[0] ?? null;
  const openFile = (data: readonly AuditWindow[], name: string): void =>
    setFile(data.length === 0 ? null : { name, data, windows: fileWindows(data) });
  return (
    <>
      <PageHead
        title="Audit"
        text="Proof for somebody who wasn’t there, and doesn’t have to trust you: what an agent did, in windows of 16 measured steps, and whether it kept to its limits. Each window is chained to the one before and written to a signed log, so that nobody can change, drop or add one afterwards without it showing. Send a trace to an auditor, a customer or a colleague: this page, or the tripwire command, checks it without asking this server."
      >
        {file === null ? (
          <ChooseAgent chosen={agent} agents={audited ?? []} />
        ) : (
          <Button onClick={() => setFile(null)}>
            <FileX2 aria-hidden />
            Close the file
          </Button>
        )}
      </PageHead>
      <div className="space-y-5">
        {file !== null ? (
          <FileTraceView key={file.name} {...file} />
        ) : agent !== null ? (
          <AgentTrace key={agent} agent={agent} />
        ) : audited === undefined ? null : (
          <Card>
            <NotAudited />
          </Card>
        )}
        <VerifyCard agent={file === null ? agent : null} onTrace={openFile} />
      </div>
    </>
  );
}

function ChooseAgent({
  chosen,
  agents,
}: {
  readonly chosen: string | null;
  readonly agents: readonly string[];
}): ReactNode {
  const navigate = useNavigate();
  if (chosen === null) return null;
  const shown = agents.includes(chosen) ? agents : [chosen, ...agents];
  return (
    <Select
      aria-label="Agent"
      value={chosen}
      onChange={({ target }) =>
        void navigate({ to: '/audit/$agent', params: { agent: target.value } })
      }
      className="w-auto max-w-64"
    >
      {shown.map((agent) => (
        <option key={agent}>{agent}</option>
      ))}
    </Select>
  );
}

function AgentTrace({ agent }: { readonly agent: string }): ReactNode {
  const query = useLiveTrace(agent);
  return (
    <Loaded query={query}>
      {({ isAudited, windows }) =>
        windows.length > 0 ? (
          <LiveTraceView agent={agent} windows={windows} />
        ) : (
          <Card>
            {isAudited ? (
              <Empty icon={Landmark} title="The first window is being measured">
                It closes 48 s after the agent’s first request, and some seconds more when it rests.
              </Empty>
            ) : (
              <NotAudited />
            )}
          </Card>
        )
      }
    </Loaded>
  );
}

function NotAudited(): ReactNode {
  return (
    <Empty icon={Landmark} title="Nothing is audited yet">
      <p className="mb-3">
        Put this line into tripwire.yaml, for all agents or under <code>agents.NAME</code>, and
        start Tripwire again. A trace from a file can be opened below at any time.
      </p>
      <CopyLine text="audit: on" label="the setting" className="text-left" />
    </Empty>
  );
}
