/**
 * The own limits of an agent: what the constitution allows, what was tightened for this agent, what is in force now.
 */
import { useState, type ReactNode } from 'react';
import type { Agent, Limits } from '../../../src/control/api/client.ts';
import { useApi } from '../api/queries.ts';
import { useMay } from '../api/session.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Input, Labelled } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { count } from '../ui/numbers.ts';
import { Backtest } from './backtest.tsx';
import { EnvelopeForm } from './envelope-form.tsx';

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
  const changed = changedLimits(typed, kept);
  return (
    <EnvelopeForm
      agent={agent}
      kept={kept}
      rule="limits"
      name="Limits"
      shadowHint="Records which calls they would have delayed, and delays none. The constitution still applies."
      changed={changed}
      onReset={() => setTyped((now) => (now === typed ? {} : now))}
      preview={<Backtest agent={agent.id} settings={changed} />}
    >
      <LimitFields
        agent={agent}
        kept={kept}
        typed={typed}
        onType={(field, text) => setTyped((now) => ({ ...now, [field]: text }))}
      />
      <p className="text-xs text-muted">
        You can lower the constitution’s limits, not raise them. Leave a field empty to use the
        constitution’s. While the agent’s health is low, the limits in force are lower still.
      </p>
    </EnvelopeForm>
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
