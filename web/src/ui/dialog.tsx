/** A question in front of the page. */
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly text?: ReactNode;
  readonly children: ReactNode;
}

export function Dialog({ open, onClose, title, text, children }: DialogProps): ReactNode {
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/45" />
        <Radix.Content
          {...(text === undefined ? { 'aria-describedby': undefined } : {})}
          className="fixed top-[12vh] left-1/2 z-50 max-h-[80vh] max-sm:top-4 max-sm:max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 overflow-y-auto rounded-xl border border-line bg-surface p-5 shadow-2xl"
        >
          <div className="flex items-start justify-between gap-4">
            <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
            <Radix.Close
              aria-label="Close"
              className="-m-1 rounded p-1 text-muted hover:bg-sunken hover:text-ink"
            >
              <X className="size-4" />
            </Radix.Close>
          </div>
          {text === undefined ? null : (
            <Radix.Description asChild>
              <div className="mt-1 text-muted">{text}</div>
            </Radix.Description>
          )}
          <div className="mt-4">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
