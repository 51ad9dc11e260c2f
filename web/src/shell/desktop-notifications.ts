/** Notifications of the desktop: off until a person turns them on here and the browser allows it. */
import { useSyncExternalStore } from 'react';

const KEY = 'tripwire.desktop-notifications';
const listeners = new Set<() => void>();

type State = 'on' | 'off' | 'blocked' | 'unsupported';

function state(): State {
  if (!('Notification' in globalThis)) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const isOn = localStorage.getItem(KEY) === 'on' && Notification.permission === 'granted';
  return isOn ? 'on' : 'off';
}

export function notifiesDesktop(): boolean {
  return state() === 'on';
}

/** Asks the browser where it has not been asked yet. */
export async function setDesktopNotifications(isWanted: boolean): Promise<void> {
  if (isWanted) await Notification.requestPermission();
  localStorage.setItem(KEY, isWanted ? 'on' : 'off');
  for (const listener of listeners) listener();
}

export function useDesktopNotifications(): State {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, state);
}
