/**
 * The big red switch: two clicks stop every agent, also those to come. Resuming them takes a typed word, because that
 * lets everything run again.
 */
import { OctagonX, Play } from 'lucide-react';
import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { useChange } from '../api/queries.ts';
import { useMay, useWhyNot } from '../api/session.ts';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Input, Labelled } from '../ui/field.tsx';
import { ReasonField } from '../ui/reason-field.tsx';
import { showToast } from '../ui/toast-store.ts';

/** Also asked by whoever chooses it among the commands. */
let isAsked = false;
const listeners = new Set<() => void>();

function setAsked(next: boolean): void {
  isAsked = next;
  for (const listener of listeners) listener();
}

/** Opens the question whether to stop all agents. */
export function askStopAll(): void {
  setAsked(true);
}

function onAsked(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The one button, with its question. */
export function StopAll(): ReactNode {
  const isOpen = useSyncExternalStore(onAsked, () => isAsked);
  const may = useMay('operator');
  const whyNot = useWhyNot('operator');
  const stop = useChange('POST /api/stop-all');
  const close = (): void => setAsked(false);
  const act = async (): Promise<void> => {
    const done = await stop.mutateAsync({ body: {} });
    showToast({
      tone: 'good',
      title: 'All agents are stopped',
      text: `Calls cut: ${done.calls_ended}. ${done.warning ?? ''}`,
    });
    close();
  };
  return (
    <>
      <Button tone="danger" disabled={!may} title={whyNot} onClick={askStopAll}>
        <OctagonX aria-hidden />
        Stop all
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        title="Stop all agents?"
        text="Calls in progress are cut, and every request is refused until a person resumes all agents. This includes agents that connect later."
      >
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <Button
            tone="danger"
            autoFocus
            disabled={!may || stop.isPending}
            onClick={() => void act().catch(() => undefined)}
          >
            Stop all agents
          </Button>
        </div>
      </Dialog>
    </>
  );
}

const WORD = 'resume all';

export function ResumeAllButton(props: Pick<ButtonProps, 'size' | 'className'>): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const may = useMay('operator');
  const whyNot = useWhyNot('operator');
  return (
    <>
      <Button
        {...props}
        tone="primary"
        disabled={!may}
        title={whyNot}
        onClick={() => setOpen(true)}
      >
        <Play aria-hidden />
        Resume all
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Resume all agents?"
        text="Agents can work again at once. Those that were also stopped individually stay stopped."
      >
        <ResumeAllForm onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function ResumeAllForm({ onDone }: { readonly onDone: () => void }): ReactNode {
  const [typed, setTyped] = useState('');
  const [why, setWhy] = useState('');
  const resume = useChange('POST /api/resume-all');
  const isTyped = typed.trim().toLowerCase() === WORD;
  const submit = async (): Promise<void> => {
    if (!isTyped) return;
    await resume.mutateAsync({ body: why === '' ? {} : { why } });
    showToast({
      tone: 'good',
      title: 'All agents can work again',
      text: 'Those that were also stopped individually stay stopped.',
    });
    onDone();
  };
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit().catch(() => undefined);
      }}
    >
      <Labelled label={`Type "${WORD}" to confirm`}>
        {(id) => (
          <Input
            id={id}
            autoFocus
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Labelled>
      <ReasonField value={why} onChange={setWhy} />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" tone="primary" disabled={!isTyped || resume.isPending}>
          Resume all agents
        </Button>
      </div>
    </form>
  );
}
