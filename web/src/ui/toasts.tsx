/** Shows the messages of the toast store, and reads them out. */
import { X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { useSyncExternalStore, type ReactNode } from 'react';
import { classes } from './class-names.ts';
import { Coded } from './coded.tsx';
import { closeToast, currentToasts, onToasts } from './toast-store.ts';

const edges = { plain: 'border-l-accent', good: 'border-l-good', danger: 'border-l-danger-solid' };
const SHOWN_MS = 6_000;
const PROBLEM_SHOWN_MS = 15_000;

export function Toasts(): ReactNode {
  const toasts = useSyncExternalStore(onToasts, currentToasts);
  return (
    <Radix.Provider>
      {toasts.map(({ id, tone, title, text, onOpen }) => (
        <Radix.Root
          key={id}
          duration={tone === 'danger' ? PROBLEM_SHOWN_MS : SHOWN_MS}
          onOpenChange={(isOpen) => !isOpen && closeToast(id)}
          className={classes(
            'flex items-start gap-3 rounded-md border border-l-4 border-line bg-surface p-3 shadow-lg',
            edges[tone],
          )}
        >
          <div className="min-w-0 flex-1">
            <Radix.Title className="font-medium">{title}</Radix.Title>
            {text === '' ? null : (
              <Radix.Description className="mt-0.5 line-clamp-4 break-words text-muted">
                <Coded text={text} />
              </Radix.Description>
            )}
            {onOpen === undefined ? null : (
              <Radix.Action asChild altText="Open it from the list of agents">
                <button
                  type="button"
                  onClick={onOpen}
                  className="mt-1.5 font-medium text-accent underline underline-offset-2"
                >
                  Open
                </button>
              </Radix.Action>
            )}
          </div>
          <Radix.Close aria-label="Close" className="text-muted hover:text-ink">
            <X className="size-4" />
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport className="fixed right-4 bottom-4 z-50 flex w-[calc(100vw-2rem)] max-w-sm flex-col gap-2" />
    </Radix.Provider>
  );
}
