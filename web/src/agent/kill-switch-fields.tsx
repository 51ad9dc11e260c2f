/** The settings of a kill switch as fields. */
import type { ReactNode } from 'react';
import { Input, Labelled, Select, Toggle } from '../ui/field.tsx';
import type { Draft } from './kill-switch-card.tsx';

export function KillSwitchFields({
  draft,
  disabled,
  onChange,
}: {
  readonly draft: Draft;
  readonly disabled: boolean;
  readonly onChange: (change: Partial<Draft>) => void;
}): ReactNode {
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <Labelled label="Detector">
          {(id) => (
            <Select
              id={id}
              disabled={disabled}
              value={draft.detector}
              onChange={({ target }) => onChange({ detector: target.value as Draft['detector'] })}
            >
              <option value="progress">progress</option>
              <option value="literal">literal</option>
            </Select>
          )}
        </Labelled>
        <Labelled label="Refusal">
          {(id) => (
            <Select
              id={id}
              disabled={disabled}
              value={draft.refusal}
              onChange={({ target }) => onChange({ refusal: target.value as Draft['refusal'] })}
            >
              <option value="error">error</option>
              <option value="message">message</option>
            </Select>
          )}
        </Labelled>
        <Labelled label="Threshold (1 to 50)">
          {(id) => (
            <Input
              id={id}
              type="number"
              min={1}
              max={50}
              step="any"
              disabled={disabled}
              value={draft.threshold}
              onChange={({ target }) => onChange({ threshold: target.valueAsNumber })}
            />
          )}
        </Labelled>
        <Labelled label="Window (5 to 100 steps)">
          {(id) => (
            <Input
              id={id}
              type="number"
              min={5}
              max={100}
              step={1}
              disabled={disabled}
              value={draft.window_size}
              onChange={({ target }) => onChange({ window_size: target.valueAsNumber })}
            />
          )}
        </Labelled>
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
