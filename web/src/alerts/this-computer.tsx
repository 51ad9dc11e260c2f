/** Notifications on the computer on which this page is open; they need no channel, and end with the page. */
import type { ReactNode } from 'react';
import {
  setDesktopNotifications,
  useDesktopNotifications,
} from '../shell/desktop-notifications.ts';
import { Card } from '../ui/card.tsx';
import { Toggle } from '../ui/field.tsx';

const hints = {
  on: 'While this page is open in a tab, each stop is shown on your desktop.',
  off: 'Shows each stop on your desktop while this page is open in a tab. Your browser asks you once.',
  blocked:
    'Your browser blocks notifications from this page. Allow them in its site settings first.',
  unsupported: 'This browser has no desktop notifications.',
};

export function ThisComputer(): ReactNode {
  const state = useDesktopNotifications();
  return (
    <Card title="On this computer" className="mb-5">
      <Toggle
        label="Desktop notifications"
        hint={hints[state]}
        checked={state === 'on'}
        disabled={state === 'blocked' || state === 'unsupported'}
        onChange={(isWanted) => void setDesktopNotifications(isWanted)}
      />
    </Card>
  );
}
