/** Settings of all agents that are changed here: the daily budget in dollars, and how long things are kept. */
import { useState, type ReactNode } from 'react';
import type { Settings } from '../../../src/control/api/client.ts';
import { useChange } from '../api/queries.ts';
import { useMay } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Input, Labelled } from '../ui/field.tsx';
import { showToast } from '../ui/toast-store.ts';

const fields = {
  budget_usd_per_day: {
    label: 'Dollars a day',
    hint: 'At list prices, counted from midnight UTC. Leave it empty for no budget. An agent’s own budget takes precedence.',
  },
  retention_days: { label: 'Days of journal', hint: 'Older records are removed.' },
  retention_max_mb: {
    label: 'Megabytes of journal',
    hint: 'Above this, the oldest records are removed.',
  },
  evidence_days: { label: 'Days of text', hint: 'How long text around stops is kept.' },
} as const;
type Field = keyof typeof fields;
type Typed = Readonly<Partial<Record<Field, string>>>;

export function BudgetForAll({ settings }: { readonly settings: Settings }): ReactNode {
  return (
    <Card title="Budget for each agent">
      <ChangeForm settings={settings} of={['budget_usd_per_day']} save="Save the budget" />
    </Card>
  );
}

export function Retention({ settings }: { readonly settings: Settings }): ReactNode {
  return (
    <Card title="Retention">
      <ChangeForm
        settings={settings}
        of={['retention_days', 'retention_max_mb', 'evidence_days']}
        save="Save the retention"
      />
    </Card>
  );
}

function keptValue({ budget_usd_per_day: budget, retention }: Settings, field: Field): string {
  const values = {
    budget_usd_per_day: budget,
    retention_days: retention.days,
    retention_max_mb: retention.max_mb,
    evidence_days: retention.evidence_days,
  };
  return String(values[field] ?? '');
}

function ChangeForm({
  settings,
  of,
  save,
}: {
  readonly settings: Settings;
  readonly of: readonly Field[];
  readonly save: string;
}): ReactNode {
  const [typed, setTyped] = useState<Typed>({});
  const may = useMay('admin');
  const change = useChange('PATCH /api/settings', { quiet: true });
  const changed = of.filter(
    (field) => (typed[field] ?? keptValue(settings, field)) !== keptValue(settings, field),
  );
  const submit = async (): Promise<void> => {
    const body = Object.fromEntries(
      changed.map((field) => {
        const text = (typed[field] ?? '').trim();
        return [field, text === '' ? null : Number(text)];
      }),
    );
    const { warning } = await change.mutateAsync({ body });
    // What somebody typed while it was saved stays.
    setTyped((now) => (now === typed ? {} : now));
    showToast({
      tone: 'good',
      title: 'Settings changed',
      text: warning ?? 'In force now, and after a restart.',
    });
  };
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        void submit().catch(() => undefined);
      }}
    >
      <ChangeFields
        settings={settings}
        of={of}
        typed={typed}
        disabled={!may}
        onType={(field, text) => setTyped((now) => ({ ...now, [field]: text }))}
      />
      {change.error === null ? null : (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger">
          {change.error.message}
        </p>
      )}
      {changed.length === 0 ? null : (
        <div className="flex justify-end gap-2">
          <Button
            onClick={() => {
              setTyped({});
              change.reset();
            }}
          >
            Discard
          </Button>
          <Button type="submit" tone="primary" disabled={!may || change.isPending}>
            {save}
          </Button>
        </div>
      )}
    </form>
  );
}

function ChangeFields({
  settings,
  of,
  typed,
  disabled,
  onType,
}: {
  readonly settings: Settings;
  readonly of: readonly Field[];
  readonly typed: Typed;
  readonly disabled: boolean;
  readonly onType: (field: Field, text: string) => void;
}): ReactNode {
  return (
    <div className={of.length === 1 ? '' : 'grid gap-3 sm:grid-cols-3'}>
      {of.map((field) => (
        <Labelled key={field} label={fields[field].label} hint={fields[field].hint}>
          {(id) => (
            <Input
              id={id}
              type="number"
              min={0}
              step="any"
              disabled={disabled}
              placeholder="none"
              value={typed[field] ?? keptValue(settings, field)}
              onChange={({ target }) => onType(field, target.value)}
            />
          )}
        </Labelled>
      ))}
    </div>
  );
}
