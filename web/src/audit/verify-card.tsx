/**
 * *Verify in this browser*: the page recomputes the live trace, or files that somebody picks, and trusts no server.
 *
 *     <VerifyCard agent={name or null} onTrace={(windows, fileName) => …} />
 *
 * `agent` is the audited agent whose live trace can be verified. `onTrace` gets the readable windows of a picked file when
 * its check is over, intact or not, so that the page can draw them.
 */
import { ShieldCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { AuditWindow } from '../../../src/audit/verify.ts';
import { useApi } from '../api/queries.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CopyLine } from '../ui/copy.tsx';
import { Input, Labelled, TextArea } from '../ui/field.tsx';
import { VerifyFiles } from './verify-files-form.tsx';
import { useVerify } from './verify-run.ts';
import { VerdictView } from './verify-verdict.tsx';

export interface VerifyCardProps {
  readonly agent: string | null;
  readonly onTrace: (windows: readonly AuditWindow[], name: string) => void;
}

export function VerifyCard({ agent, onTrace }: VerifyCardProps): ReactNode {
  const [key, setKey] = useState('');
  const [older, setOlder] = useState('');
  const { state, start, stop } = useVerify(({ trace }) => {
    if (trace !== null) onTrace(trace.windows, trace.name);
  });
  const isRunning = state.kind === 'running';
  return (
    <Card title="Verify in this browser" bodyClassName="space-y-4">
      <p className="max-w-prose text-muted">
        Your browser recomputes every root, flag, link and signature here. It asks the server for
        data, never for a verdict.
      </p>
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
        <form
          className="min-w-0 space-y-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (agent !== null) start({ kind: 'live', agent, key, older });
          }}
        >
          <h3 className="text-sm font-semibold">
            {agent === null ? 'A live trace' : `The live trace of ${agent}`}
          </h3>
          <LogKey value={key} onChange={setKey} />
          <Labelled
            label="A checkpoint that you kept, if you have one"
            hint="The check fails if the log doesn’t continue this checkpoint: then somebody has rewritten it."
          >
            {(id) => (
              <TextArea
                id={id}
                rows={3}
                spellCheck={false}
                className="font-mono text-xs"
                value={older}
                onChange={({ target }) => setOlder(target.value)}
              />
            )}
          </Labelled>
          <Button type="submit" tone="primary" disabled={agent === null || isRunning}>
            <ShieldCheck aria-hidden />
            Verify the live trace
          </Button>
          {agent === null ? (
            <p className="text-xs text-muted">
              Choose an audited agent above; close the file first, if one is open.
            </p>
          ) : null}
        </form>
        <VerifyFiles
          disabled={isRunning}
          onVerify={(files, allowDevKey) => start({ kind: 'files', files, allowDevKey, key })}
        />
      </div>
      <VerdictView state={state} onStop={stop} />
    </Card>
  );
}

/** Whose signature the log must bear: as given, or as the server tells, which is said. */
function LogKey({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (key: string) => void;
}): ReactNode {
  const { data } = useApi('GET /api/audit/log');
  const told = data?.key ?? null;
  return (
    <div className="space-y-2">
      <Labelled label="The log's key, as you were given it">
        {(id) => (
          <Input
            id={id}
            spellCheck={false}
            autoComplete="off"
            placeholder="name+0a1b2c3d+BASE64"
            className="font-mono text-xs"
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Labelled>
      {value.trim() !== '' || told === null ? null : (
        <>
          <p className="text-xs text-muted">
            Left empty, this key is used. It came from the server; compare it with the one you were
            given:
          </p>
          <CopyLine text={told} label="the log's key" />
        </>
      )}
    </div>
  );
}
