/** What was promised and did not hold. */
export class Violation extends Error {
  override readonly name = 'Violation';
  readonly check: Check;

  constructor(check: Check, what: string) {
    super(`${check}: ${what}`);
    this.check = check;
  }
}

/** What always holds, by name. */
export const ALWAYS = {
  'recorded-first': 'nothing passes whose record is not durable',
  'stop-holds': 'after an acknowledged stop nothing passes until a person lifted it',
  'stop-cuts': 'an acknowledged stop ends what is under way',
  'stop-survives': 'an acknowledged stop stands after a crash',
  'release-counts': 'who was released may work, and a release that was acknowledged is durable',
  'kill-switch-holds': 'who the kill switch stopped passes only after a person acted',
  'budget-holds': 'no budget lets more pass than it has, whatever was lost',
  'team-holds': 'no team spends more calls than it has',
  'minute-holds': 'no agent passes its own limit of a minute',
  'nothing-unread': 'what cannot be read reaches no provider',
  'nothing-after-stop': 'no tool call reaches a client after an acknowledged stop',
  'calls-end': 'every call is settled, and none is left open',
  'replay-equal':
    'every record judged again gives the same decision, and every snapshot is the fold',
  'chain-whole': 'every chain verifies',
  'state-is-fold': 'what the gate knows is what its journal gives',
  'evidence-true': 'every text that was kept is the one that the journal names',
  'events-true': 'every event is what the journal gives',
  'comes-back': 'whoever was refused because the disk failed is heard again when it works',
  'no-surprise': 'nothing throws where nobody expects it',
} as const;

export type Check = keyof typeof ALWAYS;
