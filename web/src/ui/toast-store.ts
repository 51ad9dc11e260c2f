/**
 * Short messages about what was just done, kept apart from the components so that anything can tell one.
 */

export interface Toast {
  readonly id: number;
  readonly tone: 'plain' | 'danger' | 'good';
  readonly title: string;
  readonly text: string;
  /** Leads to what it is about. */
  readonly onOpen?: (() => void) | undefined;
}

const TOASTS_MAX = 4;
const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let last = 0;

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a message. */
export function showToast({
  tone = 'plain',
  title,
  text = '',
  onOpen,
}: Partial<Toast> & { title: string }): void {
  last += 1;
  change([...toasts, { id: last, tone, title, text, onOpen }].slice(-TOASTS_MAX));
}

export function closeToast(id: number): void {
  change(toasts.filter((one) => one.id !== id));
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}

export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
