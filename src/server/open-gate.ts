/**
 * Opens gates. Nobody else in production does, so that every gate names the version that judges in its journal, waits
 * for a locked journal equally long, and leaves no store open when it cannot be opened itself.
 */
import { packageVersion } from '../base/node/package-folder.ts';
import type { Constitution } from '../core/index.ts';
import { Gate, type GateParts } from '../gate/index.ts';
import { createMemoryStore, type Store } from '../store/index.ts';

/** How long another process may hold the journal of a data folder. */
export const LOCK_WAIT_MS = 1_000;

/** A gate with a store of its own. */
export interface OwnedGate {
  readonly gate: Gate;
  readonly close: () => Promise<void>;
}

/** What a gate is opened with; the rest is the same for all. */
export type GateSettings = Omit<GateParts, 'store' | 'coreVersion' | 'time'>;

/** Opens a gate on a store that somebody else closes. */
export function openGateOn(store: Store, settings: GateSettings): Promise<Gate> {
  return Gate.open({ isSaving, ...settings, store, coreVersion: packageVersion() });
}

/** Opens a gate that owns its store; `first` is done before anybody asks it. */
export async function openOwnedGate(
  store: Store,
  settings: GateSettings,
  first: (gate: Gate) => Promise<void> = () => Promise.resolve(),
): Promise<OwnedGate> {
  let gate: Gate | null = null;
  const close = async () => {
    gate?.close();
    await store.close();
  };
  try {
    gate = await openGateOn(store, settings);
    await first(gate);
    return { gate, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens the gate of the self-check: nothing of it reaches the journal, only its marks go to the disk. */
export function openCheckGate(
  constitution: Constitution,
  marksFolder: string | null,
): Promise<Gate> {
  return openGateOn(createMemoryStore(), {
    constitution,
    marksFolder,
    registration: 'open',
    envelopeOf: () => ({}),
    capture: 'none',
  });
}

/** Loaded when an agent is being stopped and wants to save: a hook starts before every tool call. */
async function isSaving(tool: string, args: unknown): Promise<boolean> {
  const { isSavingCall } = await import('../guardrails/wind-down/saving-call.ts');
  return isSavingCall(tool, args);
}
