/** The kinds of events that the API tells; a list of its own, so that a client needs no schemas to know them. */

export const EVENT_TYPES = [
  'kill_switch',
  'kill_switch_shadow',
  'warning',
  'hold',
  'release',
  'veto',
  'operator',
  'refused',
  'note',
  'would_have',
] as const;
