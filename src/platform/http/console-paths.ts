// Which addresses are the console's. Its pages are one document that reads the address itself; everything that is not
// listed here stays the API's, unknown paths too.

export const ASSETS = '/assets/';
export const CONSOLE_PAGES = ['/', '/login', '/organizations', '/o/*'] as const;

const EXACT = CONSOLE_PAGES.filter((page) => !page.endsWith('*'));
const BEGINNINGS = [
  ASSETS,
  ...CONSOLE_PAGES.filter((page) => page.endsWith('*')).map((page) => page.slice(0, -1)),
];

const isPage = (url: string, page: string): boolean =>
  url.startsWith(page) && (url.length === page.length || url.charAt(page.length) === '?');

// Asked of every request: nothing is cut out of the address, and nothing hashed.
export function isConsolePath(url: string): boolean {
  return EXACT.some((page) => isPage(url, page)) || BEGINNINGS.some((beginning) => url.startsWith(beginning));
}
