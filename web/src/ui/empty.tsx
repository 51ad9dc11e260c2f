/** What stands where there is nothing yet: what it would be, and what to do first. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export function Empty({
  icon: Icon,
  title,
  children,
}: {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <div className="flex flex-col items-center gap-1 px-4 py-10 text-center">
      <Icon aria-hidden className="mb-2 size-7 text-muted" strokeWidth={1.5} />
      <p className="font-medium">{title}</p>
      <div className="max-w-md text-muted">{children}</div>
    </div>
  );
}
