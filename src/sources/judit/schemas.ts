// Judit's requests and their responses (docs.judit.io, seen 2026-11), and the calls it makes to us. Enumerations are never
// closed; a party has a new shape (`main_document`, `documents`) and an old one (`document`, `document_type`).
import Type from 'typebox';
import type { Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { flag, list, loose, maybe, text } from '../../platform/outbound/wire-schemas.ts';

const count = Type.Union([Type.Integer({ minimum: 0 }), Type.String({ pattern: '^[0-9]{1,9}$' })]);

/** Goes into paths and is kept as a ticket. */
const RequestId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,100}$' });

const Search = Type.Object({ search_type: text, search_key: text, response_type: text });

export const Request = Type.Object({
  request_id: RequestId,
  search: Search,
  status: text,
  created_at: text,
});

export const RequestList = Type.Object({ page_data: Type.Array(Request, { maxItems: 1000 }) });

const Item = Type.Object({
  request_id: maybe(RequestId),
  response_type: Type.String(),
  response_data: Type.Unknown(),
  tags: maybe(Type.Object({ cached_response: flag })),
});

/** `page_count` is the items of a page in one description and the pages in another, so it is not read. */
export const Responses = Type.Object({
  request_status: text,
  all_pages_count: count,
  all_count: count,
  page_data: Type.Array(Item, { maxItems: 1000 }),
});

/** HTTP 200, and the search did not work out. A case never has both of these. */
const ApplicationError = Type.Object({
  code: Type.Union([Type.String(), Type.Integer()]),
  message: Type.String(),
});

const Coded = Type.Object({ code: loose, name: text });
const Documented = Type.Object({ document: loose, document_type: loose });
const named = { name: text, main_document: loose, document: loose, documents: list(Documented, 100) };
const Lawyer = Type.Object({ ...named, license: loose });
const Party = Type.Object({
  ...named,
  side: text,
  person_type: text,
  lawyers: list(Lawyer, 1000),
});
const Step = Type.Object({
  step_date: text,
  step_type: loose,
  content: text,
  private: flag,
});

const Lawsuit = Type.Object({
  code: Type.String({ maxLength: 60 }),
  instance: loose,
  name: text,
  area: text,
  county: text,
  city: text,
  state: text,
  distribution_date: text,
  amount: loose,
  status: text,
  phase: text,
  situation: text,
  secrecy_level: loose,
  subjects: list(Coded, 1000),
  classifications: list(Coded, 1000),
  classification: maybe(Coded),
  courts: list(Coded, 1000),
  parties: list(Party, 100_000),
  steps: list(Step, 100_000),
  related_lawsuits: list(Type.Object({ code: text }), 10_000),
  tags: maybe(Type.Object({ possible_homonym: flag })),
  updated_at: text,
});

const Callback = Type.Object({
  event_type: text,
  reference_type: text,
  reference_id: maybe(RequestId),
  payload: maybe(
    Type.Object({
      request_id: maybe(RequestId),
      response_type: text,
      response_data: maybe(Type.Object({ code: loose })),
    }),
  ),
});

export type RequestBody = Static<typeof Request>;
export type RequestListBody = Static<typeof RequestList>;
export type ResponsesBody = Static<typeof Responses>;
export type ResponseItem = Static<typeof Item>;
export type LawsuitRecord = Static<typeof Lawsuit>;
export type PartyRecord = Static<typeof Party>;
export type NamedRecord = Static<typeof Lawyer>;
export type StepRecord = Static<typeof Step>;
export type ErrorRecord = Static<typeof ApplicationError>;

const callback = Compile(Callback);
const lawsuit = Compile(Lawsuit);
const applicationError = Compile(ApplicationError);

export function isCallback(value: unknown): value is Static<typeof Callback> {
  return callback.Check(value);
}

export function isLawsuit(value: unknown): value is LawsuitRecord {
  return lawsuit.Check(value);
}

export function isApplicationError(value: unknown): value is ErrorRecord {
  return applicationError.Check(value);
}
