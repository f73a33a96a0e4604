-- breaking: no
-- What a user has read of the events of an organization: all up to one number, and single ones above it.
create table farol.event_marks (
  organization_id bigint not null references farol.organizations (id),
  user_id bigint not null references farol.users (id),
  read_up_to bigint not null,
  read_ids bigint[] not null,
  primary key (organization_id, user_id)
) with (fillfactor = 70);

alter table farol.event_marks enable row level security;
alter table farol.event_marks force row level security;
create policy event_marks_in_scope on farol.event_marks to farol_app
  using (organization_id = any ((select farol.scope())::bigint[]))
  with check (organization_id = any ((select farol.scope())::bigint[]));
create policy event_marks_for_operator on farol.event_marks to farol_operator using (true) with check (true);

grant select, insert, update (read_up_to, read_ids) on farol.event_marks to farol_app;
