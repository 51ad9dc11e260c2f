/**
 * The big red switch: it stops every agent, also those to come, and asks for a typed word first, because it stops
 * healthy work too.
 */
import { OctagonX, Play } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useChange } from '../api/queries.ts';
import { useMay } from '../api/session.ts';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Input, Labelled } from '../ui/field.tsx';
import { ReasonField } from '../ui/reason-field.tsx';
import { showToast } from '../ui/toast-store.ts';

const WORD = 'stop all';

export function StopAllButton(props: Pick<ButtonProps, 'size' | 'className'>): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const may = useMay('operator');
  return (
    <>
      <Button {...props} tone="danger" disabled={!may} onClick={() => setOpen(true)}>
        <OctagonX aria-hidden />
        Stop all
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Stop all agents?"
        text="Every call under way is cut, and nothing more goes to any model, also not for agents that connect later, until a person resumes all."
      >
        <StopAllForm onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function StopAllForm({ onDone }: { readonly onDone: () => void }): ReactNode {
  const [typed, setTyped] = useState('');
  const [why, setWhy] = useState('');
  const stop = useChange('POST /api/stop-all');
  const isTyped = typed.trim().toLowerCase() === WORD;
  const submit = async (): Promise<void> => {
    if (!isTyped) return;
    const done = await stop.mutateAsync({ body: why === '' ? {} : { why } });
    showToast({
      tone: 'good',
      title: 'All agents are stopped',
      text: `Calls cut: ${done.calls_ended}. ${done.warning ?? ''}`,
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
        <Button type="submit" tone="danger" disabled={!isTyped || stop.isPending}>
          Stop all agents
        </Button>
      </div>
    </form>
  );
}

export function ResumeAllButton(props: Pick<ButtonProps, 'size' | 'className'>): ReactNode {
  const resume = useChange('POST /api/resume-all');
  const may = useMay('operator');
  const act = async (): Promise<void> => {
    await resume.mutateAsync({ body: {} });
    showToast({
      tone: 'good',
      title: 'Stop-all is lifted',
      text: 'Agents that were stopped for themselves stay stopped.',
    });
  };
  return (
    <Button
      {...props}
      tone="primary"
      disabled={!may || resume.isPending}
      onClick={() => void act().catch(() => undefined)}
    >
      <Play aria-hidden />
      Resume all
    </Button>
  );
}
