// PostgreSQL settings from the size of the machine. Pure; machine.ts reads the machine.

export type MachineSize = { memoryBytes: number; cores: number };

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

/** Farol's processes share the machine, so memory shares are half of what a machine of its own would get. */
export function sizeSettings({ memoryBytes, cores }: MachineSize): Record<string, string> {
  const parallel = Math.max(1, Math.floor(cores / 2));
  return {
    shared_buffers: mebibytes(clamp(memoryBytes / 8, 128 * MIB, 4 * GIB)),
    effective_cache_size: mebibytes(Math.max(memoryBytes / 2, 256 * MIB)),
    // Per sort or hash, several at once per connection: 100 connections must not add up to the memory.
    work_mem: mebibytes(clamp(memoryBytes / 1024, 4 * MIB, 64 * MIB)),
    maintenance_work_mem: mebibytes(clamp(memoryBytes / 32, 64 * MIB, 1 * GIB)),
    max_connections: '100',
    max_worker_processes: String(Math.max(8, cores)),
    max_parallel_workers: String(cores),
    max_parallel_workers_per_gather: String(Math.min(parallel, 4)),
    max_parallel_maintenance_workers: String(Math.min(parallel, 4)),
    io_workers: String(clamp(cores, 1, 8)),
    min_wal_size: '256MB',
    // Bounds the redo after a crash as well as the disk, so it grows slowly with the machine.
    max_wal_size: mebibytes(clamp(memoryBytes / 16, 1 * GIB, 4 * GIB)),
    checkpoint_completion_target: '0.9',
    random_page_cost: '1.1',
    // Compiling plans costs more than the short statements here take.
    jit: 'off',
  };
}

/** What must not depend on the machine: durability, time, and logs that hold no personal data. */
export const FIXED_SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  password_encryption: 'scram-sha-256',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_line_prefix: '%m [%p] ',
  // The text of an ERROR quotes values ('invalid input syntax for type bigint: "…"'), and its statement may
  // hold them as literals. The program gets every error itself; the log keeps LOG, FATAL and PANIC.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_statement: 'none',
};

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

function mebibytes(bytes: number): string {
  return `${Math.floor(bytes / MIB)}MB`;
}
