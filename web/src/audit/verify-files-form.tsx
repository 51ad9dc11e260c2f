/** Picks files to verify: dropped or chosen, checked at once. They never leave the browser. */
import { FileCheck, Upload } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/class-names.ts';
import { Toggle } from '../ui/field.tsx';
import { showToast } from '../ui/toast-store.ts';
import type { PickedFile } from './verify-files.ts';

/** A trace of two days is some 5 MB. */
const FILE_BYTES_MAX = 64 * 1024 * 1024;

export function VerifyFiles({
  disabled,
  onVerify,
}: {
  readonly disabled: boolean;
  readonly onVerify: (files: readonly PickedFile[], allowDevKey: boolean) => void;
}): ReactNode {
  const [files, setFiles] = useState<readonly PickedFile[]>([]);
  const [allowDevKey, setAllowDevKey] = useState(false);
  const take = async (picked: readonly File[]): Promise<void> => {
    const large = picked.find(({ size }) => size > FILE_BYTES_MAX);
    if (large !== undefined) {
      const text = `${large.name} has more than 64 MB: use tripwire audit verify`;
      showToast({ tone: 'danger', title: 'Not read', text });
      return;
    }
    const read = picked.map(async (file) => ({ name: file.name, text: await file.text() }));
    const taken = await Promise.all(read);
    if (taken.length === 0) return;
    setFiles(taken);
    onVerify(taken, allowDevKey);
  };
  return (
    <div className="min-w-0 space-y-3">
      <h3 className="text-sm font-semibold">Files</h3>
      <DropZone disabled={disabled} onFiles={(picked) => void take(picked)} />
      <Toggle
        label="Allow development keys"
        hint="Anyone can forge proofs with them. Only use them to try this out."
        checked={allowDevKey}
        onChange={setAllowDevKey}
      />
      {files.length === 0 ? null : (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="min-w-0 truncate text-xs text-muted">
            {files.map(({ name }) => name).join(', ')}
          </p>
          <Button size="small" disabled={disabled} onClick={() => onVerify(files, allowDevKey)}>
            <FileCheck aria-hidden />
            Verify again
          </Button>
        </div>
      )}
    </div>
  );
}

function DropZone({
  disabled,
  onFiles,
}: {
  readonly disabled: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}): ReactNode {
  const [isOver, setOver] = useState(false);
  const id = useId();
  return (
    <label
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (!disabled) onFiles([...event.dataTransfer.files]);
      }}
      className={classes(
        'flex cursor-pointer flex-col items-center gap-1 rounded-lg border border-dashed border-line-strong px-4 py-6 text-center focus-within:outline-2 focus-within:outline-accent hover:bg-sunken',
        isOver && 'bg-sunken',
      )}
    >
      <Upload aria-hidden className="size-5 text-muted" />
      <span className="font-medium">Drop files here, or choose</span>
      <span className="text-xs text-muted">
        Windows (JSON or JSON lines), a tlog-proof, or proofs together with their key. They stay in
        this browser.
      </span>
      <input
        id={id}
        type="file"
        multiple
        aria-label="Files to verify"
        className="sr-only"
        disabled={disabled}
        onChange={({ target }) => {
          const picked = [...(target.files ?? [])];
          // So that the same file can be picked again after it was mended.
          target.value = '';
          onFiles(picked);
        }}
      />
    </label>
  );
}
