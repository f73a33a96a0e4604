// Which addresses are the console's. Its pages are one document that reads the address itself; everything that is not
// listed here stays the API's, unknown paths too.

export const ASSETS = '/assets/';
export const CONSOLE_PAGES = ['/', '/login', '/organizations', '/o/*'] as const;

const EXACT: ReadonlySet<string> = new Set(CONSOLE_PAGES.filter((page) => !page.endsWith('*')));
const BEGINNINGS = [
  ASSETS,
  ...CONSOLE_PAGES.filter((page) => page.endsWith('*')).map((page) => page.slice(0, -1)),
];

export function isConsolePath(url: string): boolean {
  const end = url.indexOf('?');
  return (
    EXACT.has(end === -1 ? url : url.slice(0, end)) ||
    BEGINNINGS.some((beginning) => url.startsWith(beginning))
  );
}
