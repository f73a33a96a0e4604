-- breaking: no
-- Several sources tell of one case. What they say differently is frozen with the list, beside the fact that was chosen; so is
-- the name of a class where no code could be found for it.
alter table farol.analysis_cases
  -- As the source writes it; null where class_code says it.
  add column given_class text,
  -- [{field, values: [{source, value, at, isPredicted}]}]; null where they agree or only one tells. Holds neither a
  -- document nor a name.
  add column disagreements jsonb;
