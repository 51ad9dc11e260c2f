/** A sentence of Tripwire's with its commands as code: they are between backticks in every other place. */
import type { ReactNode } from 'react';
import { withLocalTimes } from './time.tsx';

export function Coded({ text }: { readonly text: string }): ReactNode {
  const parts = withLocalTimes(text).split('`');
  // Without its second backtick a first one quotes nothing.
  if (parts.length % 2 === 0) return parts.join('`');
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={index} className="rounded bg-sunken px-1 font-mono text-[0.92em]">
        {part}
      </code>
    ),
  );
}
