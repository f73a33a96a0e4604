// The wire shapes of what admins and operators manage, taken from the server's own schemas.
import type { Static } from 'typebox';
import type { NewTokenAnswer, TokenBody, TokensAnswer } from '../../../src/features/accounts/schemas.ts';
import type { AuditAction, AuditAnswer, VerificationAnswer } from '../../../src/features/audit/schemas.ts';
import type { JobsAnswer } from '../../../src/features/operator/job-schemas.ts';
import type { PlansAnswer, SystemAnswer, TenantsAnswer } from '../../../src/features/operator/schemas.ts';
import type {
  ImportsAnswer,
  QuarantineAnswer,
  SourcesAnswer,
} from '../../../src/features/operator/source-schemas.ts';
import type { MembersAnswer } from '../../../src/features/organizations/schemas.ts';
import type { LedgerAnswer, UsageAnswer } from '../../../src/features/plans/ledger-schemas.ts';
import type { DeliveriesAnswer } from '../../../src/features/webhooks/delivery-schemas.ts';
import type {
  WebhookBody,
  WebhookChange,
  WebhooksAnswer,
  WebhookWithSecret,
} from '../../../src/features/webhooks/schemas.ts';

export type LedgerPage = Static<typeof LedgerAnswer>;
export type LedgerEntry = LedgerPage['entries'][number];
export type Usage = Static<typeof UsageAnswer>;

export type TokenList = Static<typeof TokensAnswer>;
export type Token = TokenList['tokens'][number];
export type TokenWish = Static<typeof TokenBody>;
export type NewToken = Static<typeof NewTokenAnswer>;

export type MemberList = Static<typeof MembersAnswer>;
export type Member = MemberList['members'][number];

export type AuditPage = Static<typeof AuditAnswer>;
/** Without those in vain, which are said of each in the same way. */
export type AuditedAct = Exclude<AuditAction, `${string}.none`>;
export type AuditRecord = AuditPage['records'][number];
export type Verification = Static<typeof VerificationAnswer>;

export type WebhookList = Static<typeof WebhooksAnswer>;
export type Webhook = WebhookList['webhooks'][number];
export type WebhookWish = Static<typeof WebhookBody>;
export type WebhookEdit = Static<typeof WebhookChange>;
export type NewWebhook = Static<typeof WebhookWithSecret>;
export type DeliveryPage = Static<typeof DeliveriesAnswer>;
export type Delivery = DeliveryPage['deliveries'][number];

export type TenantPage = Static<typeof TenantsAnswer>;
export type Tenant = TenantPage['tenants'][number];
export type PlanList = Static<typeof PlansAnswer>;
export type System = Static<typeof SystemAnswer>;
export type Sources = Static<typeof SourcesAnswer>;
export type ImportPage = Static<typeof ImportsAnswer>;
export type ImportRun = ImportPage['imports'][number];
export type Quarantine = Static<typeof QuarantineAnswer>;
export type Jobs = Static<typeof JobsAnswer>;
export type Job = Jobs['jobs'][number];
