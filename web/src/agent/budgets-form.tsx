/**
 * The form in which a person sets the budgets of an agent. It is sent as that person's act, with its reason.
 *
 * Nothing is checked here. What a budget may be is the server's to say, and its words are shown.
 */
import { useState, type ReactNode } from 'react';
import type { Agent, Limits } from '../../../src/control/api/client.ts';
import { useChange } from '../api/queries.ts';
import { useMay } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { Input, Labelled, Toggle } from '../ui/field.tsx';
import { ReasonField } from '../ui/reason-field.tsx';
import { showToast } from '../ui/toast-store.ts';

const spans = [
  { span: 'day', label: 'a day' },
  { span: 'session', label: 'a session' },
  { span: 'thread', label: 'a conversation' },
] as const;
const units = [
  { unit: 'usd', label: 'Dollars' },
  { unit: 'tokens', label: 'Tokens' },
  { unit: 'calls', label: 'Calls' },
] as const;

type Field = keyof Limits['budgets'];
type Typed = Readonly<Partial<Record<Field, string>>>;
type Changed = Readonly<Partial<Record<Field, number | null>>>;

interface FormParts {
  readonly agent: Agent;
  readonly kept: Limits;
}

export function BudgetsForm({ agent, kept }: FormParts): ReactNode {
  const [typed, setTyped] = useState<Typed>({});
  const [shadow, setShadow] = useState<boolean | null>(null);
  const [why, setWhy] = useState('');
  const may = useMay('operator');
  const change = useChange('PATCH /api/agents/:id/envelope', { quiet: true });
  const changed = changedBudgets(typed, kept);
  const reports = kept.shadow.includes('budgets');
  const isTurned = shadow !== null && shadow !== reports;
  const reset = (): void => {
    setTyped({});
    setShadow(null);
    setWhy('');
    change.reset();
  };
  const save = async (): Promise<void> => {
    const others = kept.shadow.filter((rule) => rule !== 'budgets');
    const body = {
      ...(Object.keys(changed).length === 0 ? {} : { budgets: changed }),
      ...(isTurned ? { shadow: shadow ? [...others, 'budgets' as const] : others } : {}),
      ...(why.trim() === '' ? {} : { why: why.trim() }),
    };
    await change.mutateAsync({ params: { id: agent.id }, body });
    reset();
    showToast({ tone: 'good', title: `Budgets of ${agent.name} are changed`, text: '' });
  };
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save().catch(() => undefined);
      }}
    >
      <BudgetFields
        kept={kept}
        typed={typed}
        disabled={!may}
        onType={(field, text) => setTyped((now) => ({ ...now, [field]: text }))}
      />
      <Toggle
        label="Budgets only report"
        hint="In shadow they say what they would have refused. The constitution always acts."
        checked={shadow ?? reports}
        disabled={!may}
        onChange={setShadow}
      />
      {Object.keys(changed).length === 0 && !isTurned ? null : (
        <>
          <ReasonField value={why} onChange={setWhy} />
          {change.error === null ? null : (
            <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger">
              {change.error.message}
            </p>
          )}
          <div className="flex justify-end gap-2">
            <Button onClick={reset}>Discard</Button>
            <Button type="submit" tone="primary" disabled={change.isPending}>
              Save budgets
            </Button>
          </div>
        </>
      )}
    </form>
  );
}

function BudgetFields({
  kept,
  typed,
  disabled,
  onType,
}: Pick<FormParts, 'kept'> & {
  readonly typed: Typed;
  readonly disabled: boolean;
  readonly onType: (field: Field, text: string) => void;
}): ReactNode {
  return (
    <div className="grid grid-cols-3 gap-3">
      {spans.flatMap(({ span, label: during }) =>
        units.map(({ unit, label }) => {
          const field: Field = `${unit}_per_${span}`;
          return (
            <Labelled key={field} label={`${label} ${during}`}>
              {(id) => (
                <Input
                  id={id}
                  type="number"
                  min={0}
                  step={unit === 'usd' ? 'any' : 1}
                  disabled={disabled}
                  placeholder="no budget"
                  value={typed[field] ?? kept.budgets[field] ?? ''}
                  onChange={({ target }) => onType(field, target.value)}
                />
              )}
            </Labelled>
          );
        }),
      )}
    </div>
  );
}

/** What was typed and differs from what is kept; an empty field takes the budget away. */
function changedBudgets(typed: Typed, kept: Limits): Changed {
  const entries = Object.entries(typed).flatMap(([field, text]) => {
    const value = text.trim() === '' ? null : Number(text);
    return value === kept.budgets[field as Field] ? [] : [[field, value] as const];
  });
  return Object.fromEntries(entries);
}
