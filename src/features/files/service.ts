import { FarolError } from '../../errors.ts';
import type { FileName, FileStore, OpenedFile } from '../../platform/files/file-store.ts';
import type { SignedAddresses } from '../../platform/files/signed-addresses.ts';

export type FileService = {
  /** Throws when the address is altered or has ended, or when the file is gone. */
  openSigned(token: string): Promise<FileName & OpenedFile>;
};

export function createFileService(around: { store: FileStore; addresses: SignedAddresses }): FileService {
  const { store, addresses } = around;
  return {
    openSigned: async (token) => {
      const name = addresses.readSigned(token);
      if (name === null) throw new FarolError('ADDRESS_REFUSED');
      const opened = await store.open(name).catch((cause: unknown) => {
        throw new FarolError('UNAVAILABLE', { cause });
      });
      if (opened === null) throw new FarolError('NOT_FOUND', { message: 'The file is no longer kept' });
      return { ...name, ...opened };
    },
  };
}
