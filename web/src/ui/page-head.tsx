/** The title of a page, with what can be done on it; the window is named after it. */
import { useEffect, type ReactNode } from 'react';
import { setPageTitle } from '../shell/tab-title.ts';

export function PageHead({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: ReactNode;
  readonly children?: ReactNode;
}): ReactNode {
  useEffect(() => setPageTitle(title), [title]);
  return (
    <div className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-2xl font-semibold tracking-tight break-words">{title}</h1>
        {text === undefined ? null : <div className="mt-0.5 max-w-3xl text-muted">{text}</div>}
      </div>
      {children === undefined ? null : (
        <div className="flex flex-wrap items-center gap-2">{children}</div>
      )}
    </div>
  );
}
