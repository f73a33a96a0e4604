// Every call of the console goes through here. The session is a cookie that scripts never see; the header tells the server
// that the request was made by this page.

type Wanted = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: object;
  /** In the place of a body: a line of JSON for each. */
  lines?: readonly object[];
  isCreate?: boolean;
  /** Of a create that may be sent again by hand: under the same key it is done once. */
  key?: string;
};
type ErrorBody = { message?: string; error?: string; type?: string; status?: string };

/** No answer at all: the network or the server is gone. */
const OFFLINE = 'OFFLINE';

export class ApiFault extends Error {
  readonly status: number;
  /** The error's name of the contract. */
  readonly kind: string;
  readonly requestId: string;

  constructor(status: number, kind: string, requestId: string, message: string) {
    super(message);
    this.status = status;
    this.kind = kind;
    this.requestId = requestId;
  }
}

export const PAGE_HEADERS = { 'x-farol-console': '1' } as const;

async function readFault(response: Response): Promise<ApiFault> {
  const text = await response.text();
  let body: ErrorBody = {};
  try {
    body = JSON.parse(text) as ErrorBody;
  } catch {
    // A proxy's own page: the status says all there is.
  }
  const kind = body.error ?? body.type ?? body.status ?? '';
  const requestId = response.headers.get('x-request-id') ?? '';
  return new ApiFault(response.status, kind, requestId, body.message ?? response.statusText);
}

/** Aborted when the session or the page ends: whatever else the page still asks for would only be refused. */
const leaving = new AbortController();
/** What a page that goes is told: nothing, since an error would flicker up on its way out. */
const UNTOLD = Promise.withResolvers<never>().promise;

/** To be called once. A page out of the browser's memory asks anew, and shows nothing of a session that has ended. */
export function followPage(): void {
  window.addEventListener('pagehide', () => leaving.abort());
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload();
  });
}

function bodyOf({ body, lines }: Wanted): { type: string; text: string } | null {
  if (lines !== undefined) {
    return { type: 'application/x-ndjson', text: lines.map((line) => JSON.stringify(line)).join('\n') };
  }
  return body === undefined ? null : { type: 'application/json', text: JSON.stringify(body) };
}

async function send<T>(path: string, wanted: Wanted, read: (response: Response) => Promise<T>): Promise<T> {
  const { method = 'GET', isCreate = false, key } = wanted;
  const body = bodyOf(wanted);
  try {
    const response = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: {
        ...PAGE_HEADERS,
        ...(body === null ? {} : { 'content-type': body.type }),
        ...(isCreate ? { 'idempotency-key': key ?? crypto.randomUUID() } : {}),
      },
      ...(body === null ? {} : { body: body.text }),
      signal: leaving.signal,
    });
    if (!response.ok) throw await readFault(response);
    return await read(response);
  } catch (error) {
    if (leaving.signal.aborted) return UNTOLD;
    // An answer that is no JSON is one all the same; all else broke off on its way.
    if (error instanceof ApiFault || error instanceof SyntaxError) throw error;
    throw new ApiFault(0, OFFLINE, '', 'No answer');
  }
}

/** The last thing that a page asks for. */
export async function leave(path: string): Promise<void> {
  leaving.abort();
  await fetch(path, { method: 'DELETE', credentials: 'same-origin', headers: PAGE_HEADERS });
}

export function call<T>(path: string, wanted: Wanted = {}): Promise<T> {
  return send(path, wanted, (response) => response.json() as Promise<T>);
}

const NEXT = /^<([^>]+)>; rel="next"$/;

/** A list that goes on by its Link header; `next` is where, or empty at the end. */
export function callPage(path: string): Promise<{ result: unknown; next: string }> {
  return send(path, {}, async (response) => ({
    result: (await response.json()) as unknown,
    next: NEXT.exec(response.headers.get('link') ?? '')?.[1] ?? '',
  }));
}

function clickLink(address: string, filename: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = filename;
  link.click();
}

/** Of a file for which the address is signed: it needs no session, and the server names the file. */
export function followAddress(address: string): void {
  clickLink(address, '');
}

/** A link would go without the header that tells the server of our page, so the file is fetched and handed over. */
export async function download(path: string, filename: string): Promise<void> {
  const address = URL.createObjectURL(await send(path, {}, (response) => response.blob()));
  clickLink(address, filename);
  URL.revokeObjectURL(address);
}
