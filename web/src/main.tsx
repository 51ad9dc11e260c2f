/** Starts the dashboard: first who is there, then the pages. */
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useCallback, useEffect, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiProblem, type Session } from '../../src/control/api/client.ts';
import { api } from './api/api.ts';
import { openFeed } from './api/live-feed.ts';
import { queryClient } from './api/queries.ts';
import { SessionContext, signIn, takeCode } from './api/session.ts';
import { router } from './router.tsx';
import { SignIn } from './shell/sign-in.tsx';
import { startTheme } from './shell/theme.ts';
import { handOverStyleNonce } from './style-nonce.ts';
import { Toasts } from './ui/toasts.tsx';

interface Entry {
  readonly session: Session | null;
  readonly problem: string | null;
  readonly isKnown: boolean;
}

const code = takeCode();
// A link that is opened where the page stands already changes only what is behind the `#`.
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#code=')) location.reload();
});

/** The session that stands, or that the link's code opens. */
async function enter(): Promise<Entry> {
  try {
    const session = code === null ? await api.call('GET /api/session') : await signIn({ code });
    return { session, problem: null, isKnown: true };
  } catch (error) {
    const isStranger = error instanceof ApiProblem && error.status < 500;
    const used =
      'This sign-in link was used already or is too old. Run `tripwire login` for a new one.';
    const words = isStranger ? (code === null ? null : used) : (error as Error).message;
    return { session: null, problem: words, isKnown: true };
  }
}

const entering = enter();

function App(): ReactNode {
  const [entry, setEntry] = useState<Entry>({ session: null, problem: null, isKnown: false });
  useEffect(() => void entering.then(setEntry), []);
  const signedIn = useCallback(() => {
    void api
      .call('GET /api/session')
      .then((session) => setEntry({ session, problem: null, isKnown: true }));
  }, []);
  useEffect(() => {
    if (entry.session !== null) openFeed();
  }, [entry.session]);
  if (!entry.isKnown) return null;
  if (entry.session === null) return <SignIn problem={entry.problem} onSignedIn={signedIn} />;
  return (
    <SessionContext value={entry.session}>
      <RouterProvider router={router} />
    </SessionContext>
  );
}

startTheme();
handOverStyleNonce();
const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root element');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <App />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
);
