import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { callerOf } from '../../platform/http/caller.ts';
import { requireDocument } from './consents.ts';
import { HistoryAnswer, HistoryQuery } from './history-schemas.ts';
import type { History } from './history-service.ts';
import { IndicatorsPath } from './schemas.ts';

export function addHistory(app: FastifyInstance, history: History): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/scr/indicators/:document/history',
    {
      // As the indicators themselves: a look without an answer would be on record all the same.
      exposeHeadRoute: false,
      config: { access: { kind: 'caller' }, errorShape: 'scr', errors: [403] },
      schema: {
        tags: ['Credit register'],
        summary: 'Months of a document of which the answer is kept',
        params: IndicatorsPath,
        querystring: HistoryQuery,
        response: { 200: HistoryAnswer },
      },
      // The document is judged before anything else that the request holds.
      preValidation: (request, _reply, done) => {
        requireDocument(request.params.document);
        done();
      },
    },
    (request) => {
      const { organizationId } = request.query;
      return history.read({
        caller: callerOf(request),
        document: requireDocument(request.params.document),
        ...(organizationId === undefined ? {} : { organizationId }),
      });
    },
  );
}
