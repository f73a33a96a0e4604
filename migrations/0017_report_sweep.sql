-- breaking: no
-- A worker that dies between its spreadsheets and the commit that names them leaves files that no row names. Whoever sweeps
-- them looks across organizations, for what is named and for nothing else.
create policy analyses_for_sequencer on farol.analyses for select to farol_sequencer using (true);
grant select (organization_id, id, reports) on farol.analyses to farol_sequencer;
