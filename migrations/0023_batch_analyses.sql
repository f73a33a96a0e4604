-- breaking: no
-- Whether an analysis was made by a batch: the inbox tells of the batch, and not of each of its documents.
create index batch_documents_by_analysis on farol.batch_documents (organization_id, analysis_id);
