// Every page and where it is. Addresses hold ids and never a document: they stay in the browser's history.
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { chooseOrganization, sessionQuery } from './features/accounts/session.ts';
import { ErrorPage, MissingPage, PendingPage } from './ui/whole-pages.tsx';

/** As it is known, however old: pages that need more ask for themselves. */
const KNOWN_SESSION = { ...sessionQuery, staleTime: 'static' } as const;

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Outlet });

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context }) => {
    const session = await context.queryClient.query(KNOWN_SESSION);
    const organization = session === null ? undefined : chooseOrganization(session.organizations);
    if (session === null) redirect({ to: '/login', throw: true });
    if (organization === undefined) redirect({ to: '/organizations', throw: true });
    const params = { organizationId: organization?.organizationId ?? 0 };
    redirect({ to: '/o/$organizationId', params, throw: true });
  },
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: ({ next }: Record<string, unknown>): { next?: string } =>
    // Only within the console: whoever sends a link must not choose where one lands.
    typeof next === 'string' && next.startsWith('/o/') ? { next } : {},
  component: lazyRouteComponent(() => import('./features/accounts/login-page.tsx'), 'LoginPage'),
});

async function requireSession(queryClient: QueryClient, next: string): Promise<void> {
  if ((await queryClient.query(KNOWN_SESSION)) === null) {
    redirect({ to: '/login', search: next.startsWith('/o/') ? { next } : {}, throw: true });
  }
}

const organizations = createRoute({
  getParentRoute: () => root,
  path: '/organizations',
  beforeLoad: ({ context, location }) => requireSession(context.queryClient, location.pathname),
  component: lazyRouteComponent(
    () => import('./features/accounts/organizations-page.tsx'),
    'OrganizationsPage',
  ),
});

const organization = createRoute({
  getParentRoute: () => root,
  path: '/o/$organizationId',
  params: {
    parse: ({ organizationId }) => ({ organizationId: Number(organizationId) }),
    stringify: ({ organizationId }) => ({ organizationId: String(organizationId) }),
  },
  beforeLoad: ({ context, location }) => requireSession(context.queryClient, location.pathname),
  component: lazyRouteComponent(() => import('./ui/shell.tsx'), 'Shell'),
});

const home = createRoute({
  getParentRoute: () => organization,
  path: '/',
  component: lazyRouteComponent(() => import('./features/search/home-page.tsx'), 'HomePage'),
});
const analyses = createRoute({
  getParentRoute: () => organization,
  path: '/analyses',
  component: lazyRouteComponent(() => import('./features/analysis/analyses-page.tsx'), 'AnalysesPage'),
});
const analysis = createRoute({
  getParentRoute: () => organization,
  path: '/analyses/$uniqueId/$analysisId',
  params: {
    parse: ({ uniqueId, analysisId }) => ({ uniqueId: Number(uniqueId), analysisId: Number(analysisId) }),
    stringify: ({ uniqueId, analysisId }) => ({ uniqueId: String(uniqueId), analysisId: String(analysisId) }),
  },
  component: lazyRouteComponent(() => import('./features/analysis/analysis-page.tsx'), 'AnalysisPage'),
});
const batches = createRoute({
  getParentRoute: () => organization,
  path: '/batches',
  component: lazyRouteComponent(() => import('./features/batches/batches-page.tsx'), 'BatchesPage'),
});
const batch = createRoute({
  getParentRoute: () => organization,
  path: '/batches/$batchId',
  params: {
    parse: ({ batchId }) => ({ batchId: Number(batchId) }),
    stringify: ({ batchId }) => ({ batchId: String(batchId) }),
  },
  component: lazyRouteComponent(() => import('./features/batches/batch-page.tsx'), 'BatchPage'),
});
const licences = createRoute({
  getParentRoute: () => organization,
  path: '/licences',
  component: lazyRouteComponent(() => import('./features/driver-licences/licences-page.tsx'), 'LicencesPage'),
});
const credit = createRoute({
  getParentRoute: () => organization,
  path: '/credit',
  component: lazyRouteComponent(() => import('./features/credit-register/credit-page.tsx'), 'CreditPage'),
});
const account = createRoute({
  getParentRoute: () => organization,
  path: '/account',
  component: lazyRouteComponent(() => import('./features/accounts/account-frame.tsx'), 'AccountFrame'),
});
const accountPages = [
  createRoute({
    getParentRoute: () => account,
    path: '/',
    component: lazyRouteComponent(() => import('./features/accounts/account-page.tsx'), 'AccountPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/usage',
    component: lazyRouteComponent(() => import('./features/plans/usage-page.tsx'), 'UsagePage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/tokens',
    component: lazyRouteComponent(() => import('./features/accounts/tokens-page.tsx'), 'TokensPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/webhooks',
    component: lazyRouteComponent(() => import('./features/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/members',
    component: lazyRouteComponent(() => import('./features/organizations/members-page.tsx'), 'MembersPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/audit',
    component: lazyRouteComponent(() => import('./features/audit/audit-page.tsx'), 'AuditPage'),
  }),
];
const operator = createRoute({
  getParentRoute: () => organization,
  path: '/operator',
  component: lazyRouteComponent(() => import('./features/operator/operator-frame.tsx'), 'OperatorFrame'),
});
const operatorPages = [
  createRoute({
    getParentRoute: () => operator,
    path: '/',
    component: lazyRouteComponent(() => import('./features/operator/system-page.tsx'), 'SystemPage'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/tenants',
    component: lazyRouteComponent(() => import('./features/operator/tenants-page.tsx'), 'TenantsPage'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/sources',
    component: lazyRouteComponent(() => import('./features/operator/sources-page.tsx'), 'SourcesPage'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/imports',
    component: lazyRouteComponent(() => import('./features/operator/imports-page.tsx'), 'ImportsPage'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/queue',
    component: lazyRouteComponent(() => import('./features/operator/queue-page.tsx'), 'QueuePage'),
  }),
];

const events = createRoute({
  getParentRoute: () => organization,
  path: '/events',
  validateSearch: ({ radar }: Record<string, unknown>): { radar?: number } =>
    typeof radar === 'number' && Number.isSafeInteger(radar) && radar > 0 ? { radar } : {},
  component: lazyRouteComponent(() => import('./features/events/inbox-page.tsx'), 'InboxPage'),
});
const processes = createRoute({
  getParentRoute: () => organization,
  path: '/processes',
  component: lazyRouteComponent(() => import('./features/processes/processes-page.tsx'), 'ProcessesPage'),
});
const process = createRoute({
  getParentRoute: () => organization,
  path: '/processes/$number',
  component: lazyRouteComponent(() => import('./features/processes/process-page.tsx'), 'ProcessPage'),
});
const radars = createRoute({
  getParentRoute: () => organization,
  path: '/radars',
  component: lazyRouteComponent(() => import('./features/radars/radars-page.tsx'), 'RadarsPage'),
});
const monitoring = [events, processes, process, radars] as const;

const routeTree = root.addChildren([
  start,
  login,
  organizations,
  organization.addChildren([
    home,
    analyses,
    analysis,
    batches,
    batch,
    ...monitoring,
    licences,
    credit,
    account.addChildren(accountPages),
    operator.addChildren(operatorPages),
  ]),
]);

// The type is the whole tree, which only the call itself can tell.
function makeRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: MissingPage,
    scrollRestoration: true,
  });
}

type ConsoleRouter = ReturnType<typeof makeRouter>;

export function createConsoleRouter(queryClient: QueryClient): ConsoleRouter {
  return makeRouter(queryClient);
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ConsoleRouter;
  }
  interface HistoryState {
    /** Asked for on the way in; kept out of the address. */
    document?: string;
  }
}
