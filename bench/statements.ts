// How many statements the API has sent to its database, from its own figures.

export function parseStatements(metrics: string): number {
  const found = /^farol_database_total\{kind="statements"\} (\d+)$/m.exec(metrics)?.[1];
  if (found === undefined) throw new Error('The API does not tell how many statements it has sent');
  return Number(found);
}

/** Null for a server that tells no figures. */
export async function readStatements(metricsUrl: string | null): Promise<number | null> {
  if (metricsUrl === null) return null;
  const response = await fetch(metricsUrl);
  return parseStatements(await response.text());
}
