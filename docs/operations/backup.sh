#!/bin/bash
# Writes an encrypted backup into the folder $TO, for the public key $AGE_RECIPIENT (https://age-encryption.org), and deletes those of
# more than fourteen days. Run with the environment of the site, from its checkout: by site-backup.service, or by hand.
# Exit codes: 0 stored, here or by another replica, 2 stored without what was named, 1 there is no backup.
set -uo pipefail
: "${TO:?is the folder of the backups}" "${AGE_RECIPIENT:?is the public key}"
file="$TO/site-$(date +%F).tar.gz.age"

bun run --silent backup --to=- --verify --nightly | age -r "$AGE_RECIPIENT" -o "$file.part"
codes=("${PIPESTATUS[@]}")
# Another replica makes the backup of this night, as it has said.
if [[ ${codes[0]} == 3 ]]; then
  rm -f "$file.part"
  exit 0
fi
if [[ ${codes[1]} != 0 || ${codes[0]} != [02] ]]; then
  rm -f "$file.part"
  echo 'There is no backup: see above.' >&2
  exit 1
fi
sync "$file.part" && mv "$file.part" "$file" && sync "$TO" || exit 1
# Older ones are kept until a backup has everything again.
[[ ${codes[0]} == 0 ]] || exit 2
# What /readyz, metrics and dashboard say about the last backup.
bun run --silent backup --stored || exit 1
find "$TO" -name 'site-*.age' -mtime +14 -delete
