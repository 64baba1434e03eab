/**
 * Saves of the dashboard that have not been pushed to the git remote yet. `number` is their order. `change` has the contents
 * of the files, and goes once `pushed` is set; the row stays for a while, for replicas that have not fetched it. `problem`: why
 * no replica could recover the save.
 */
export const SAVE_TABLE = `
create table site_save (
  id uuid primary key,
  number bigint generated always as identity,
  replica uuid not null,
  recorded timestamptz not null default now(),
  files text[] not null,
  change text,
  pushed timestamptz,
  problem text
);
create index site_save_waiting on site_save (number) where pushed is null;
create index site_save_files on site_save using gin (files)`

/** When each process said that it lives and pushes its own saves. One that is started again is another replica. */
export const REPLICA_TABLE = `
create table site_replica (
  id uuid primary key,
  seen timestamptz not null default now()
)`

/** Which machine a replica is on, and when it was equal to the remote, for the dashboard. The version before leaves both out. */
export const REPLICA_NAMES = `
alter table site_replica
  add column host text not null default '',
  add column synced timestamptz`
