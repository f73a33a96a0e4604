/** The part of a structured logger that process supervision needs; pino satisfies it. */
export type EventLog = {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
};
