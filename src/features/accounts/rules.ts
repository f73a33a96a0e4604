// Pure decisions of log-in and refresh.

/** How long the bearer before the newest one is still taken, so that a lost answer or parallel calls do no harm. */
const REFRESH_GRACE_MS = 30_000;
const MIN_PASSWORD_LENGTH = 12;
const MAX_PASSWORD_LENGTH = 200;

export type RefreshVerdict =
  /** The newest bearer: the session takes a step and a new one is signed. */
  | 'step'
  /** The one before, soon after the step: the answer of that step is given again. */
  | 'repeat'
  /** Anything older: somebody else holds a copy, so the session ends. */
  | 'reuse';

export function judgeRefresh(session: {
  newestGeneration: number;
  presentedGeneration: number;
  sinceStepMs: number;
}): RefreshVerdict {
  if (session.presentedGeneration === session.newestGeneration) {
    return 'step';
  }
  const isPrevious = session.presentedGeneration === session.newestGeneration - 1;
  return isPrevious && session.sinceStepMs <= REFRESH_GRACE_MS ? 'repeat' : 'reuse';
}

/** E-mail and username mean the same in any case; both are kept folded. */
export function foldName(name: string): string {
  return name.trim().toLowerCase();
}

/** What is wrong with a new password by its length; null when nothing is. Its strength is judged by an estimator. */
export function passwordLengthFault(password: string): string | null {
  // Code points, as a person counts them, not the two halves that some take in memory.
  const { length } = Array.from(password);
  if (length < MIN_PASSWORD_LENGTH) {
    return `The password must have at least ${MIN_PASSWORD_LENGTH} characters`;
  }
  return length > MAX_PASSWORD_LENGTH
    ? `The password must have at most ${MAX_PASSWORD_LENGTH} characters`
    : null;
}

const SESSION_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isSessionId(text: string): boolean {
  return SESSION_ID.test(text);
}
