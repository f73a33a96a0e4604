// Which addresses are the console's. Its pages are one document that reads the address itself; everything that is not
// listed here stays the API's, unknown paths too.

export const ASSETS = '/assets/';
export const CONSOLE_PAGES = ['/', '/login', '/organizations', '/o/*'] as const;

export function isConsolePath(url: string): boolean {
  const path = url.split('?', 1)[0] ?? '';
  return (
    path.startsWith(ASSETS) ||
    CONSOLE_PAGES.some((page) => (page.endsWith('*') ? path.startsWith(page.slice(0, -1)) : path === page))
  );
}
