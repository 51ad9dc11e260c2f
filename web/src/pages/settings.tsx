/** What is in force, and what is changed here: switch, budget, retention, keys, tokens. */
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Settings } from '../../../src/control/api/client.ts';
import { useApi, useChange } from '../api/queries.ts';
import { useHasRole, useMay } from '../api/session.ts';
import { AgentKeys } from '../settings/agent-keys.tsx';
import { BudgetForAll, Retention } from '../settings/for-all-agents.tsx';
import { Nodes } from '../settings/nodes.tsx';
import { SwitchForAll } from '../settings/switch-for-all.tsx';
import { Tokens } from '../settings/tokens.tsx';
import { Card } from '../ui/card.tsx';
import { CopyLine } from '../ui/copy.tsx';
import { Toggle } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageHead } from '../ui/page-head.tsx';

export function SettingsPage(): ReactNode {
  const query = useApi('GET /api/settings');
  const isAdmin = useHasRole('admin');
  return (
    <>
      <PageHead
        title="Settings"
        text={
          query.data === undefined
            ? ' '
            : `Tripwire ${query.data.version}. What you change here is recorded and written to ${query.data.config_file ?? 'tripwire.yaml in the data folder'}; everything else is changed there.`
        }
      />
      <Loaded query={query}>
        {(settings) => (
          <div className="grid items-start gap-5 xl:grid-cols-2">
            <div className="min-w-0 space-y-5">
              <Nodes />
              <SwitchForAll />
              <Protection of={settings.protection} />
              <Constitution of={settings.constitution} />
            </div>
            <div className="min-w-0 space-y-5">
              <BudgetForAll settings={settings} />
              <Retention settings={settings} />
              {isAdmin ? <AgentKeys /> : null}
              {isAdmin ? <Tokens /> : null}
              <Links settings={settings} />
            </div>
            <div className="min-w-0 xl:col-span-2">
              <InForce of={settings.config} />
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}

function Protection({
  of: { level, promise, missing },
}: {
  readonly of: Settings['protection'];
}): ReactNode {
  const Icon = level === 0 ? ShieldAlert : ShieldCheck;
  return (
    <Card title="What it protects against">
      <div className="flex gap-3">
        <Icon
          aria-hidden
          className={`size-8 shrink-0 ${level === 0 ? 'text-warn' : 'text-good'}`}
          strokeWidth={1.5}
        />
        <div className="min-w-0">
          <p className="font-medium">Level {level}</p>
          <p className="text-muted">{promise}</p>
          {missing.length === 0 ? null : (
            <>
              <p className="mt-3 text-xs font-medium text-muted">What the next level needs</p>
              <ul className="mt-1 list-disc space-y-1 pl-4 text-muted">
                {missing.map((one) => (
                  <li key={one}>{one}</li>
                ))}
              </ul>
            </>
          )}
        </div>
      </div>
    </Card>
  );
}

function Constitution({
  of: { name, id, values },
}: {
  readonly of: Settings['constitution'];
}): ReactNode {
  return (
    <Card title={`Constitution: ${name}`}>
      <p className="mb-1 text-xs text-muted">Its id, which the journal records.</p>
      <CopyLine text={id} label="the id" />
      <details className="mt-3">
        <summary className="font-medium text-accent">All its values</summary>
        <Values
          of={Object.entries(values)
            .filter(([key]) => key !== 'name')
            .map(([key, value]) => ({
              path: key,
              value: typeof value === 'string' ? value : JSON.stringify(value),
              origin: '',
            }))}
        />
      </details>
    </Card>
  );
}

function Links({ settings }: { readonly settings: Settings }): ReactNode {
  const change = useChange('PATCH /api/settings');
  const may = useMay('admin');
  return (
    <Card title="Links in alerts">
      <Toggle
        label="Stop and resume from an alert"
        hint="Each link is signed and works once. Anyone who gets the alert can use it."
        checked={settings.alert_links}
        disabled={!may || change.isPending}
        onChange={(isOn) => change.mutate({ body: { alert_links: isOn } })}
      />
      <p className="mt-3 text-xs text-muted">
        They point to {settings.dashboard_url ?? 'this server’s local address'}.
      </p>
    </Card>
  );
}

function InForce({ of }: { readonly of: Settings['config'] }): ReactNode {
  return (
    <Card title="Everything in force" bodyClassName="p-0">
      {of.length === 0 ? <p className="p-4 text-muted">Nothing is known.</p> : <Values of={of} />}
    </Card>
  );
}

function Values({ of }: { readonly of: Settings['config'] }): ReactNode {
  return (
    <dl className="divide-y divide-line">
      {of.map(({ path, value, origin }) => (
        <div
          key={path}
          className="grid gap-x-4 px-4 py-1.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_4rem]"
        >
          <dt className="font-mono text-xs break-all text-muted">{path}</dt>
          <dd className="font-mono text-xs break-all">{value}</dd>
          {origin === '' ? null : <dd className="text-xs text-muted sm:text-right">{origin}</dd>}
        </div>
      ))}
    </dl>
  );
}
