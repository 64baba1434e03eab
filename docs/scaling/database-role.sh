# The role of the replicas in the database of compose.scale.yaml: it may connect and have tables, and nothing else.
# PostgreSQL runs this at its first start. In a database that exists already, run it once by hand (CHANGELOG.md). It can be run again.
# POSTGRES_USER: the superuser, POSTGRES_DB: the database, DATABASE_PASSWORD: of the role.
set -eu
psql -q -v ON_ERROR_STOP=1 -v password="${DATABASE_PASSWORD:?}" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'END_OF_SQL'
select 'create role palletry' where not exists (select from pg_roles where rolname = 'palletry') \gexec
alter role palletry login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'password';
select format('revoke all on database %I from public', current_database()) \gexec
select format('grant connect on database %I to palletry', current_database()) \gexec
revoke all on schema public from public;
grant usage, create on schema public to palletry;
-- Those that the superuser made for an earlier version.
select format('alter table public.%I owner to palletry', tablename) from pg_tables where schemaname = 'public' \gexec
END_OF_SQL
