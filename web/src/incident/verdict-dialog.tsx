/**
 * What a person says about a stop: the run was healthy, or it was stuck.
 *
 * Two things can follow, and the dialog keeps them apart: the run becomes a case that judgement is measured against, and
 * the agent is exempted from now on. Each says what it does before it is done.
 */
import { useState, type ReactNode } from 'react';
import type { Incident } from '../../../src/control/api/client.ts';
import { exemptionText } from '../agent/exemptions.tsx';
import { useApi, useChange } from '../api/queries.ts';
import { useMay } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Labelled, Select, Toggle } from '../ui/field.tsx';
import { ReasonField } from '../ui/reason-field.tsx';
import { showToast } from '../ui/toast-store.ts';
import { ExemptionPreview, type WantedExemption } from './exemption-preview.tsx';

type Label = 'healthy' | 'stuck';
type Scope = WantedExemption['scope'];

const scopes: Readonly<Record<Scope, string>> = {
  call: 'Only this call',
  tool: 'Every call of this tool',
  agent: 'The whole agent',
};
const durations: Readonly<Record<string, string>> = {
  '3600': 'For an hour',
  '86400': 'For a day',
  '604800': 'For a week',
  '': 'Until somebody removes it',
};
const A_DAY_S = 86_400;

export function VerdictButton({
  incident,
  label,
}: {
  readonly incident: Incident;
  readonly label: Label;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const may = useMay('operator');
  const title = `This was ${label}`;
  return (
    <>
      <Button disabled={!may} onClick={() => setOpen(true)}>
        {title}
      </Button>
      {isOpen ? (
        <Dialog
          open
          onClose={() => setOpen(false)}
          title={title}
          text={`${incident.open ? 'The agent stays stopped until somebody resumes it.' : 'The agent has been resumed already; nothing here stops it again.'} Choose what else should happen.`}
        >
          <VerdictForm incident={incident} label={label} onDone={() => setOpen(false)} />
        </Dialog>
      ) : null}
    </>
  );
}

function VerdictForm({
  incident,
  label,
  onDone,
}: {
  readonly incident: Incident;
  readonly label: Label;
  readonly onDone: () => void;
}): ReactNode {
  const [keeps, setKeeps] = useState(true);
  const [isContentFree, setContentFree] = useState(false);
  const [exemption, setExemption] = useState<WantedExemption | null>(null);
  const [why, setWhy] = useState('');
  const { isBusy, submit } = useVerdict(incident.id, label, onDone);
  return (
    <form
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit({ keeps, isContentFree, exemption, why: why.trim() });
      }}
    >
      <div className="space-y-3">
        <Toggle
          label="Keep the run as a case"
          hint={`Writes its steps, labelled ${label} and without secrets, into the folder “cases” in the data folder. Changes nothing for the agent.`}
          checked={keeps}
          onChange={setKeeps}
        />
        {keeps ? (
          <Toggle
            label="Without texts"
            hint={
              incident.evidence === null
                ? 'No text of this run was kept, so the case has ids instead of texts.'
                : 'Keeps ids instead of texts: nobody can read them, but repeats still show.'
            }
            checked={isContentFree || incident.evidence === null}
            disabled={incident.evidence === null}
            onChange={setContentFree}
          />
        ) : null}
      </div>
      {label === 'healthy' && incident.kind === 'kill_switch' ? (
        <ExemptionPart id={incident.id} exemption={exemption} onChange={setExemption} />
      ) : null}
      <ReasonField value={why} onChange={setWhy} />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" tone="primary" disabled={isBusy || (!keeps && exemption === null)}>
          Confirm
        </Button>
      </div>
    </form>
  );
}

interface Verdict {
  readonly keeps: boolean;
  readonly isContentFree: boolean;
  readonly exemption: WantedExemption | null;
  readonly why: string;
}

/** Does what was chosen, one after the other, and says what came of it. */
function useVerdict(id: string, label: Label, onDone: () => void) {
  const makeCase = useChange('POST /api/incidents/:id/case');
  const exempt = useChange('POST /api/incidents/:id/healthy');
  const params = { id };
  const done = async ({ keeps, isContentFree, exemption, why }: Verdict): Promise<void> => {
    const reason = why === '' ? {} : { why };
    if (keeps) {
      const body = { label, content_free: isContentFree, ...reason };
      const { file } = await makeCase.mutateAsync({ params, body });
      showToast({ tone: 'good', title: `Kept as a ${label} case`, text: file });
    }
    if (exemption !== null) {
      const { exception } = await exempt.mutateAsync({ params, body: { ...exemption, ...reason } });
      const text = exception === null ? 'No tool led to this stop.' : exemptionText(exception);
      showToast({ tone: 'good', title: 'Exempted', text });
    }
    onDone();
  };
  return {
    isBusy: makeCase.isPending || exempt.isPending,
    submit: (verdict: Verdict): void => void done(verdict).catch(() => undefined),
  };
}

function ExemptionPart({
  id,
  exemption,
  onChange,
}: {
  readonly id: string;
  readonly exemption: WantedExemption | null;
  readonly onChange: (exemption: WantedExemption | null) => void;
}): ReactNode {
  return (
    <div className="space-y-3 border-t border-line pt-4">
      <Toggle
        label="Don’t stop this again"
        hint="Adds an exception to this agent’s kill switch. You can remove it here and on the agent’s page."
        checked={exemption !== null}
        onChange={(isOn) => onChange(isOn ? { scope: 'call', for_s: A_DAY_S } : null)}
      />
      {exemption === null ? null : (
        <>
          <ExemptionFields exemption={exemption} onChange={onChange} />
          <ExemptionPreview id={id} exemption={exemption} />
        </>
      )}
    </div>
  );
}

function ExemptionFields({
  exemption: { scope, for_s: seconds },
  onChange,
}: {
  readonly exemption: WantedExemption;
  readonly onChange: (exemption: WantedExemption) => void;
}): ReactNode {
  const wanted = (nextScope: Scope, next: number | undefined): WantedExemption =>
    next === undefined ? { scope: nextScope } : { scope: nextScope, for_s: next };
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Labelled label="What is exempt">
        {(id) => (
          <Select
            id={id}
            value={scope}
            onChange={({ target }) => {
              const next = target.value as Scope;
              // All that an agent does is exempt for a time only.
              onChange(wanted(next, next === 'agent' ? (seconds ?? A_DAY_S) : seconds));
            }}
          >
            {Object.entries(scopes).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </Select>
        )}
      </Labelled>
      <Labelled label="For how long">
        {(id) => (
          <Select
            id={id}
            value={seconds ?? ''}
            onChange={({ target: { value } }) =>
              onChange(wanted(scope, value === '' ? undefined : Number(value)))
            }
          >
            {Object.entries(durations)
              .filter(([value]) => value !== '' || scope !== 'agent')
              .map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
          </Select>
        )}
      </Labelled>
    </div>
  );
}

/** The exemptions of the stopped agent, so that one made here can be undone here. */
export function useExemptions(agent: string) {
  return (
    useApi('GET /api/agents/:id', { params: { id: agent } }).data?.kill_switch.exceptions ?? []
  );
}
