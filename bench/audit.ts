/**
 * `npm run bench:audit`: what it costs to check 48 hours, which are 3,600 windows.
 *
 * Every window is different, as those of a working agent are: equal ones would be remembered and look cheaper than they
 * are. Aims: 1 s without the Poseidon roots, 20 s with them.
 */
import { loadavg } from 'node:os';
import { TraceVerifier, type AuditWindow } from '../src/audit/index.ts';
import { chainWindows, goodWindow } from '../test/kit/audit-windows.ts';

const WINDOWS = 3_600;

/** Values that differ from step to step and stay inside their bounds. */
function varied(window: number): AuditWindow {
  const wave = (step: number, of: number) => ((window * 31 + step * 17) % of) / 1_000_000;
  const steps = Array.from({ length: 16 }, (_, step) => step);
  return goodWindow({
    metrics: {
      beta1: steps.map((step) => Math.round((0.9 + wave(step, 9_973)) * 1e6) / 1e6),
      E_ext_acute: steps.map((step) => Math.round((0.1 + wave(step, 7_919)) * 1e6) / 1e6),
      E_ext_systemic: steps.map((step) => Math.round((0.2 + wave(step, 6_997)) * 1e6) / 1e6),
    },
    witness: { narrative_hash: `0x${window.toString(16).padStart(64, '0')}` },
  });
}

function verified(windows: readonly AuditWindow[], roots: boolean) {
  const verifier = new TraceVerifier(undefined, { roots });
  const [from, used] = [performance.now(), process.cpuUsage()];
  const broken = windows.filter((window) => verifier.take(window).problems.length > 0).length;
  if (broken > 0) throw new Error(`${broken} windows of the bench are broken`);
  const { user, system } = process.cpuUsage(used);
  return { wallS: (performance.now() - from) / 1_000, cpuS: (user + system) / 1e6 };
}

const windows = chainWindows(Array.from({ length: WINDOWS }, (_, index) => varied(index)));
// Read back, as a verifier gets them.
const read = JSON.parse(JSON.stringify(windows)) as readonly AuditWindow[];
const seconds = ({ wallS, cpuS }: ReturnType<typeof verified>) =>
  `${wallS.toFixed(2)} s, ${cpuS.toFixed(2)} s of processor time`;
console.log(`${WINDOWS} windows, load ${loadavg()[0]?.toFixed(1)}`);
console.log(`predicate and links       ${seconds(verified(read, false))}   (aim 1 s)`);
console.log(`with the Poseidon roots  ${seconds(verified(read, true))}   (aim 20 s)`);
