/**
 * A progress bar of the scan on a terminal; nothing where nobody watches.
 */
const INTERVAL_MS = 100;
const BAR_COLUMNS = 24;

/** Shows how far the scan has come. */
export interface ScanProgress {
  bytes(count: number): void;
  fileDone(bytes: number): void;
  end(): void;
}

/** A bar on the stream if it is a terminal. */
export function scanProgress(
  stream: NodeJS.WriteStream,
  env: NodeJS.ProcessEnv,
  totals: { readonly files: number; readonly bytes: number },
): ScanProgress {
  if (!stream.isTTY || env['CI'] === 'true') {
    return { bytes: () => undefined, fileDone: () => undefined, end: () => undefined };
  }
  let files = 0;
  let doneBytes = 0;
  let openBytes = 0;
  let shownAtMs = 0;
  const show = () => {
    const nowMs = Date.now();
    if (nowMs - shownAtMs < INTERVAL_MS) return;
    shownAtMs = nowMs;
    const share = Math.min(1, (doneBytes + openBytes) / Math.max(1, totals.bytes));
    const full = Math.round(share * BAR_COLUMNS);
    const bar = '█'.repeat(full) + '░'.repeat(BAR_COLUMNS - full);
    const percent = `${Math.floor(share * 100)}%`.padStart(4);
    stream.write(`\rscanning ${bar}${percent}  ${files} of ${totals.files} files\u001b[K`);
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
    end() {
      if (shownAtMs > 0) stream.write('\r\u001b[K');
    },
  };
}
