/**
 * A list of who is held, for the one reader that can open no journal: the shell line that answers a prompt when
 * Tripwire's program is gone (`clients/missing-program.ts`).
 *
 * A line is an agent and, where the hold binds one session only, that session. Nothing else reads it: what it says binds
 * nobody while the program is there, and a change of it neither stops nor releases.
 */
import { join } from 'node:path';
import { EVERYBODY } from '../base/everybody.ts';
import type { Log } from '../base/log.ts';
import { MAIN } from '../base/main-name.ts';
import { removeForGood, writeWhole } from '../base/node/whole-file.ts';
import { HELD_FILE } from '../clients/missing-program.ts';
import type { Gate } from '../gate/index.ts';

/** A note that is kept up to date. */
export interface HeldNote {
  close(): Promise<void>;
}

/** Keeps the note in a folder; `fromStart` writes it at once, and not only when a hold changes. */
export function keepHeldNote(
  folder: string,
  gate: Gate,
  { log, fromStart }: { readonly log: Log; readonly fromStart: boolean },
): HeldNote {
  const file = join(folder, HELD_FILE);
  let written: string | null = null;
  let writing = Promise.resolve();
  const writeDown = async (): Promise<void> => {
    try {
      const text = await heldText(gate);
      if (text === written) return;
      if (text === '') removeForGood(file);
      else writeWhole(file, text, { mode: 0o600 });
      written = text;
    } catch (error) {
      log.warn('gate', 'noting who is held', error);
    }
  };
  const write = () => {
    writing = writing.then(writeDown);
  };
  if (fromStart) write();
  const silence = gate.onEvent(({ eventType }) => {
    if (eventType === 'hold' || eventType === 'release') write();
  });
  return {
    close: async () => {
      silence();
      await writing;
    },
  };
}

/** Who is held. One that was, and whose journal cannot be read, may be. */
async function heldText(gate: Gate): Promise<string> {
  const lines = new Set<string>();
  if (gate.stopAllHold() !== null) lines.add(EVERYBODY);
  for (const { id, problem, standing } of await gate.mayBeHeld()) {
    const binds = standing?.holds.some(({ scope }) => scope === 'all') ?? false;
    if (binds || problem !== null) lines.add(id);
    for (const { id: session, holds } of standing?.sessions ?? []) {
      if (holds.some(({ scope, level }) => scope === 'all' && level !== 'agent')) {
        lines.add(session === MAIN ? id : `${id} ${session}`);
      }
    }
  }
  return [...lines].map((line) => `${line}\n`).join('');
}
