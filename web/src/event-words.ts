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
  kill_switch: { word: 'Loop found', tone: 'danger', icon: OctagonX },
  kill_switch_shadow: { word: 'Would have stopped', tone: 'hold', icon: Eye },
  warning: { word: 'Warning', tone: 'warn', icon: TriangleAlert },
  hold: { word: 'Stopped', tone: 'danger', icon: Hand },
  release: { word: 'Resumed', tone: 'good', icon: LockOpen },
  veto: { word: 'Waiting', tone: 'warn', icon: Hourglass },
  operator: { word: 'Person', tone: 'accent', icon: User },
  refused: { word: 'Refused', tone: 'neutral', icon: Ban },
  note: { word: 'Note', tone: 'neutral', icon: StickyNote },
  would_have: { word: 'Would have acted', tone: 'hold', icon: Eye },
} as const satisfies Readonly<Record<string, EventWord>>;

export type EventType = keyof typeof eventWords;
export const eventTypes = Object.keys(eventWords) as readonly EventType[];

export function eventWord(type: string): EventWord {
  return Object.hasOwn(eventWords, type)
    ? eventWords[type as EventType]
    : { word: type.replaceAll('_', ' '), tone: 'neutral', icon: StickyNote };
}
