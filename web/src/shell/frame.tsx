/** The frame around every page: where one is, whether what one sees is live, and the way to stop an agent. */
import { Link, Outlet } from '@tanstack/react-router';
import { LogOut, Menu, Monitor, Moon, Sun, Wifi, WifiOff, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState, type ReactNode } from 'react';
import { useConnection } from '../api/connection.ts';
import { useFeedState } from '../api/live-feed.ts';
import { useApi } from '../api/queries.ts';
import { signOut, useSession } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/class-names.ts';
import { Time } from '../ui/time.tsx';
import { LostBanner } from './lost-banner.tsx';
import { Nav } from './nav.tsx';
import { Notices } from './notices.tsx';
import { Palette } from './palette.tsx';
import { ResumeAllButton, StopAll } from './stop-all.tsx';
import { StopMenu } from './stop-menu.tsx';
import { SwitchBanner } from './switch-banner.tsx';
import { chooseTheme, useTheme, type ThemeChoice } from './theme.ts';

export function Frame(): ReactNode {
  const { isLost } = useConnection();
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[13.5rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded focus:bg-surface focus:p-2"
      >
        Skip to the page
      </a>
      <aside className="sticky top-0 hidden h-dvh flex-col border-r border-line bg-surface p-3 md:flex">
        <Brand />
        <div className="mt-4 flex-1 overflow-y-auto">
          <Nav />
        </div>
        <Person />
      </aside>
      <div className="min-w-0">
        <TopBar />
        <LostBanner />
        <StopAllBanner />
        <SwitchBanner />
        <Notices />
        <main
          id="main"
          tabIndex={-1}
          className={classes(
            'mx-auto max-w-7xl p-4 outline-none md:p-6',
            // Old figures have lost their colours; their contrast stays.
            isLost && 'grayscale',
          )}
        >
          <Outlet />
        </main>
      </div>
    </div>
  );
}

function Brand(): ReactNode {
  return (
    <Link
      to="/"
      className="flex items-center gap-2 rounded-md px-2 py-1 text-base font-semibold tracking-tight"
    >
      <img src="/icon.svg" alt="" className="size-6" />
      Tripwire
    </Link>
  );
}

function TopBar(): ReactNode {
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b border-line bg-surface/95 px-4 backdrop-blur md:px-6">
      <Sheet />
      <FeedSign />
      <div className="flex-1" />
      <Palette />
      <StopMenu />
      <StopAll />
    </header>
  );
}

const feedSigns = {
  live: { word: 'Live', text: 'What you see is up to date.', icon: Wifi, look: 'text-good' },
  connecting: {
    word: 'Connecting',
    text: 'Waiting for the server.',
    icon: Wifi,
    look: 'text-muted',
  },
  lost: {
    word: 'Not live',
    text: 'The server does not answer; what you see may be old. Trying again.',
    icon: WifiOff,
    look: 'text-danger',
  },
};

function FeedSign(): ReactNode {
  const feed = useFeedState();
  // A feed that hangs looks alive; reading that fails does not.
  const { isLost } = useConnection();
  const { word, text, icon: Icon, look } = feedSigns[isLost ? 'lost' : feed];
  return (
    <span
      role="status"
      title={text}
      className={`inline-flex items-center gap-1.5 text-xs font-medium ${look}`}
    >
      <Icon aria-hidden className="size-4" />
      {word}
    </span>
  );
}

function Sheet(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <Button size="icon" tone="quiet" aria-label="Menu" className="-ml-2 md:hidden">
          <Menu aria-hidden />
        </Button>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/45" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 flex w-64 flex-col border-r border-line bg-surface p-3"
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <div className="flex items-center justify-between">
            <Brand />
            <Dialog.Close aria-label="Close" className="rounded p-2 text-muted">
              <X className="size-4" />
            </Dialog.Close>
          </div>
          <div className="mt-4 flex-1 overflow-y-auto">
            <Nav onChosen={() => setOpen(false)} />
          </div>
          <Person />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const themes: readonly { choice: ThemeChoice; label: string; icon: typeof Sun }[] = [
  { choice: 'light', label: 'Light', icon: Sun },
  { choice: 'dark', label: 'Dark', icon: Moon },
  { choice: 'system', label: 'Same as the system', icon: Monitor },
];

function Person(): ReactNode {
  const { name, role } = useSession();
  const { choice: chosen } = useTheme();
  return (
    <div className="space-y-2 border-t border-line pt-3">
      <div role="group" aria-label="Colours" className="flex gap-1 px-1">
        {themes.map(({ choice, label, icon: Icon }) => (
          <button
            key={choice}
            type="button"
            aria-label={label}
            title={label}
            aria-pressed={chosen === choice}
            onClick={() => chooseTheme(choice)}
            className="rounded p-1.5 text-muted hover:bg-sunken aria-pressed:bg-sunken aria-pressed:text-ink"
          >
            <Icon aria-hidden className="size-4" />
          </button>
        ))}
      </div>
      <div className="flex items-center gap-2 px-2">
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium">{name}</p>
          <p className="text-xs text-muted">{role}</p>
        </div>
        <Button
          size="icon"
          tone="quiet"
          aria-label="Sign out"
          title="Sign out"
          onClick={() => void signOut()}
        >
          <LogOut aria-hidden />
        </Button>
      </div>
    </div>
  );
}

function StopAllBanner(): ReactNode {
  const hold = useApi('GET /api/overview').data?.stop_all ?? null;
  if (hold === null) return null;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 bg-danger-solid px-4 py-2.5 text-white md:px-6"
    >
      <p className="min-w-0 flex-1">
        <strong>All agents are stopped</strong> since <Time at={hold.since} />: {hold.title}
      </p>
      <ResumeAllButton size="small" className="bg-white text-black" />
    </div>
  );
}
