/** The field for why somebody does what they do; the journal keeps it. */
import type { ReactNode } from 'react';
import { Input, Labelled } from './field.tsx';

const LENGTH_MAX = 500;

export function ReasonField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (why: string) => void;
}): ReactNode {
  return (
    <Labelled label="Reason (recorded, may stay empty)">
      {(id) => (
        <Input
          id={id}
          value={value}
          maxLength={LENGTH_MAX}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Labelled>
  );
}
