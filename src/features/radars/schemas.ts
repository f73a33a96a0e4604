// Wire shapes of radars. Names are the contract's own.
import Type from 'typebox';
import { Id } from '../../platform/http/shapes.ts';

const closed = { additionalProperties: false };
const Text = Type.String();
const EpochMs = Type.Integer({ description: 'Epoch milliseconds' });
const DocumentKind = Type.Enum(['CPF', 'CNPJ']);

export const OrganizationPath = Type.Object({ organizationId: Id }, closed);
export const RadarPath = Type.Object({ organizationId: Id, radarId: Id }, closed);

/** Longer than a name may be: it is trimmed before it is measured. */
const NameAsGiven = Type.String({ minLength: 1, maxLength: 1000, description: '1 to 200 characters' });
const CodeAsGiven = Type.String({ minLength: 1, maxLength: 256, description: 'CPF or CNPJ' });

export const AddBody = Type.Object({ name: NameAsGiven, code: CodeAsGiven, type: DocumentKind }, closed);
export const AddAnswer = Type.Object({ name: Text, code: Text, type: DocumentKind }, closed);
export const RenameBody = Type.Object({ name: NameAsGiven }, closed);
export const Done = Type.Object({ success: Type.Boolean() }, closed);

export const ListQuery = Type.Object({
  order: Type.Optional(
    Type.Enum(['ASC', 'DESC', 'asc', 'desc'], { description: 'By createdAt; DESC unless told' }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10_000, description: 'The whole list unless told' }),
  ),
  after: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'From the Link header of the page before' }),
  ),
  documents: Type.Optional(
    Type.Enum(['whole', 'masked'], { description: 'A masked one is told by asking for its radar' }),
  ),
});

export const RadarLink = Type.Object(
  {
    id: Id,
    radar: Type.Object(
      {
        id: Id,
        code: Text,
        name: Text,
        type: DocumentKind,
        createdAt: EpochMs,
        active: Type.Boolean({ description: 'false while paused' }),
        preProcessedAt: Type.Union([Text, Type.Null()], {
          description: 'When the cases known were matched: yyyy-MM-ddTHH:mm:ss, America/Sao_Paulo',
        }),
        typeCustomer: Type.Enum(['INDIVIDUAL', 'COMPANY']),
      },
      closed,
    ),
    createdAt: EpochMs,
  },
  closed,
);
export const ListAnswer = Type.Array(RadarLink);

export const ExportQuery = Type.Object({ format: Type.Enum(['csv', 'ndjson']) });

export const EXPORT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
} as const;

const Lines = Type.String({ description: 'A line for each radar, oldest first' });
export const ExportAnswer = {
  description: 'All radars with id, code, name, type, active, createdAt and preProcessedAt',
  content: { [EXPORT_TYPES.csv]: { schema: Lines }, [EXPORT_TYPES.ndjson]: { schema: Lines } },
};
