/**
 * The command palette: Ctrl K or ⌘ K, type a few letters, Enter. It opens pages and agents, and stops.
 */
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { act } from '../act-dialog.tsx';
import { canStop } from '../agent-state.ts';
import { useApi } from '../api/queries.ts';
import { useMay } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/class-names.ts';
import { pages } from './pages.ts';
import { askStopAll } from './stop-all.tsx';

interface Command {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly isDanger?: boolean;
  readonly run: () => void;
}

const SHOWN_MAX = 12;
/** Macs have a key of their own for it. */
const shortcut = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

export function Palette(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen((before) => !before);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <Button tone="quiet" title="Go to a page or an agent, or stop one">
          <Search aria-hidden />
          <span className="sr-only">Search </span>
          <kbd className="font-sans text-xs max-sm:sr-only">{shortcut}</kbd>
        </Button>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/45" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 overflow-hidden rounded-xl border border-line bg-surface shadow-2xl"
        >
          <Dialog.Title className="sr-only">Search and commands</Dialog.Title>
          <Commands onDone={() => setOpen(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function useCommands(): readonly Command[] {
  const navigate = useNavigate();
  const may = useMay('operator');
  const { data: agents = [] } = useApi('GET /api/agents');
  return [
    ...pages.map(({ to, label }) => ({
      id: to,
      label,
      hint: 'page',
      run: () => void navigate({ to }),
    })),
    ...(may
      ? [{ id: 'stop all', label: 'Stop all', hint: 'asks once', isDanger: true, run: askStopAll }]
      : []),
    ...agents.map(({ id, name }) => ({
      id: `agent ${id}`,
      label: name,
      hint: 'agent',
      run: () => void navigate({ to: '/agents/$agent', params: { agent: id } }),
    })),
    ...agents
      .filter((agent) => may && canStop(agent))
      .map(({ id, name }) => ({
        id: `stop ${id}`,
        label: `Stop ${name}`,
        hint: 'at once',
        isDanger: true,
        run: () => void act('deactivate', { agent: id }, 'stopped from the dashboard'),
      })),
  ];
}

/** Those with all the words in their label; nothing typed shows no stops. */
function fitting(commands: readonly Command[], typed: string): readonly Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return commands.filter(({ isDanger }) => isDanger !== true);
  const fits = commands.filter(({ label }) => {
    const text = label.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const [first = ''] = words;
  return fits.toSorted(
    (one, other) => Number(startsWith(other, first)) - Number(startsWith(one, first)),
  );
}

function startsWith({ label }: Command, word: string): boolean {
  return label.toLowerCase().startsWith(word);
}

function Commands({ onDone }: { readonly onDone: () => void }): ReactNode {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const listId = useId();
  const shown = fitting(useCommands(), typed).slice(0, SHOWN_MAX);
  const chosen = Math.min(at, shown.length - 1);
  const run = (command: Command | undefined): void => {
    if (command === undefined) return;
    onDone();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Enter') run(shown[chosen]);
    else if (step !== 0 && shown.length > 0) setAt((chosen + step + shown.length) % shown.length);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        role="combobox"
        aria-label="Page, agent, or stop"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={shown.length === 0 ? undefined : `${listId} ${chosen}`}
        placeholder="Go to a page or an agent, or type stop"
        className="h-12 w-full border-b border-line bg-surface px-4 text-base outline-none placeholder:text-muted"
        value={typed}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setTyped(target.value);
          setAt(0);
        }}
      />
      <ul id={listId} role="listbox" aria-label="Commands" className="max-h-96 overflow-y-auto p-2">
        {shown.map((command, index) => (
          <li
            key={command.id}
            id={`${listId} ${index}`}
            role="option"
            aria-selected={index === chosen}
            onMouseMove={() => setAt(index)}
            onClick={() => run(command)}
            onKeyDown={onKeyDown}
            className={classes(
              'flex cursor-pointer items-center gap-3 rounded-md px-2.5 py-2',
              index === chosen && 'bg-sunken',
            )}
          >
            <span
              className={classes(
                'min-w-0 flex-1 truncate',
                command.isDanger === true && 'text-danger',
              )}
            >
              {command.label}
            </span>
            <span className="text-xs text-muted">{command.hint}</span>
          </li>
        ))}
      </ul>
      {shown.length === 0 ? <p className="px-4 pb-4 text-muted">Nothing matches.</p> : null}
    </>
  );
}
