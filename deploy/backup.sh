#!/bin/sh
# backup.sh FOLDER [SECONDS]: dumps DATABASE_URL into FOLDER, with SECONDS again and again, and keeps the newest seven.
# The queue is left out: the scheduler makes its jobs again. A dump has its name only when it is complete.
# To restore into an empty database: pg_restore --no-owner --exit-on-error --single-transaction -d URL FILE
set -eu
umask 077
while :; do
  file="$1/ledgerline-$(date -u +%Y%m%dT%H%M%SZ).dump"
  pg_dump --format=custom --exclude-schema='*_queue' --file="$file.part" "$DATABASE_URL"
  mv "$file.part" "$file"
  ls -1 "$1"/ledgerline-*.dump | sort -r | tail -n +8 | xargs -r rm --
  [ $# -gt 1 ] || exit 0
  sleep "$2"
done
