// What a played source is asked and what it answers, before the wire gets to spoil it.

export type Asked = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
};

export type Reply = {
  status: number;
  body: unknown;
  /** Whom the question was about; null for tokens and for what could not be understood. */
  document: string | null;
  headers?: Readonly<Record<string, string>>;
};

export function reply(status: number, body: unknown, document: string | null = null): Reply {
  return { status, body, document };
}

export function parseJsonObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
