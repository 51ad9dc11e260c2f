/**
 * The own limits of an agent: what the constitution allows, what was tightened for this agent, what is in force now.
 *
 * Nothing is checked here. Whether a limit is tighter is the server's to say, and its words are shown.
 */
import { useState, type ReactNode } from 'react';
import type { Agent, Limits } from '../../../src/control/api/client.ts';
import { useApi, useChange } from '../api/queries.ts';
import { useMay } from '../api/session.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Input, Labelled, Toggle } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { count } from '../ui/numbers.ts';
import { ReasonField } from '../ui/reason-field.tsx';
import { showToast } from '../ui/toast-store.ts';
import { Backtest } from './backtest.tsx';

const limits = [
  { field: 'max_tokens_per_minute', label: 'Tokens a minute', inForce: 'budget_tokens_minute' },
  {
    field: 'max_tool_calls_per_minute',
    label: 'Tool calls a minute',
    inForce: 'budget_tool_calls_minute',
  },
] as const;

type Field = (typeof limits)[number]['field'];
type Typed = Readonly<Partial<Record<Field, string>>>;

export function LimitsCard({ agent }: { readonly agent: Agent }): ReactNode {
  const query = useApi('GET /api/agents/:id/envelope', { params: { id: agent.id } });
  const own = limits.some(({ field }) => typeof query.data?.[field] === 'number');
  return (
    <Card
      title="Limits"
      aside={<Badge tone={own ? 'accent' : 'neutral'}>{own ? 'Tightened' : 'Constitution'}</Badge>}
    >
      <Loaded query={query}>{(kept) => <LimitsForm agent={agent} kept={kept} />}</Loaded>
    </Card>
  );
}

function LimitsForm({ agent, kept }: { readonly agent: Agent; readonly kept: Limits }): ReactNode {
  const [typed, setTyped] = useState<Typed>({});
  const [shadow, setShadow] = useState<boolean | null>(null);
  const [why, setWhy] = useState('');
  const may = useMay('operator');
  const change = useChange('PATCH /api/agents/:id/envelope', { quiet: true });
  const changed = changedLimits(typed, kept);
  const reports = kept.shadow.includes('limits');
  const turned = shadow === null || shadow === reports ? {} : shadowWith(kept, shadow);
  const save = async (): Promise<void> => {
    const body = { ...changed, ...turned, ...(why.trim() === '' ? {} : { why: why.trim() }) };
    await change.mutateAsync({ params: { id: agent.id }, body });
    setTyped({});
    setShadow(null);
    setWhy('');
    showToast({ tone: 'good', title: `Limits of ${agent.name} are changed`, text: '' });
  };
  const discard = (): void => {
    setTyped({});
    setShadow(null);
    change.reset();
  };
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save().catch(() => undefined);
      }}
    >
      <LimitFields
        agent={agent}
        kept={kept}
        typed={typed}
        onType={(field, text) => setTyped((now) => ({ ...now, [field]: text }))}
      />
      <p className="text-xs text-muted">
        Only tighter than the constitution. Empty takes the limit of the constitution. Low health
        shrinks what is in force further.
      </p>
      <Toggle
        label="Limits only report"
        hint="In shadow they say what they would have made wait. The constitution always acts."
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
          <Backtest agent={agent.id} settings={changed} />
          <div className="flex justify-end gap-2">
            <Button onClick={discard}>Discard</Button>
            <Button type="submit" tone="primary" disabled={change.isPending}>
              Save limits
            </Button>
          </div>
        </>
      )}
    </form>
  );
}

function LimitFields({
  agent,
  kept,
  typed,
  onType,
}: {
  readonly agent: Agent;
  readonly kept: Limits;
  readonly typed: Typed;
  readonly onType: (field: Field, text: string) => void;
}): ReactNode {
  const may = useMay('operator');
  return (
    <div className="grid grid-cols-2 gap-3">
      {limits.map(({ field, label, inForce }) => (
        <Labelled
          key={field}
          label={label}
          hint={`In force: ${count(agent.usage[inForce])}. At most ${count(kept.constitution[field])}.`}
        >
          {(id) => (
            <Input
              id={id}
              type="number"
              min={1}
              step={1}
              disabled={!may}
              placeholder={String(kept.constitution[field])}
              value={typed[field] ?? kept[field] ?? ''}
              onChange={({ target }) => onType(field, target.value)}
            />
          )}
        </Labelled>
      ))}
    </div>
  );
}

/** The rules that only report, with or without these limits. */
function shadowWith(kept: Limits, reports: boolean): Pick<Limits, 'shadow'> {
  const others = kept.shadow.filter((rule) => rule !== 'limits');
  return { shadow: reports ? [...others, 'limits'] : others };
}

/** What was typed and differs from what is kept; an empty field takes the own limit away. */
function changedLimits(typed: Typed, kept: Limits): Partial<Record<Field, number | null>> {
  const changed: Partial<Record<Field, number | null>> = {};
  for (const { field } of limits) {
    const text = typed[field];
    if (text === undefined) continue;
    const value = text.trim() === '' ? null : Number(text);
    if (value !== kept[field]) changed[field] = value;
  }
  return changed;
}
