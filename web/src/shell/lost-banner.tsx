/** Says on every page that the server does not answer, since when, and what still stops agents. */
import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useConnection } from '../api/connection.ts';
import { useApi } from '../api/queries.ts';
import { CopyLine } from '../ui/copy.tsx';
import { Time } from '../ui/time.tsx';

export function LostBanner(): ReactNode {
  const { isLost, readAt } = useConnection();
  // Read while there is a server to ask.
  const folder = useApi('GET /api/status').data?.data.folder ?? '~/.tripwire';
  if (!isLost) return null;
  return (
    <div role="alert" className="border-b-4 border-danger-solid bg-danger-soft px-4 py-3 md:px-6">
      <p className="flex items-start gap-2 font-medium">
        <WifiOff aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
        <span>
          The server does not answer.{' '}
          {readAt === 0 ? null : (
            <>
              What you see is from <Time at={readAt} /> and may be out of date.{' '}
            </>
          )}
          The buttons are off until it is back.
        </span>
      </p>
      <p className="mt-2 mb-1 text-muted">
        To stop all agents without this page, run one of these on the server’s machine. The file
        works even while the server is down: it takes effect as soon as the server starts.
      </p>
      <div className="grid max-w-3xl gap-2 md:grid-cols-2">
        <CopyLine text="tripwire stop-all" label="the command" />
        <CopyLine text={`touch ${folder}/STOP`} label="the command for the file" />
      </div>
    </div>
  );
}
