/** Fields of forms, each with its label. */
import { Switch as RadixSwitch } from 'radix-ui';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { classes } from './class-names.ts';

const box =
  'h-9 w-full min-w-0 rounded-md border border-line-strong bg-surface px-2.5 text-sm placeholder:text-muted disabled:opacity-60';

export function Input({ className, ...rest }: ComponentProps<'input'>): ReactNode {
  return <input className={classes(box, className)} {...rest} />;
}

export function Select({ className, ...rest }: ComponentProps<'select'>): ReactNode {
  return <select className={classes(box, 'pr-7', className)} {...rest} />;
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>): ReactNode {
  return <textarea className={classes(box, 'h-auto py-2', className)} {...rest} />;
}

/** A label over a field; the field gets the id. */
export function Labelled({
  label,
  hint,
  children,
}: {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly children: (id: string) => ReactNode;
}): ReactNode {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-xs font-medium text-muted">
        {label}
      </label>
      {children(id)}
      {hint === undefined ? null : <p className="mt-1 text-xs text-muted">{hint}</p>}
    </div>
  );
}

/** A box to tick. */
export function Check({
  label,
  checked,
  onChange,
}: {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}): ReactNode {
  return (
    <label className="flex items-center gap-2 font-medium">
      <input
        type="checkbox"
        className="size-4 accent-accent"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
  );
}

/** On or off, with its name beside it. */
export function Toggle({
  label,
  hint,
  checked,
  disabled,
  onChange,
}: {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
}): ReactNode {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint === undefined ? null : <p className="text-xs text-muted">{hint}</p>}
      </div>
      <div className="flex items-center gap-2">
        <span aria-hidden className="w-6 text-right text-xs text-muted">
          {checked ? 'on' : 'off'}
        </span>
        <RadixSwitch.Root
          id={id}
          checked={checked}
          disabled={disabled === true}
          onCheckedChange={onChange}
          className="relative h-5 w-9 shrink-0 rounded-full border border-transparent bg-line-strong transition-colors disabled:opacity-55 data-[state=checked]:bg-accent"
        >
          <RadixSwitch.Thumb className="block size-4 translate-x-px rounded-full bg-surface shadow transition-transform data-[state=checked]:translate-x-[17px]" />
        </RadixSwitch.Root>
      </div>
    </div>
  );
}
