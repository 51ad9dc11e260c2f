/** How to point each client here, with a tick as soon as it calls. */
import { Link } from '@tanstack/react-router';
import { CircleCheck, Radio } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { ConnectInfo } from '../../../src/control/api/client.ts';
import { useApi } from '../api/queries.ts';
import { Card } from '../ui/card.tsx';
import { CopyLine } from '../ui/copy.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Time } from '../ui/time.tsx';

const POLL_MS = 1_000;
const SEEN_SHOWN = 8;

export function ConnectPage(): ReactNode {
  const query = useApi('GET /api/connect', undefined, { everyMs: POLL_MS });
  return (
    <>
      <PageHead
        title="Connect"
        text="Point an agent here. One line is enough; you choose the name after /agents/."
      />
      <Loaded query={query}>
        {(info) => (
          <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
            <div className="min-w-0 space-y-5">
              <First />
              <Clients info={info} />
            </div>
            <Seen info={info} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function First(): ReactNode {
  return (
    <Card title="1. For a single process">
      <p className="mb-2 text-muted">
        The safest way to start: only this process uses Tripwire, and nothing stays behind when it
        ends.
      </p>
      <div className="space-y-2">
        <CopyLine text="tripwire run -- claude" label="the command for Claude Code" />
        <CopyLine text="tripwire run -- codex" label="the command for Codex" />
      </div>
    </Card>
  );
}

function Clients({ info }: { readonly info: ConnectInfo }): ReactNode {
  return (
    <Card title="2. Or configure a client">
      <ul className="space-y-4">
        {info.clients.map(({ client, line }) => (
          <li key={client}>
            <p className="mb-1 font-medium">{client}</p>
            <CopyLine text={line} label={`the line for ${client}`} />
          </li>
        ))}
        <li>
          <p className="mb-1 font-medium">Anything else that speaks OpenAI, Anthropic or Gemini</p>
          <CopyLine text={`${info.url}/agents/NAME/openai/v1`} label="the base URL" />
        </li>
      </ul>
    </Card>
  );
}

/** Who called since the page was opened, by the server's clock; who was never there before comes first. */
function useNewest({ seen }: ConnectInfo): ConnectInfo['seen'][number] | undefined {
  const [before] = useState(() => new Map(seen.map(({ agent, at }) => [agent, at])));
  return (
    seen.find(({ agent }) => !before.has(agent)) ??
    seen.find(({ agent, at }) => at > (before.get(agent) ?? 0))
  );
}

function Seen({ info }: { readonly info: ConnectInfo }): ReactNode {
  const newest = useNewest(info);
  return (
    <Card title="3. See it arrive" className="xl:sticky xl:top-20">
      <div role="status" className="flex items-center gap-3">
        {newest === undefined ? (
          <Radio
            aria-hidden
            className="size-8 shrink-0 animate-pulse text-muted"
            strokeWidth={1.5}
          />
        ) : (
          <CircleCheck aria-hidden className="size-8 shrink-0 text-good" />
        )}
        <p>
          {newest === undefined ? (
            'Waiting for a request. Start your agent and ask it anything.'
          ) : (
            <>
              <strong>{newest.agent} is connected.</strong> It called{' '}
              <Time at={newest.at} relative />.
            </>
          )}
        </p>
      </div>
      {info.seen.length === 0 ? null : (
        <ul className="mt-4 space-y-1.5 border-t border-line pt-3">
          {info.seen.slice(0, SEEN_SHOWN).map(({ agent, at }) => (
            <li key={agent} className="flex justify-between gap-3">
              <Link
                to="/agents/$agent"
                params={{ agent }}
                className="truncate text-accent hover:underline"
              >
                {agent}
              </Link>
              <Time at={at} relative className="shrink-0 text-xs text-muted" />
            </li>
          ))}
        </ul>
      )}
      <p className="mt-4 text-xs text-muted">
        Then try the stop itself: <code>tripwire drill</code>
      </p>
    </Card>
  );
}
