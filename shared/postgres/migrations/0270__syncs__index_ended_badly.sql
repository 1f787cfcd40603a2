-- GET /syncs?status=failed: runs that ended badly are few among those of a household.
create index syncs_ended_badly
  on syncs (household_id, created_at desc, id)
  where status in ('completed_with_errors', 'rate_limited', 'failed', 'cancelled', 'stale');
