/**
 * Stopping and resuming an agent. A stop takes two clicks. To resume, a person also says that they have seen why it was
 * stopped. A reason may be given and is recorded.
 */
import { useState, type ReactNode } from 'react';
import { actWords, type ActName } from './agent-state.ts';
import { api } from './api/api.ts';
import { queryClient } from './api/queries.ts';
import { useMay, useWhyNot } from './api/session.ts';
import { Button, type ButtonProps } from './ui/button.tsx';
import { Dialog } from './ui/dialog.tsx';
import { Check } from './ui/field.tsx';
import { ReasonField } from './ui/reason-field.tsx';
import { showToast } from './ui/toast-store.ts';

/** Whom an act concerns. */
export interface Target {
  readonly agent: string;
  readonly session?: string;
  /** A subagent of the session alone. */
  readonly subagent?: string;
  /** Only this turn of the session's own conversation. */
  readonly turn?: true;
}

const nameOf = ({ agent, session, subagent, turn }: Target, between: string): string =>
  [agent, session, subagent, turn === true ? 'this turn' : undefined]
    .filter((one) => one !== undefined)
    .join(between);

/** Does it, and tells how that went. */
export async function act(
  name: ActName,
  target: Target,
  why: string,
  family = false,
): Promise<boolean> {
  const { agent, ...narrower } = target;
  const body = {
    ...narrower,
    ...(family ? { family: true as const } : {}),
    ...(why === '' ? {} : { why }),
  };
  const who = nameOf(target, ', ');
  try {
    const done = await api.call(`POST /api/agents/:id/${name}`, { params: { id: agent }, body });
    const cut = done.calls_ended > 0 ? `Calls cut: ${done.calls_ended}. ` : '';
    const recorded = done.recorded
      ? ''
      : 'It is in force, but could not be written to the journal yet. ';
    showToast({
      tone: 'good',
      title: `${who} ${actWords[name].done}`,
      text: `${cut}${recorded}${done.warning ?? ''}`,
    });
    return true;
  } catch (error) {
    showToast({ tone: 'danger', title: 'Not done', text: (error as Error).message });
    return false;
  } finally {
    void queryClient.invalidateQueries();
  }
}

const UNTIL_RESUMED = 'From now on its requests are refused, until a person resumes it.';
const explained: Readonly<Record<ActName, string>> = {
  deactivate: UNTIL_RESUMED,
  pause: UNTIL_RESUMED,
  activate: 'It can work again at once. Its loop score starts at 0.',
  resume: 'It can work again at once.',
  restart: 'It can work again at once. Its health starts at 100 %.',
};
const UNTIL_PROMPT =
  'From now on its requests are refused, until the next prompt begins a new turn.';

export function ActButton({
  name,
  target,
  label,
  ...button
}: {
  readonly name: ActName;
  readonly target: Target;
  readonly label?: string;
} & Omit<ButtonProps, 'name' | 'onClick' | 'children'>): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const may = useMay('operator');
  const whyNot = useWhyNot('operator');
  const { verb } = actWords[name];
  const who = nameOf(target, ' · ');
  return (
    <>
      <Button
        {...button}
        disabled={!may}
        title={whyNot}
        aria-label={`${verb} ${who}`}
        onClick={() => setOpen(true)}
      >
        {label ?? verb}
      </Button>
      {isOpen ? (
        <Dialog
          open
          onClose={() => setOpen(false)}
          title={`${verb} ${who}?`}
          text={name === 'deactivate' && target.turn === true ? UNTIL_PROMPT : explained[name]}
        >
          <ActForm name={name} target={target} onDone={() => setOpen(false)} />
        </Dialog>
      ) : null}
    </>
  );
}

function ActForm({
  name,
  target,
  onDone,
}: {
  readonly name: ActName;
  readonly target: Target;
  readonly onDone: () => void;
}): ReactNode {
  const [why, setWhy] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [isSeen, setSeen] = useState(false);
  const [letsFinish, setLetsFinish] = useState(false);
  const [isFamily, setFamily] = useState(false);
  const stops = name === 'deactivate';
  const isNarrow = target.subagent !== undefined || target.turn === true;
  const submit = async (): Promise<void> => {
    if (!stops && !isSeen) return;
    setBusy(true);
    const done = stops && letsFinish ? 'pause' : name;
    if (await act(done, target, why.trim(), isFamily)) onDone();
    else setBusy(false);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      className="space-y-4"
    >
      {stops && isNarrow ? (
        <Check
          label={
            target.turn === true ? 'Also stop its subagents' : 'Also stop the subagents it started'
          }
          checked={isFamily}
          onChange={setFamily}
        />
      ) : stops ? (
        <Check label="Let calls in progress finish" checked={letsFinish} onChange={setLetsFinish} />
      ) : (
        <Check label="I have seen why it was stopped" checked={isSeen} onChange={setSeen} />
      )}
      <ReasonField value={why} onChange={setWhy} />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button
          type="submit"
          autoFocus={stops}
          disabled={isBusy || (!stops && !isSeen)}
          tone={stops ? 'danger' : 'primary'}
        >
          {actWords[name].verb}
        </Button>
      </div>
    </form>
  );
}
