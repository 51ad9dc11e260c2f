/** The settings of a kill switch as fields. */
import type { ReactNode } from 'react';
import { Input, Labelled, Select, Toggle } from '../ui/field.tsx';
import type { Draft } from './kill-switch-change.tsx';

interface FieldsProps {
  readonly draft: Draft;
  readonly disabled: boolean;
  readonly onChange: (change: Partial<Draft>) => void;
}

export function KillSwitchFields(props: FieldsProps): ReactNode {
  const { draft, disabled, onChange } = props;
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <Choice {...props} label="Detector" field="detector" options={['progress', 'literal']} />
        <Choice {...props} label="Refusal" field="refusal" options={['error', 'message']} />
        <Amount
          {...props}
          label="Threshold (1 to 50)"
          field="threshold"
          min={1}
          max={50}
          step="any"
        />
        <Amount
          {...props}
          label="Window (5 to 100 steps)"
          field="window_size"
          min={5}
          max={100}
          step="1"
        />
      </div>
      <Toggle
        label="Shadow"
        hint="Reports what it would have stopped, and stops nothing"
        checked={draft.shadow}
        disabled={disabled}
        onChange={(shadow) => onChange({ shadow })}
      />
    </>
  );
}

function Choice({
  draft,
  disabled,
  onChange,
  label,
  field,
  options,
}: FieldsProps & {
  readonly label: string;
  readonly field: 'detector' | 'refusal';
  readonly options: readonly string[];
}): ReactNode {
  return (
    <Labelled label={label}>
      {(id) => (
        <Select
          id={id}
          disabled={disabled}
          value={draft[field]}
          onChange={({ target }) => onChange({ [field]: target.value })}
        >
          {options.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </Select>
      )}
    </Labelled>
  );
}

function Amount({
  draft,
  disabled,
  onChange,
  label,
  field,
  ...bounds
}: FieldsProps & {
  readonly label: string;
  readonly field: 'threshold' | 'window_size';
  readonly min: number;
  readonly max: number;
  readonly step: string;
}): ReactNode {
  const value = draft[field];
  return (
    <Labelled label={label}>
      {(id) => (
        <Input
          id={id}
          type="number"
          {...bounds}
          disabled={disabled}
          value={Number.isNaN(value) ? '' : value}
          onChange={({ target }) => onChange({ [field]: target.valueAsNumber })}
        />
      )}
    </Labelled>
  );
}
