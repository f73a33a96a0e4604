import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { JSX } from 'react';
import { ApiFault } from './api/http.ts';
import { createConsoleRouter } from './router.tsx';
import { LanguageProvider } from './ui/language-context.tsx';
import { theme } from './ui/theme.ts';

const MOST_TRIES = 2;

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // A refusal stays one; only what a moment may mend is asked again.
      retry: (count, error) =>
        count < MOST_TRIES && error instanceof ApiFault && (error.status === 0 || error.status >= 500),
    },
    mutations: { retry: false },
  },
});
const router = createConsoleRouter(queryClient);

/** The server lets in the styles that carry it; a script can read it only as a property. */
function readNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

// Read by the part of the library that keeps the page still behind a dialog.
Object.assign(globalThis, { __webpack_nonce__: readNonce() });

export function App(): JSX.Element {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={readNonce}>
      <LanguageProvider>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>
  );
}
