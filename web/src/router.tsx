/** Which page stands at which address. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Link,
  type RouteComponent,
} from '@tanstack/react-router';
import { MapPinOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { AgentPage } from './pages/agent.tsx';
import { AgentsPage } from './pages/agents.tsx';
import { AlertsPage } from './pages/alerts.tsx';
import { ApprovalsPage } from './pages/approvals.tsx';
import { CallsPage } from './pages/calls.tsx';
import { ConnectPage } from './pages/connect.tsx';
import { EventsPage } from './pages/events.tsx';
import { IncidentPage } from './pages/incident.tsx';
import { IncidentsPage } from './pages/incidents.tsx';
import { OverviewPage } from './pages/overview.tsx';
import { SettingsPage } from './pages/settings.tsx';
import { Frame } from './shell/frame.tsx';
import { Empty } from './ui/empty.tsx';
import { PageHead } from './ui/page-head.tsx';

const root = createRootRoute({ component: Frame, notFoundComponent: NotFound });
const page = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component });

/** The verifier comes with it, which nobody needs who does not audit. */
const AuditPage = lazyRouteComponent(() => import('./pages/audit.tsx'), 'AuditPage');

const tree = root.addChildren([
  page('/', OverviewPage),
  page('/agents', AgentsPage),
  page('/agents/$agent', AgentPage),
  page('/incidents', IncidentsPage),
  page('/incidents/$incident', IncidentPage),
  page('/calls', CallsPage),
  page('/events', EventsPage),
  page('/approvals', ApprovalsPage),
  page('/alerts', AlertsPage),
  page('/audit', AuditPage),
  page('/audit/$agent', AuditPage),
  page('/connect', ConnectPage),
  page('/settings', SettingsPage),
]);

export const router = createRouter({ routeTree: tree, scrollRestoration: true });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

function NotFound(): ReactNode {
  return (
    <>
      <PageHead title="Page not found" />
      <Empty icon={MapPinOff} title="There is no page at this address">
        <Link to="/" className="text-accent underline">
          Go to the overview
        </Link>
      </Empty>
    </>
  );
}
