// Which addresses are the console's. Its pages are one document that reads the address itself; everything that is not
// listed here stays the API's, unknown paths too.

export const ASSETS = '/assets/';
export const CONSOLE_PAGES = ['/', '/login', '/organizations', '/o/*'] as const;

/** `/o/*` stands for everything below it, all others for themselves. */
const PATTERNS = CONSOLE_PAGES.map((page) => (page.endsWith('*') ? page.slice(0, -1) : `${page}(?:\\?|$)`));
// Every request of the API is held against it.
const CONSOLE_PATH = new RegExp(`^(?:${[ASSETS, ...PATTERNS].join('|')})`);

export function isConsolePath(url: string): boolean {
  return CONSOLE_PATH.test(url);
}
