-- breaking: no
-- How much of a limit's present window is handed out to the processes. Unlogged: after a crash every window starts anew.
create unlogged table farol.rate_windows (
  key bytea not null,
  window_number bigint not null,
  leased bigint not null,
  ends_at timestamptz not null,
  primary key (key, window_number)
);
create index rate_windows_by_end on farol.rate_windows (ends_at);
grant select, insert, update, delete on farol.rate_windows to farol_app;
