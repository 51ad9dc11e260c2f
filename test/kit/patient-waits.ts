/**
 * Waits of tests are patient: what is waited for comes soon on any machine that has time, and a busy one may take long.
 *
 * The runner's own limit of a second decides by how busy the machine is. A test that waits for something that never comes
 * still fails, a minute later.
 */
import { vi } from 'vitest';

const PATIENT_MS = 60_000;

type Wait = typeof vi.waitFor;
type Options = Parameters<Wait>[1];

function patient(options: Options): Options {
  return typeof options === 'number' ? options : { timeout: PATIENT_MS, ...options };
}

const { waitFor, waitUntil } = vi;
const patientWaitFor: Wait = (callback, options) => waitFor(callback, patient(options));
const patientWaitUntil: typeof waitUntil = (callback, options) =>
  waitUntil(callback, patient(options));

/** Where modules are kept this file is loaded again for each test file: what is patient already stays as it is. */
const MARK = Symbol.for('tripwire.patient-waits');
if (!Object.hasOwn(vi, MARK)) {
  Object.assign(vi, { [MARK]: true, waitFor: patientWaitFor, waitUntil: patientWaitUntil });
}
