/**
 * One stop: why, with the numbers, on the first screen; below it what the agent did before and what came after.
 */
import { Link, useParams } from '@tanstack/react-router';
import { Check, CircleCheck, CircleDot } from 'lucide-react';
import type { ReactNode } from 'react';
import { holdWords } from '../../../src/control/agents/state-words.ts';
import type { Incident } from '../../../src/control/api/client.ts';
import { REPORTED_WORDS, stopNumbers } from '../../../src/core/holds/stop-title.ts';
import { usdText } from '../../../src/prices/money-text.ts';
import { ActButton } from '../act-dialog.tsx';
import { Exemptions } from '../agent/exemptions.tsx';
import { useApi, useChange } from '../api/queries.ts';
import { useMay } from '../api/session.ts';
import { Assignee } from '../incident/assignee.tsx';
import { After, Before } from '../incident/evidence.tsx';
import { Note } from '../incident/note.tsx';
import { StepByStep } from '../incident/step-by-step.tsx';
import { useExemptions, VerdictButton } from '../incident/verdict-dialog.tsx';
import { ResumeAllButton } from '../shell/stop-all.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Figure } from '../ui/card.tsx';
import { Coded } from '../ui/coded.tsx';
import { CopyLine } from '../ui/copy.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { count, plural } from '../ui/numbers.ts';
import { PageHead } from '../ui/page-head.tsx';
import { Time } from '../ui/time.tsx';

const POLL_MS = 4_000;

export function IncidentPage(): ReactNode {
  const { incident: id } = useParams({ from: '/incidents/$incident' });
  const query = useApi('GET /api/incidents/:id', { params: { id } }, { everyMs: POLL_MS });
  return (
    <>
      {query.data === undefined ? <PageHead title="Incident" /> : null}
      <Loaded query={query}>
        {(incident) => (
          <>
            <PageHead title={`${incident.agent} was stopped`} text={<Head incident={incident} />}>
              <Acts incident={incident} />
            </PageHead>
            <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
              <div className="min-w-0 space-y-5">
                <Why incident={incident} />
                {incident.kind === 'kill_switch' ? <StepByStep incident={incident} /> : null}
                <Before incident={incident} />
              </div>
              <div className="min-w-0 space-y-5">
                <Next incident={incident} />
                <Assignee key={`assignee ${incident.id}`} incident={incident} />
                <OwnExemptions agent={incident.agent} />
                <Note key={incident.id} id={incident.id} note={incident.note} />
                <After incident={incident} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}

function Head({ incident }: { readonly incident: Incident }): ReactNode {
  const { open, kind, at, released_at: released, agent, session } = incident;
  const { acknowledged, healthy, marked } = incident;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge tone={open ? 'danger' : 'good'} icon={open ? CircleDot : CircleCheck}>
        {open ? 'still stopped' : 'resumed'}
      </Badge>
      <span>{holdWords[kind]}</span>
      <Time at={at} />
      {released === null ? null : (
        <span>
          resumed <Time at={released} />
        </span>
      )}
      <Link
        to="/agents/$agent"
        params={{ agent }}
        className="text-accent underline underline-offset-2"
      >
        {agent}
        {session === null ? '' : ` · ${session}`}
      </Link>
      {acknowledged === null ? null : <span>seen by {acknowledged.by}</span>}
      {healthy ? <Badge tone="warn">was healthy</Badge> : null}
      {marked === 'stuck' ? <Badge>was stuck</Badge> : null}
    </span>
  );
}

function Acts({ incident }: { readonly incident: Incident }): ReactNode {
  const { id, acknowledged, open, remedy_action: remedy, agent, session, level } = incident;
  const acknowledge = useChange('POST /api/incidents/:id/acknowledge');
  const may = useMay('operator');
  const target = level === 'agent' || session === null ? { agent } : { agent, session };
  return (
    <>
      {acknowledged === null ? (
        <Button
          disabled={!may || acknowledge.isPending}
          onClick={() => acknowledge.mutate({ params: { id }, body: {} })}
        >
          <Check aria-hidden />
          Acknowledge
        </Button>
      ) : null}
      <VerdictButton incident={incident} label="healthy" />
      <VerdictButton incident={incident} label="stuck" />
      {open && remedy === 'resume-all' ? <ResumeAllButton /> : null}
      {open && remedy !== null && remedy !== 'resume-all' ? (
        <ActButton name={remedy} target={target} tone="primary" />
      ) : null}
    </>
  );
}

function OwnExemptions({ agent }: { readonly agent: string }): ReactNode {
  const exemptions = useExemptions(agent);
  if (exemptions.length === 0) return null;
  return (
    <Card>
      <Exemptions agent={agent} of={exemptions} />
    </Card>
  );
}

function Why({ incident }: { readonly incident: Incident }): ReactNode {
  const { title, why, kind, by, signal, cost, refused_after: refused, steer, told } = incident;
  const numbers = stopNumbers({ hold: kind, by, why });
  return (
    <Card className="border-danger-solid/40">
      <p className="text-xs font-medium text-muted">Why it stopped</p>
      <p className="mt-1 text-lg leading-snug font-medium break-words">
        <Coded text={title} />
      </p>
      {numbers === '' ? null : <p className="mt-1 break-words text-muted">{numbers}</p>}
      {incident.reported ? <p className="mt-2 font-medium">{REPORTED_WORDS}</p> : null}
      {told === null ? null : (
        <p className="mt-2 text-muted">
          The agent was told this at <Time at={told.at} /> and kept going:{' '}
          <Coded text={told.words} />
        </p>
      )}
      {steer === null || told !== null ? null : (
        <p className="mt-2 text-muted">
          Advice that was not sent to the agent: <Coded text={steer} />
        </p>
      )}
      <dl className="mt-5 grid grid-cols-2 gap-4 sm:grid-cols-4">
        {cost.tokens_since === 0 ? null : (
          <Figure
            label="Since the loop began"
            value={cost.cost_usd === null ? '–' : usdText(cost.cost_usd)}
            note={`${plural(cost.tokens_since, 'token')} in ${plural(cost.calls_since, 'request')}${cost.unpriced_calls === 0 ? '' : `; ${plural(cost.unpriced_calls, 'request')} without a known price`}`}
          />
        )}
        <Figure
          label="Refused since"
          value={count(refused)}
          note={refused === 1 ? 'request' : 'requests'}
        />
        {signal?.did === 'killed' ? <Score signal={signal} /> : null}
      </dl>
      {cost.loop_began_at === null ? null : (
        <p className="mt-3 text-xs text-muted">
          The loop began at <Time at={cost.loop_began_at} />.
        </p>
      )}
    </Card>
  );
}

/** The score that stopped it; the other detector decided nothing. */
function Score({ signal }: { readonly signal: NonNullable<Incident['signal']> }): ReactNode {
  const { detector, rule, stops_above: limit } = signal;
  return (
    <Figure
      label={detector === 'progress' ? 'No-progress score' : 'Literal score'}
      value={signal[detector].toFixed(2)}
      note={`over the limit of ${limit.toFixed(2)}${detector === 'progress' && rule !== null ? ` (rule ${rule})` : ''}`}
    />
  );
}

function Next({ incident }: { readonly incident: Incident }): ReactNode {
  return (
    <Card title={incident.open ? 'What happens next' : 'Replay'}>
      <div className="space-y-3">
        {incident.open ? (
          <p>
            To let it work again, <Coded text={incident.remedy} />.
          </p>
        ) : null}
        <div>
          <p className="mb-1 text-xs text-muted">Replay its journal and compare every decision:</p>
          <CopyLine text={incident.replay} label="the replay command" />
        </div>
      </div>
    </Card>
  );
}
