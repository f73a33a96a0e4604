-- breaking: no
-- The registry: public facts about people, companies and court cases. It belongs to the operator and to no tenant, so
-- nothing in it says who asked. farol_importer owns it and alone writes it; the application only reads.
--   registry        what is served
--   registry_stage  what an import builds aside
-- Documents and case numbers are text that sorts as bytes, so that a CNPJ's root is one range of an index.
do $$
begin
  begin
    if not exists (select from pg_catalog.pg_roles where rolname = 'farol_importer') then
      create role farol_importer nologin nosuperuser nobypassrls nocreatedb nocreaterole;
    end if;
  exception when duplicate_object or unique_violation then
    null;
  end;
  if not pg_has_role(current_user, 'farol_importer', 'set') then
    grant farol_importer to current_user with inherit false, set true;
  end if;
end
$$;

create schema registry;
create schema registry_stage;
grant usage on schema registry to farol_app, farol_operator, farol_lookup;
grant usage on schema farol to farol_importer;
grant usage, create on schema registry, registry_stage to farol_importer;

-- One row for each run of an import; what it did is told by counts, never by rows of it.
create table registry.imports (
  id bigint generated always as identity primary key,
  source text not null,
  state text not null check (state in ('running', 'done', 'refused', 'failed')),
  files jsonb not null default '[]',
  started_at timestamptz not null default farol.clock_now(),
  ended_at timestamptz,
  -- What the publisher says the files stand for, such as 2026-10 or 2026_trimestre_03.
  edition text,
  rows_read bigint not null default 0,
  rows_set_aside bigint not null default 0,
  -- Rows that were taken although something was odd about them, counted by reason.
  warnings jsonb not null default '{}',
  changed jsonb not null default '{}',
  checksum text,
  reason text,
  -- How often a run that was stopped went on where it had been.
  times_resumed int not null default 0,
  run_by text
);
create index imports_by_source on registry.imports (source, id);

-- Rows that could not be taken, with the line as it stood in the file.
create table registry.quarantine (
  import_id bigint not null references registry.imports (id) on delete cascade,
  file text not null,
  line bigint not null,
  reason text not null,
  original text not null,
  primary key (import_id, file, line, reason)
);

-- A court case is what its sources say of it: one row for each record that a source keeps of it (G1 and G2 of one number
-- are two). What no column holds stays in rest.
create table registry.case_records (
  number text collate "C" not null check (number ~ '^[0-9]{20}$'),
  source text not null,
  degree text not null,
  -- Tells apart the records that one source keeps of one degree; '' where it keeps one.
  record_key text not null,
  class_code int,
  -- Only where the source gives no code.
  class_name text,
  unit_code text,
  unit_name text,
  filed_at timestamptz,
  value numeric(17, 2),
  -- Null is "the source does not say", which counts as secret unless the source is public only.
  secrecy smallint,
  -- The court's own word about the life of the record, never a prediction.
  court_state text check (court_state in ('ACTIVE', 'SUSPENDED', 'CLOSED')),
  subject_codes int[] not null default '{}',
  -- Parallel arrays, sorted by time. Code 0 is a movement that has only a name.
  movement_codes int[] not null default '{}',
  movement_times timestamptz[] not null default '{}',
  -- Only where a movement has no code, or a name beside the table's; null otherwise.
  movement_names text[],
  -- [{document, name, side, role, lawyers}] in the source's order, those without a document too.
  parties jsonb not null default '[]',
  rest jsonb,
  -- When the source says that it last changed; and when we were given it.
  updated_at timestamptz,
  fetched_at timestamptz not null,
  import_id bigint,
  primary key (number, source, degree, record_key)
);

-- The dossier of a document is one range of this table's key: each row carries what classification needs of its case,
-- so a summary never visits case_records. It is derived from there (features/cases, facts.ts) and written with it.
create table registry.case_parties (
  -- A CPF, a masked CPF (***456789**), or the first 8 characters of a CNPJ: what a dossier is asked by.
  root text collate "C" not null,
  number text collate "C" not null,
  document text collate "C" not null,
  -- False for what is never counted, listed or told: secret, juvenile, closed criminal cases and so on.
  is_countable boolean not null,
  -- Of the normalised name, and only for masked CPFs: they match by six digits and the name.
  name_key text,
  side text not null check (side in ('ACTIVE', 'PASSIVE', 'THIRD', 'UNKNOWN')),
  is_debtor_side boolean not null,
  class_code int,
  -- Sets of bits; their meaning is in features/cases.
  natures smallint not null,
  traits int not null,
  is_active boolean not null,
  outcome smallint not null,
  value numeric(17, 2),
  filed_on date,
  moved_on date,
  severe_on date,
  frustrated_on date,
  facts_version smallint not null,
  fetched_at timestamptz not null,
  primary key (root, number, document) include (is_countable)
);

-- The tax registry's companies, as published. A full snapshot: replaced as a whole.
create table registry.companies (
  root text collate "C" primary key,
  name text not null,
  legal_nature text,
  responsible_qualification text,
  capital numeric(17, 2),
  size text,
  federative_entity text
);
create table registry.establishments (
  document text collate "C" primary key,
  is_head boolean not null,
  trade_name text,
  situation text not null,
  situation_on date,
  situation_reason text,
  foreign_city text,
  country text,
  started_on date,
  main_activity text,
  other_activities text,
  street_kind text,
  street text,
  street_number text,
  complement text,
  district text,
  postal_code text,
  state text,
  city text,
  phone_1 text,
  phone_2 text,
  fax text,
  email text,
  special_situation text,
  special_on date
);
-- Without a key: two partners of one company may be alike in everything that is published.
create table registry.partners (
  root text collate "C" not null,
  kind text not null,
  name text,
  -- Of the normalised name.
  name_key text,
  -- A masked CPF, a whole CNPJ, or null for a foreigner.
  document text collate "C",
  -- What it is asked by, as in case_parties.
  document_root text collate "C",
  qualification text,
  since date,
  country text,
  representative_document text collate "C",
  representative_name text,
  representative_qualification text,
  age_band text
);
create index partners_by_root on registry.partners (root);
create index partners_by_document on registry.partners (document_root, name_key);
create table registry.simples_options (
  root text collate "C" primary key,
  is_simples boolean,
  simples_from date,
  simples_until date,
  is_mei boolean,
  mei_from date,
  mei_until date
);
create table registry.company_codes (
  kind text not null check (kind in ('activity', 'reason', 'city', 'legal-nature', 'country', 'qualification')),
  code text not null,
  name text not null,
  primary key (kind, code)
);

-- The government debt register. A full snapshot.
create table registry.debts (
  root text collate "C" not null,
  document text collate "C" not null,
  -- Of the normalised name, and only for masked CPFs.
  name_key text,
  name text,
  register text not null check (register in ('general', 'social-security', 'severance-fund')),
  inscription text not null,
  debtor_kind text,
  state text,
  unit text,
  -- The group of situations, such as "Em cobrança", and the exact one.
  situation_kind text,
  situation text,
  credit text,
  entity text,
  registered_on date,
  is_filed_in_court boolean,
  value numeric(17, 2)
);
create index debts_by_root on registry.debts (root, register, inscription);

-- Notary protests, merged as they come. A protest that was cancelled or paid is kept but never told.
create table registry.protests (
  root text collate "C" not null,
  source text not null,
  protest_key text not null,
  document text collate "C" not null,
  office text,
  city text,
  state text,
  protested_on date,
  due_on date,
  -- Null where the office hides it.
  value numeric(17, 2),
  kind text,
  presenter text,
  creditor text,
  is_live boolean not null,
  rest jsonb,
  updated_at timestamptz,
  fetched_at timestamptz not null,
  import_id bigint,
  primary key (root, source, protest_key)
);

-- The CNJ's unified tables in full, when the operator imported them; the rules need only the compact ones in the program.
create table registry.tpu_items (
  kind text not null check (kind in ('class', 'subject', 'movement')),
  code int not null,
  parent int,
  name text not null,
  is_active boolean not null,
  primary key (kind, code)
);

do $$
declare
  each record;
begin
  for each in select c.relname from pg_class c where c.relnamespace = 'registry'::regnamespace and c.relkind = 'r' loop
    execute format('alter table registry.%I owner to farol_importer', each.relname);
    execute format('grant select on registry.%I to farol_operator', each.relname);
    if each.relname <> 'quarantine' then
      execute format('grant select on registry.%I to farol_app, farol_lookup', each.relname);
    end if;
  end loop;
end
$$;
