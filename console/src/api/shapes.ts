// The wire shapes, taken from the server's own schemas: what does not fit does not compile.
import type { Static } from 'typebox';
import type { ConsoleSession, ConsoleStart } from '../../../src/features/accounts/console-session-schemas.ts';
import type { SessionsAnswer } from '../../../src/features/accounts/schemas.ts';
import type {
  ActivityAnswer,
  ProcessAnswer,
  RevealAnswer,
} from '../../../src/features/analysis/activity-schemas.ts';
import type { CasesAnswer, CasesQuery } from '../../../src/features/analysis/case-schemas.ts';
import type { ConsultAnswer } from '../../../src/features/analysis/consult-schemas.ts';
import type { OverviewAnswer } from '../../../src/features/analysis/overview-schemas.ts';
import type { CreatedAnswer } from '../../../src/features/analysis/schemas.ts';
import type { ResultsAnswer } from '../../../src/features/batches/result-schemas.ts';
import type {
  BatchAnswer,
  BatchCreated,
  BatchQuote,
  ListAnswer,
} from '../../../src/features/batches/schemas.ts';
import type { ChangesWire } from '../../../src/features/changes/schemas.ts';
import type { HistoryAnswer } from '../../../src/features/credit-register/history-schemas.ts';
import type {
  ConsentBody,
  IndicatorsAnswer,
  ProcessingAnswer,
} from '../../../src/features/credit-register/schemas.ts';
import type { CnhRecord } from '../../../src/features/driver-licences/schemas.ts';
import type {
  ByRadarAnswer,
  InboxAnswer,
  InboxWish as InboxQueryWish,
} from '../../../src/features/events/inbox-schemas.ts';
import type { MarksAnswer } from '../../../src/features/events/mark-schemas.ts';
import type { GraphWire } from '../../../src/features/graph/schemas.ts';
import type { BalanceAnswer } from '../../../src/features/plans/schemas.ts';
import type { DetailWire, ImportAnswer } from '../../../src/features/processes/schemas.ts';
import type { BulkAnswer } from '../../../src/features/radars/bulk-schemas.ts';
import type { ProcessAnswer as ProcessListAnswer } from '../../../src/features/radars/process-schemas.ts';
import type { AddBody, RadarLink as RadarLinkShape } from '../../../src/features/radars/schemas.ts';

export type Session = Static<typeof ConsoleSession>;
export type Organization = Session['organizations'][number];
export type Start = Static<typeof ConsoleStart>;
export type SessionList = Static<typeof SessionsAnswer>;
export type Balance = Static<typeof BalanceAnswer>;
export type Activities = Static<typeof ActivityAnswer>;
export type Activity = Activities['result'][number];
export type Counted = Static<typeof ProcessAnswer>;
export type Revealed = Static<typeof RevealAnswer>;
export type Created = Static<typeof CreatedAnswer>;
export type Consult = Static<typeof ConsultAnswer>;
export type Register = Consult['register'];
export type Overview = Static<typeof OverviewAnswer>;
export type CasePage = Static<typeof CasesAnswer>;
export type CourtCase = CasePage['result'][number];
export type CaseWish = Static<typeof CasesQuery>;
export type Licence = Static<typeof CnhRecord>;
export type Indicators = Static<typeof IndicatorsAnswer>;
export type CreditAnswer = Indicators | Static<typeof ProcessingAnswer>;
export type CreditHistory = Static<typeof HistoryAnswer>;
export type Consent = Static<typeof ConsentBody>;
export type Batch = Static<typeof BatchAnswer>;
export type BatchPage = Static<typeof ListAnswer>;
export type BatchHead = BatchPage['batches'][number];
export type Quote = Static<typeof BatchQuote>;
export type NewBatch = Static<typeof BatchCreated>;
export type BatchResults = Static<typeof ResultsAnswer>;
export type BatchResult = BatchResults['results'][number];
export type Changes = ChangesWire;
export type ChangedCase = Changes['cases']['result'][number];
export type Graph = GraphWire;
export type GraphNode = Graph['nodes'][number];
export type GraphEdge = Graph['edges'][number];
export type Inbox = Static<typeof InboxAnswer>;
export type InboxEvent = Inbox['events'][number];
export type EventMarks = Static<typeof MarksAnswer>;
export type InboxWish = InboxQueryWish;
export type ByRadar = Static<typeof ByRadarAnswer>;
export type RadarLink = Static<typeof RadarLinkShape>;
export type NewRadar = Static<typeof AddBody>;
export type BulkReport = Static<typeof BulkAnswer>;
export type ProcessList = Static<typeof ProcessListAnswer>;
export type Process = DetailWire;
export type Imported = Static<typeof ImportAnswer>;
