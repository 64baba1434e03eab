/**
 * `site_text`: private files as rows, such as `admin.json` and `signing.key`. `version` recognizes a change whose answer was
 * lost. `site_used_token`: what is valid once; `use` recognizes the one who used it. `site_attempt`: failed logins. Times are
 * in milliseconds since 1970.
 */
export const ACCOUNT_TABLES = `
create table site_text (
  name text primary key,
  value text,
  version uuid not null default gen_random_uuid()
);
create table site_used_token (
  kind text not null,
  token text not null,
  until bigint not null,
  use uuid not null,
  primary key (kind, token)
);
create index site_used_token_until on site_used_token (until);
create table site_attempt (
  id uuid primary key,
  key text not null,
  at bigint not null
);
create index site_attempt_key on site_attempt (key, at);
create index site_attempt_at on site_attempt (at)`

/** `kept_at`: when a migration backed up the text. `NULL` for a current text. */
export const TEXT_BACKUPS = 'alter table site_text add kept_at timestamptz'
