// Judit's calls to us: that a search has ended. Only to this machine, and nobody minds when it does not arrive.
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

export function callBack(url: string, requestId: string, afterMs: number): void {
  if (!LOOPBACK.has(URL.parse(url)?.hostname ?? '')) return;
  const body = JSON.stringify({
    callback_id: `sandbox-${requestId}`,
    event_type: 'request_completed',
    reference_type: 'request',
    reference_id: requestId,
    payload: {
      request_id: requestId,
      response_type: 'application_info',
      response_data: { code: 600, message: 'REQUEST_COMPLETED' },
      tags: { cached_response: false },
    },
  });
  const headers = { 'content-type': 'application/json' };
  setTimeout(() => {
    fetch(url, { method: 'POST', headers, body }).catch(() => undefined);
  }, afterMs).unref();
}
