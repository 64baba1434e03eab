/**
 * What several replicas share besides records. `site_working_copy`: `saved_at` is an ISO time; `put_id` recognizes a change
 * whose answer was lost. `site_upload`: the files of uploaded images until they are in git; without bytes: deleted.
 * `site_asset`: the built files of every version that is running. Bytes are not compressed again.
 */
export const SHARED_FILES = `
create table site_working_copy (
  owner text not null,
  key text not null,
  saved_at text collate "C" not null,
  put_id uuid not null,
  copy text not null,
  primary key (owner, key)
);
create table site_upload (
  path text primary key,
  bytes bytea,
  stored_at timestamptz not null default now()
);
create table site_asset (
  path text primary key,
  identity bytea not null,
  br bytea,
  zstd bytea,
  gzip bytea,
  used_at timestamptz not null default now()
);
alter table site_upload alter bytes set storage external;
alter table site_asset alter identity set storage external, alter br set storage external,
  alter zstd set storage external, alter gzip set storage external`
