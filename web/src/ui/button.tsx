/** Buttons. Red is kept for what stops an agent, so that it means one thing. */
import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps, ReactNode } from 'react';
import { classes } from './class-names.ts';

const look = cva(
  'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap transition-colors disabled:cursor-not-allowed disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      tone: {
        plain: 'border border-line-strong bg-surface text-ink hover:bg-sunken',
        primary: 'border border-transparent bg-ink text-page hover:opacity-90',
        danger: 'border border-transparent bg-danger-solid text-white hover:brightness-110',
        quiet: 'text-muted hover:bg-sunken hover:text-ink',
        dangerQuiet: 'border border-line-strong bg-surface text-danger hover:bg-danger-soft',
      },
      size: {
        small: 'h-7 px-2 text-xs',
        normal: 'h-9 px-3 text-sm',
        large: 'h-11 px-5 text-base',
        icon: 'size-9',
      },
    },
    defaultVariants: { tone: 'plain', size: 'normal' },
  },
);

export type ButtonProps = ComponentProps<'button'> & VariantProps<typeof look>;

export function Button({
  tone,
  size,
  className,
  type = 'button',
  ...rest
}: ButtonProps): ReactNode {
  return <button type={type} className={classes(look({ tone, size }), className)} {...rest} />;
}

/** The look of a button for a link. */
export function buttonLook(given: VariantProps<typeof look>): string {
  return look(given);
}
