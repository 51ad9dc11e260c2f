/** A line to copy, with a button that does it. */
import { Check, Copy } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { classes } from './class-names.ts';

const SHOWN_MS = 1_500;

export function CopyLine({
  text,
  label,
  className,
}: {
  readonly text: string;
  readonly label: string;
  readonly className?: string;
}): ReactNode {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <div className={classes('flex items-start gap-2 rounded-md bg-sunken p-2 pl-3', className)}>
      <code className="min-w-0 flex-1 py-1.5 font-mono text-xs break-words whitespace-pre-wrap">
        {text}
      </code>
      <button
        type="button"
        onClick={() => void copy()}
        aria-label={`Copy ${label}`}
        className="inline-flex h-7 shrink-0 items-center gap-1 rounded px-2 text-xs font-medium text-muted hover:bg-surface hover:text-ink"
      >
        {isCopied ? (
          <Check aria-hidden className="size-3.5" />
        ) : (
          <Copy aria-hidden className="size-3.5" />
        )}
        {isCopied ? 'Copied' : 'Copy'}
      </button>
    </div>
  );
}
