// What driver licences need from outside. A connector under src/sources implements it; which one is configuration.
import type { Digits, IsoDate, Outcome, Ticket } from '../../platform/outbound/outcome.ts';

export type LicenceSituation =
  | 'ISSUED'
  | 'BEING_ISSUED'
  | 'CANCELLED'
  | 'SUSPENDED'
  | 'REVOKED'
  | 'EXPIRED'
  | 'NONE'
  | 'UNKNOWN';

export type LicenceCheck = {
  readonly field: string;
  readonly sent?: string;
  readonly result: 'MATCH' | 'MISMATCH' | 'NOT_COMPARED';
  readonly score?: number;
};

export type Cnh = {
  /** CONFIRMED: the source only said that what we sent is right. */
  readonly basis: 'REPORTED' | 'CONFIRMED';
  readonly cpf: Digits;
  readonly name?: string;
  readonly motherName?: string;
  readonly birthDate?: IsoDate;
  readonly license?: Digits;
  readonly formNumber?: string;
  readonly renach?: string;
  readonly category?: string;
  readonly firstLicenseOn?: IsoDate;
  readonly issuedOn?: IsoDate;
  readonly expiresOn?: IsoDate;
  readonly issuerUf?: string;
  readonly situation: LicenceSituation;
  readonly situationText?: string;
  readonly paidDriver?: boolean;
  readonly restrictions: readonly string[];
  /** null: not told. */
  readonly impediment: boolean | null;
  readonly checks: readonly LicenceCheck[];
};

export type CnhQuestion = {
  readonly cpf: Digits;
  readonly license?: Digits;
  readonly securityCode?: string;
  readonly name?: string;
  readonly motherName?: string;
  readonly birthDate?: IsoDate;
  readonly claim?: Partial<Cnh>;
  readonly signal?: AbortSignal;
};

export type CnhLookup = {
  /** What has to be asked beside the CPF. */
  readonly needs: readonly ('license' | 'securityCode' | 'claim' | 'birthDate')[];
  start(question: CnhQuestion): Promise<Outcome<Cnh>>;
  collect(ticket: Ticket): Promise<Outcome<Cnh>>;
};
