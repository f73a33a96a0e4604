// Headers of every answer. Answers are about people, so nothing between us and the caller may keep them; and none of
// them is a page, so a browser that opens one may load, frame or run nothing. Pages bring their own policy.

export const API_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** One year; only said where HTTPS is really spoken, as browsers ignore it elsewhere. */
export const HTTPS_HEADERS: Readonly<Record<string, string>> = {
  'strict-transport-security': 'max-age=31536000',
};
