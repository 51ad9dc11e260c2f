import type { Family } from '../../family.ts';
import { clickIntercepted } from './click-intercepted.ts';
import { dateFormats } from './date-formats.ts';
import { heapExhausted } from './heap-exhausted.ts';
import { keyNotValid } from './key-not-valid.ts';
import { mailComesBack } from './mail-comes-back.ts';
import { packageLockHeld } from './package-lock-held.ts';
import { pdfPassword } from './pdf-password.ts';
import { submittedUnchanged } from './submitted-unchanged.ts';

export const stuckBatch28: readonly Family[] = [
  clickIntercepted,
  dateFormats,
  heapExhausted,
  keyNotValid,
  mailComesBack,
  packageLockHeld,
  pdfPassword,
  submittedUnchanged,
];
