// The document that is asked about, from whichever bar, and the dialog that answers first what it costs.
import { createContext, lazy, Suspense, use, useMemo, useState } from 'react';
import type { JSX, ReactNode } from 'react';
import type { Wanted } from './recognise.ts';

type Search = { ask(wanted: Wanted): void };

const SearchContext = createContext<Search | null>(null);
const Preview = lazy(async () => ({ default: (await import('./preview.tsx')).Preview }));

export function SearchProvider({ children }: { children: ReactNode }): JSX.Element {
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const search = useMemo(() => ({ ask: setWanted }), []);
  return (
    <SearchContext value={search}>
      {children}
      {wanted === null ? null : (
        <Suspense>
          <Preview wanted={wanted} onClose={() => setWanted(null)} />
        </Suspense>
      )}
    </SearchContext>
  );
}

export function useSearchDialog(): Search {
  const search = use(SearchContext);
  if (search === null) throw new Error('There is no search outside of the shell');
  return search;
}
