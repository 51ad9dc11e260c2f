/** The form in which a person sets the budgets of an agent. */
import { useState, type ReactNode } from 'react';
import type { Agent, Limits } from '../../../src/control/api/client.ts';
import { useMay } from '../api/session.ts';
import { Input, Labelled } from '../ui/field.tsx';
import { EnvelopeForm } from './envelope-form.tsx';

const spans = [
  { span: 'per_day', label: 'a day' },
  { span: 'per_week', label: 'a week' },
  { span: 'per_month', label: 'a month' },
  { span: 'rolling', label: 'in the last hours' },
  { span: 'per_session', label: 'a session' },
  { span: 'per_thread', label: 'a conversation' },
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
  const may = useMay('operator');
  const budgets = changedBudgets(typed, kept);
  return (
    <EnvelopeForm
      agent={agent}
      kept={kept}
      rule="budgets"
      name="Budgets"
      shadowHint="Records which calls they would have refused, and refuses none. The constitution still applies."
      changed={Object.keys(budgets).length === 0 ? {} : { budgets }}
      onReset={() => setTyped((now) => (now === typed ? {} : now))}
    >
      <BudgetFields
        kept={kept}
        typed={typed}
        disabled={!may}
        onType={(field, text) => setTyped((now) => ({ ...now, [field]: text }))}
      />
    </EnvelopeForm>
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
          const field: Field = `${unit}_${span}`;
          return (
            <Labelled key={field} label={`${label} ${during}`}>
              {(id) => (
                <Input
                  id={id}
                  type="number"
                  min={0}
                  step={unit === 'usd' ? 'any' : 1}
                  disabled={disabled}
                  placeholder="none"
                  value={typed[field] ?? kept.budgets[field] ?? ''}
                  onChange={({ target }) => onType(field, target.value)}
                />
              )}
            </Labelled>
          );
        }),
      )}
      <Labelled label="Hours that “last hours” means">
        {(id) => (
          <Input
            id={id}
            type="number"
            min={1}
            max={720}
            step={1}
            disabled={disabled}
            placeholder="24"
            value={typed.rolling_hours ?? kept.budgets.rolling_hours ?? ''}
            onChange={({ target }) => onType('rolling_hours', target.value)}
          />
        )}
      </Labelled>
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
