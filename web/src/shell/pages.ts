/** The pages that one can go to, in the order of the menu. */
import {
  ArrowLeftRight,
  Bell,
  Bot,
  Hand,
  Landmark,
  LayoutDashboard,
  OctagonX,
  Plug,
  ScrollText,
  Settings,
  type LucideIcon,
} from 'lucide-react';

export const pages = [
  { to: '/', label: 'Overview', icon: LayoutDashboard },
  { to: '/agents', label: 'Agents', icon: Bot },
  { to: '/incidents', label: 'Incidents', icon: OctagonX },
  { to: '/approvals', label: 'Approvals', icon: Hand },
  { to: '/calls', label: 'Calls', icon: ArrowLeftRight },
  { to: '/events', label: 'Events', icon: ScrollText },
  { to: '/alerts', label: 'Alerts', icon: Bell },
  { to: '/audit', label: 'Audit', icon: Landmark },
  { to: '/connect', label: 'Connect', icon: Plug },
  { to: '/settings', label: 'Settings', icon: Settings },
] as const satisfies readonly { to: string; label: string; icon: LucideIcon }[];
