import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { FILES_PATH } from '../../platform/files/signed-addresses.ts';
import { FileAnswer, FilePath } from './schemas.ts';
import type { FileService } from './service.ts';

const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function addFileRoutes(app: FastifyInstance, files: FileService): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    `${FILES_PATH}:address`,
    {
      config: { access: { kind: 'public' }, limit: 'none', errors: [403, 404] },
      schema: {
        tags: ['Files'],
        summary: 'Fetch a file by its temporary address, which is all the right that is needed',
        params: FilePath,
        response: { 200: FileAnswer },
      },
    },
    async (request, reply) => {
      // As it was sent and not as it is read: an address with a query added or a letter encoded is an altered one.
      const { bytes, filename, stream } = await files.openSigned(
        (request.raw.url ?? '').slice(FILES_PATH.length),
      );
      reply.headers({
        'content-type': filename.endsWith('.xlsx') ? SPREADSHEET : 'application/octet-stream',
        'content-disposition': `attachment; filename="${filename}"`,
        'content-length': bytes,
        'accept-ranges': 'none',
      });
      // The framework would read all of it to throw it away.
      if (request.method === 'HEAD') stream.destroy();
      return reply.send(stream as never);
    },
  );
}
