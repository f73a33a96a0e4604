-- breaking: no
-- The credit register: what an organization asked about a document in a reference month, and the consents that let it.
-- Documents stand here as a keyed hash to be found by and encrypted to be read; so does everything a source answered.

-- The holder's permission, as proof. A proof that was shown once stays on record, also after it has ended; nothing of it
-- changes but that it is revoked.
create table farol.scr_consents (
  organization_id bigint not null references farol.organizations (id),
  id uuid not null,
  document_hash bytea not null,
  mode text not null constraint scr_consents_mode_known check (mode in ('OWN_PROOF', 'LINKED_ITEM')),
  -- Keyed: the same proof shown again is the same consent.
  proof_hash bytea not null,
  -- The document and the proof; holds names of signers.
  wrapped_proof bytea not null,
  created_at timestamptz not null default farol.clock_now(),
  -- Without an end it is good until it is revoked.
  expires_at timestamptz,
  revoked_at timestamptz,
  primary key (id, organization_id),
  constraint scr_consents_shown_once unique (document_hash, organization_id, mode, proof_hash)
);
create index scr_consents_newest on farol.scr_consents (document_hash, organization_id, mode, created_at desc);

-- One row for each organization, document and reference month, whoever asks and however often: the key is what keeps
-- two first questions from being charged twice. A question that starts anew takes the row over under a new id.
create table farol.scr_enquiries (
  organization_id bigint not null references farol.organizations (id),
  document_hash bytea not null,
  reference_month text not null constraint scr_enquiries_month_formed check (reference_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  id uuid not null,
  status text not null default 'PROCESSING'
    constraint scr_enquiries_status_known check (status in ('PROCESSING', 'READY', 'FAILED')),
  -- The row's own count: every write of a run names it.
  attempt integer not null default 0,
  wrapped_document bytea not null,
  -- What the source gave to come back with, while it takes its time.
  wrapped_ticket bytea,
  wrapped_indicators bytea,
  -- The source's own answer, byte by byte.
  wrapped_raw bytea,
  connector text,
  -- Why it failed: one of our fault codes.
  fault text,
  started_at timestamptz not null default farol.clock_now(),
  settled_at timestamptz,
  -- When the answer was first given out; from then on it comes from the cache.
  told_at timestamptz,
  primary key (document_hash, organization_id, reference_month),
  constraint scr_enquiries_id_unique unique (id, organization_id),
  constraint scr_enquiries_ready_holds check ((status = 'READY') = (wrapped_indicators is not null)),
  constraint scr_enquiries_settled check ((status = 'PROCESSING') = (settled_at is null))
);
create index scr_enquiries_by_age on farol.scr_enquiries (settled_at) where settled_at is not null;

do $$
declare
  guarded text;
begin
  foreach guarded in array array['scr_consents', 'scr_enquiries'] loop
    execute format('alter table farol.%I enable row level security', guarded);
    execute format('alter table farol.%I force row level security', guarded);
    execute format('create policy %I on farol.%I to farol_app
      using (organization_id = any ((select farol.scope())::bigint[]))
      with check (organization_id = any ((select farol.scope())::bigint[]))', guarded || '_in_scope', guarded);
    execute format('create policy %I on farol.%I to farol_operator using (true) with check (true)',
      guarded || '_for_operator', guarded);
  end loop;
end
$$;

grant select, insert, update (revoked_at) on farol.scr_consents to farol_app;
grant select, insert on farol.scr_enquiries to farol_app;
grant update (id, status, attempt, wrapped_document, wrapped_ticket, wrapped_indicators, wrapped_raw, connector, fault,
  started_at, settled_at, told_at) on farol.scr_enquiries to farol_app;
-- States and times only: the operator has no use for what a source said about somebody.
grant select (organization_id, id, mode, created_at, expires_at, revoked_at) on farol.scr_consents to farol_operator;
grant select (organization_id, id, reference_month, status, attempt, connector, fault, started_at, settled_at)
  on farol.scr_enquiries to farol_operator;

-- Answers are kept for 30 days; the role that looks across organizations clears them away.
create policy scr_enquiries_for_sequencer on farol.scr_enquiries to farol_sequencer using (true);
grant select (organization_id, settled_at), delete on farol.scr_enquiries to farol_sequencer;
