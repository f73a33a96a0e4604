-- breaking: no
-- Events and audit rows are written by every create and by every read of personal data, so each of them counts.

-- A foreign key is looked up row by row, and locks the row of the organization for every transaction that writes for it.
-- Row-level security already holds what is written to organizations whose access was checked, and organizations are
-- disabled and never removed.
alter table farol.events drop constraint events_organization_id_fkey;
alter table farol.audit_records drop constraint audit_records_organization_id_fkey;

-- A row that has no number yet need not be in the index of numbers.
alter table farol.events drop constraint events_number_unique;
create unique index events_number_unique on farol.events (organization_id, number) where number is not null;
alter table farol.audit_records drop constraint audit_records_number_unique;
create unique index audit_records_number_unique on farol.audit_records (organization_id, number)
  where number is not null;

-- A line is written only for a subscription that the same statement charged, gives back what a line names, or is a grant
-- beside the row that it changes; most lines are no refunds and need not be in the index of those.
alter table farol.ledger_entries drop constraint ledger_entries_organization_id_plan_id_fkey;
alter table farol.ledger_entries drop constraint ledger_entries_refunded_once;
create unique index ledger_entries_refunded_once on farol.ledger_entries (organization_id, refunded_entry_id)
  where refunded_entry_id is not null;

create function farol.refuse_removal() returns trigger
  language plpgsql
  as $$ begin raise exception '% are disabled, not removed', tg_table_name using errcode = 'P0001'; end $$;
create trigger organizations_stay before delete or truncate on farol.organizations
  for each statement execute function farol.refuse_removal();
create trigger subscriptions_stay before delete or truncate on farol.subscriptions
  for each statement execute function farol.refuse_removal();

-- A batch is sent whole, its commit included. Where it goes on only under a condition, the statement itself must fail,
-- so that the commit behind it undoes everything.
create function farol.insist(holds boolean, code text) returns void
  language plpgsql
  as $$
  begin
    if holds is not true then
      raise exception 'a batch did not find what it counted on' using errcode = code;
    end if;
  end
  $$;
