/** Who comes without a session: how to get in. */
import { useState, type ReactNode } from 'react';
import { ApiProblem } from '../../../src/control/api/client.ts';
import { signIn } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { Coded } from '../ui/coded.tsx';
import { CopyLine } from '../ui/copy.tsx';
import { Input, Labelled } from '../ui/field.tsx';

export function SignIn({
  problem,
  onSignedIn,
}: {
  readonly problem: string | null;
  readonly onSignedIn: () => void;
}): ReactNode {
  const [token, setToken] = useState('');
  const [said, setSaid] = useState(problem);
  const submit = async (): Promise<void> => {
    try {
      await signIn({ token: token.trim() });
      onSignedIn();
    } catch (error) {
      const isWrong = error instanceof ApiProblem && error.status === 401;
      setSaid(
        isWrong
          ? 'Wrong token. Run `tripwire login` for a sign-in link.'
          : (error as Error).message,
      );
    }
  };
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-6 p-6">
      <div className="flex items-center gap-3">
        <img src="/icon.svg" alt="" className="size-10" />
        <div>
          <h1 className="text-xl font-semibold tracking-tight">Tripwire</h1>
          <p className="text-muted">The kill switch for your agents</p>
        </div>
      </div>
      <form
        className="space-y-4 rounded-lg border border-line bg-surface p-5"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Labelled label="Token">
          {(id) => (
            <Input
              id={id}
              type="password"
              autoComplete="current-password"
              autoFocus
              required
              value={token}
              onChange={({ target }) => setToken(target.value)}
            />
          )}
        </Labelled>
        {said === null ? null : (
          <p role="alert" className="rounded bg-danger-soft p-2 text-danger">
            <Coded text={said} />
          </p>
        )}
        <Button type="submit" tone="primary" className="w-full">
          Sign in
        </Button>
      </form>
      <Hints />
    </main>
  );
}

function Hints(): ReactNode {
  return (
    <div className="space-y-2 text-muted">
      <p>
        The server prints a sign-in link when it starts. For a new one, run this where the server
        runs:
      </p>
      <CopyLine text="tripwire login" label="the command" />
      <p>
        The owner’s token is in the file <code>admin-token</code> in the server’s data folder.
      </p>
    </div>
  );
}
