import { availableParallelism, totalmem } from 'node:os';
import type { MachineSize } from './sizing.ts';

/** Respects a container's memory limit; without one, constrainedMemory() is 0 or an absurdly large number. */
export function readMachineSize(): MachineSize {
  const limit = process.constrainedMemory();
  const total = totalmem();
  return { memoryBytes: limit > 0 && limit < total ? limit : total, cores: availableParallelism() };
}
