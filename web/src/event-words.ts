/** What each type of event is called, with its sign and tone. */
import {
  Ban,
  Eye,
  Hand,
  Hourglass,
  LockOpen,
  OctagonX,
  StickyNote,
  TriangleAlert,
  User,
  type LucideIcon,
} from 'lucide-react';
import type { Tone } from './ui/tone.ts';

interface EventWord {
  readonly word: string;
  readonly tone: Tone;
  readonly icon: LucideIcon;
}

export const eventWords = {
  kill_switch: { word: 'Kill Switch', tone: 'danger', icon: OctagonX },
  kill_switch_shadow: { word: 'Would have stopped', tone: 'hold', icon: Eye },
  warning: { word: 'Warning', tone: 'warn', icon: TriangleAlert },
  hold: { word: 'Held', tone: 'danger', icon: Hand },
  release: { word: 'Released', tone: 'good', icon: LockOpen },
  veto: { word: 'Waits', tone: 'warn', icon: Hourglass },
  operator: { word: 'Operator', tone: 'accent', icon: User },
  refused: { word: 'Refused', tone: 'neutral', icon: Ban },
  note: { word: 'Note', tone: 'neutral', icon: StickyNote },
  would_have: { word: 'Would have', tone: 'hold', icon: Eye },
} as const satisfies Readonly<Record<string, EventWord>>;

export type EventType = keyof typeof eventWords;
export const eventTypes = Object.keys(eventWords) as readonly EventType[];

export function eventWord(type: string): EventWord {
  return Object.hasOwn(eventWords, type)
    ? eventWords[type as EventType]
    : { word: type.replaceAll('_', ' '), tone: 'neutral', icon: StickyNote };
}
