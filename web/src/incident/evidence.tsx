/** What the agent did before a stop, repeated steps marked, and what came after it. */
import { Repeat } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { eventText } from '../../../src/control/agents/event-text.ts';
import type { Incident } from '../../../src/control/api/client.ts';
import { callGroups } from '../agent/call-groups.ts';
import { GroupRow } from '../agent/decisions.tsx';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { classes } from '../ui/class-names.ts';
import { Coded } from '../ui/coded.tsx';
import { Segments } from '../ui/segments.tsx';
import { localTime, Time } from '../ui/time.tsx';

const STEPS_SHOWN = 40;
const AFTER_SHOWN = 30;

export function Before({ incident }: { readonly incident: Incident }): ReactNode {
  const { evidence, steps } = incident;
  const [view, setView] = useState<'text' | 'decisions'>(evidence === null ? 'decisions' : 'text');
  return (
    <Card
      title="What it did before"
      bodyClassName="p-0"
      aside={
        evidence === null ? (
          <span className="text-xs text-muted">no text was kept</span>
        ) : (
          <Segments
            label="View"
            chosen={view}
            options={[
              { id: 'text', label: 'Text' },
              { id: 'decisions', label: 'Decisions' },
            ]}
            onChoose={setView}
          />
        )
      }
    >
      {view === 'text' && evidence !== null ? (
        <Texts steps={evidence.steps} problem={evidence.problem} />
      ) : (
        <ul>
          {callGroups(steps)
            .slice(-STEPS_SHOWN)
            .map((group) => (
              <GroupRow key={group.seq} group={group} />
            ))}
        </ul>
      )}
    </Card>
  );
}

type EvidenceSteps = NonNullable<Incident['evidence']>['steps'];

function Texts({
  steps,
  problem,
}: {
  readonly steps: EvidenceSteps;
  readonly problem: string | null;
}): ReactNode {
  if (problem !== null) {
    return (
      <p role="alert" className="p-4 text-danger">
        {problem}
      </p>
    );
  }
  if (steps.length === 0) return <p className="p-4 text-muted">Nothing was kept.</p>;
  return (
    <ol>
      {steps.slice(-STEPS_SHOWN).map(({ at, kind, text, repeated }, index) => (
        <li
          key={`${at} ${kind} ${text.slice(0, 40)} ${index}`}
          className={classes(
            'grid gap-x-3 gap-y-1 border-b border-l-3 border-b-line border-l-transparent px-4 py-2 last:border-b-0 sm:grid-cols-[6.5rem_6rem_minmax(0,1fr)]',
            repeated && 'border-l-warn bg-warn-soft/50',
          )}
        >
          <Time at={at} className="text-xs text-muted" />
          <span className="flex flex-wrap items-center gap-1 self-start">
            <span className="text-xs text-muted">{kind}</span>
            {repeated ? (
              <Badge tone="warn" icon={Repeat}>
                again
              </Badge>
            ) : null}
          </span>
          <pre
            className="max-h-32 overflow-y-auto font-mono text-xs break-words whitespace-pre-wrap"
            tabIndex={text.length > 400 ? 0 : undefined}
          >
            {text}
          </pre>
        </li>
      ))}
    </ol>
  );
}

export function After({ incident }: { readonly incident: Incident }): ReactNode {
  const { events_after: events } = incident;
  return (
    <Card title="What came after" bodyClassName="p-0">
      {events.length === 0 ? (
        <p className="p-4 text-muted">Nothing yet: it has not asked again.</p>
      ) : null}
      <ul>
        {events.slice(0, AFTER_SHOWN).map((event) => (
          <AfterEvent key={event.id} event={event} />
        ))}
      </ul>
    </Card>
  );
}

/** One event in the words that the page Events has for it. */
function AfterEvent({ event }: { readonly event: Incident['events_after'][number] }): ReactNode {
  const { timestamp, event_type: type, reason, details } = event;
  const { what, text } = eventText({ type, reason, details }, localTime);
  return (
    <li className="border-b border-line px-4 py-2 last:border-0">
      <span className="text-xs text-muted">
        <Time at={timestamp} /> · {what}
      </span>
      <span className="line-clamp-3 block break-words">
        <Coded text={text} />
      </span>
    </li>
  );
}
