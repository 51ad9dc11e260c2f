/**
 * A bar of the scan on a terminal: how many bytes and files have been read.
 */
import { bar, statusLine } from '../terminal/progress-bar.ts';

/** Shows how far the scan has come. */
export interface ScanProgress {
  bytes(count: number): void;
  fileDone(bytes: number): void;
  end(): void;
}

/** The bar on standard error. */
export function scanProgress(totals: {
  readonly files: number;
  readonly bytes: number;
}): ScanProgress {
  const line = statusLine();
  let files = 0;
  let doneBytes = 0;
  let openBytes = 0;
  const show = () => {
    const share = Math.min(1, (doneBytes + openBytes) / Math.max(1, totals.bytes));
    const percent = `${Math.floor(share * 100)}%`.padStart(4);
    line.show(() => `scanning ${bar(share)}${percent}  ${files} of ${totals.files} files`);
  };
  return {
    bytes(count) {
      openBytes += count;
      show();
    },
    fileDone(bytes) {
      files += 1;
      doneBytes += bytes;
      openBytes = 0;
      show();
    },
    end: () => line.end(),
  };
}
