/** The last calls of all agents, searched by words; each unfolds to what is known of it. */
import { PhoneOff, Search } from 'lucide-react';
import { useDeferredValue, useState, type ReactNode } from 'react';
import type { Answer } from '../../../src/control/api/client.ts';
import { useApi } from '../api/queries.ts';
import { CallRow } from '../calls/call-row.tsx';
import { Card } from '../ui/card.tsx';
import { Empty } from '../ui/empty.tsx';
import { Input, Select } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { count, plural } from '../ui/numbers.ts';
import { PageHead } from '../ui/page-head.tsx';
import { localTime } from '../ui/time.tsx';

const POLL_MS = 4_000;
const SHOWN_MAX = 200;
const verdicts = ['allowed', 'waited', 'refused', 'failed', 'open'] as const;
type Verdict = (typeof verdicts)[number];

export function CallsPage(): ReactNode {
  const [sought, setSought] = useState('');
  const [verdict, setVerdict] = useState<Verdict | ''>('');
  const words = useDeferredValue(sought.trim());
  const asked = {
    query: {
      limit: SHOWN_MAX,
      ...(words === '' ? {} : { q: words }),
      ...(verdict === '' ? {} : { verdict }),
    },
  };
  const query = useApi('GET /api/calls', asked, { everyMs: POLL_MS });
  return (
    <>
      <PageHead
        title="Calls"
        text={
          query.data === undefined
            ? ' '
            : `Requests to models, newest first. ${remembered(query.data)}`
        }
      />
      <Card bodyClassName="p-0">
        <SearchBar
          sought={sought}
          onSearch={setSought}
          verdict={verdict}
          onVerdict={setVerdict}
          found={query.data?.found ?? null}
        />
        <Loaded query={query}>
          {({ calls, remembered: all }) =>
            calls.length === 0 ? (
              <Empty icon={PhoneOff} title={all === 0 ? 'No calls yet' : 'No call matches'}>
                {all === 0
                  ? 'Calls appear here with the first request of an agent.'
                  : 'Clear the search or choose another verdict.'}
              </Empty>
            ) : (
              <ul aria-label="Calls">
                {calls.map((call) => (
                  <CallRow key={call.id} call={call} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Card>
    </>
  );
}

function SearchBar({
  sought,
  onSearch,
  verdict,
  onVerdict,
  found,
}: {
  readonly sought: string;
  readonly onSearch: (sought: string) => void;
  readonly verdict: Verdict | '';
  readonly onVerdict: (verdict: Verdict | '') => void;
  readonly found: number | null;
}): ReactNode {
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-line p-3">
      <div className="relative w-full sm:w-80">
        <Search aria-hidden className="absolute top-2.5 left-2.5 size-4 text-muted" />
        <Input
          type="search"
          aria-label="Search calls"
          placeholder="Agent, session, model, client or tool"
          className="pl-8"
          value={sought}
          onChange={({ target }) => onSearch(target.value)}
        />
      </div>
      <Select
        aria-label="Verdict"
        className="w-auto"
        value={verdict}
        onChange={({ target }) => onVerdict(verdicts.find((one) => one === target.value) ?? '')}
      >
        <option value="">Any verdict</option>
        {verdicts.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </Select>
      {found === null ? null : (
        <span role="status" className="text-xs text-muted">
          {plural(found, 'call')}
          {found > SHOWN_MAX ? `, the newest ${SHOWN_MAX} shown` : ''}
        </span>
      )}
    </div>
  );
}

function remembered({ remembered: all, oldest_at: oldest }: Answer<'GET /api/calls'>): string {
  return oldest === null ? '' : `${count(all)} since ${localTime(oldest)}.`;
}
