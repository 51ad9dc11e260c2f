/**
 * The form in which a person changes what an agent may use: its limits or its budgets. It is sent as that person's act,
 * with its reason.
 *
 * Nothing is checked here. What may be set is the server's to say, and its words are shown.
 */
import { useState, type ReactNode } from 'react';
import type { Agent, CallOptions, Limits } from '../../../src/control/api/client.ts';
import { useChange } from '../api/queries.ts';
import { useMay } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { Toggle } from '../ui/field.tsx';
import { ReasonField } from '../ui/reason-field.tsx';
import { showToast } from '../ui/toast-store.ts';

type Rule = Limits['shadow'][number];
type Change = Omit<
  NonNullable<CallOptions<'PATCH /api/agents/:id/envelope'>['body']>,
  'shadow' | 'why'
>;

export interface EnvelopeFormProps {
  readonly agent: Agent;
  readonly kept: Limits;
  readonly rule: Rule;
  /** As in "Limits of crawler were changed". */
  readonly name: string;
  readonly shadowHint: string;
  /** What was typed and differs from what is kept. */
  readonly changed: Change;
  /** Forgets what was typed up to now. */
  readonly onReset: () => void;
  readonly children: ReactNode;
  /** Shown before it is saved. */
  readonly preview?: ReactNode;
}

export function EnvelopeForm(props: EnvelopeFormProps): ReactNode {
  const { agent, kept, rule, name, changed, onReset, children } = props;
  const [shadow, setShadow] = useState<boolean | null>(null);
  const [why, setWhy] = useState('');
  const may = useMay('operator');
  const change = useChange('PATCH /api/agents/:id/envelope', { quiet: true });
  const reports = kept.shadow.includes(rule);
  const turned = shadow === null || shadow === reports ? {} : shadowWith(kept, rule, shadow);
  // Saving takes a moment: what somebody typed meanwhile stays.
  const reset = (): void => {
    onReset();
    setShadow((now) => (now === shadow ? null : now));
    setWhy((now) => (now === why ? '' : now));
    change.reset();
  };
  const save = async (): Promise<void> => {
    const body = { ...changed, ...turned, ...(why.trim() === '' ? {} : { why: why.trim() }) };
    await change.mutateAsync({ params: { id: agent.id }, body });
    reset();
    showToast({ tone: 'good', title: `${name} of ${agent.name} were changed`, text: '' });
  };
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save().catch(() => undefined);
      }}
    >
      {children}
      <Toggle
        label={`${name} only report`}
        hint={props.shadowHint}
        checked={shadow ?? reports}
        disabled={!may}
        onChange={setShadow}
      />
      {Object.keys({ ...changed, ...turned }).length === 0 ? null : (
        <>
          <ReasonField value={why} onChange={setWhy} />
          {change.error === null ? null : (
            <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger">
              {change.error.message}
            </p>
          )}
          {props.preview}
          <div className="flex justify-end gap-2">
            <Button onClick={reset}>Discard</Button>
            <Button type="submit" tone="primary" disabled={!may || change.isPending}>
              Save {name.toLowerCase()}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}

/** The rules that only report, with or without this one. */
function shadowWith(kept: Limits, rule: Rule, reports: boolean): Pick<Limits, 'shadow'> {
  const others = kept.shadow.filter((one) => one !== rule);
  return { shadow: reports ? [...others, rule] : others };
}
