// What a check of the doctor found, and what can be done about it.
export type Finding = {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'fault';
  readonly message: string;
  /** What to do; null when all is well. */
  readonly remedy: string | null;
};

type Trouble = { message: string; remedy: string };

export function fine(check: string, message: string): Finding {
  return { check, state: 'ok', message, remedy: null };
}

export function warning(check: string, { message, remedy }: Trouble): Finding {
  return { check, state: 'warning', message, remedy };
}

export function fault(check: string, { message, remedy }: Trouble): Finding {
  return { check, state: 'fault', message, remedy };
}

export function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown reason';
}

/** The doctor is asked when things are broken, so a check that itself breaks is one more finding, never a stack. */
export async function examine(check: string, work: () => Finding | Promise<Finding>): Promise<Finding> {
  try {
    return await work();
  } catch (error) {
    return fault(check, {
      message: `This could not be checked (${codeOf(error)}).`,
      remedy: 'Mend the other faults first, then ask again.',
    });
  }
}
