-- breaking: no
-- How the sources fare, as the worker that spoke last saw them. Unlogged: after a crash the workers tell it anew.
create unlogged table farol.source_states (
  source text primary key,
  breaker text not null,
  last_success_at timestamptz,
  told_at timestamptz not null,
  constraint source_states_breaker check (breaker in ('closed', 'half-open', 'open'))
);
grant select, insert, update on farol.source_states to farol_app;
grant select on farol.source_states to farol_operator;
