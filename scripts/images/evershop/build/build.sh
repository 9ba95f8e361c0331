#!/bin/bash
# Runs once inside the image: makes the database, fills it, builds the pages and has them asked for.
set -euo pipefail
export NODE_OPTIONS= DB_HOST=/run/postgresql DB_PORT=5432 DB_NAME=evershop DB_USER=evershop DB_PASSWORD=evershop DB_SSLMODE=disable
evershop=node_modules/@evershop/evershop/dist

useradd --system --user-group --home-dir /tmp --no-create-home evershop
install -d -o evershop -g evershop media public .evershop .log node_modules/.compiled
# One browser asks more of its own sandbox than a shop expects of a visitor.
sed -i -E 's/limit: (300|120|8) \}/limit: 1000000 }/' "$evershop/modules/base/services/rateLimit.js"
test "$(grep -c 'limit: 1000000 }' "$evershop/modules/base/services/rateLimit.js")" = 3

rm -rf /var/lib/postgresql/* /etc/postgresql
rm -rf /usr/lib/postgresql/15/lib/{llvmjit*,bitcode}
install -d -o postgres -g postgres /run/postgresql /var/lib/postgresql
postgres() { setpriv --reuid postgres --regid postgres --clear-groups "/usr/lib/postgresql/15/bin/$@"; }
shopper() { setpriv --reuid evershop --regid evershop --clear-groups env HOME=/tmp "$@"; }
postgres initdb --pgdata /var/lib/postgresql/data --locale C.UTF-8 --encoding UTF8 --auth trust --wal-segsize 1 >/dev/null
cat /.build/postgresql.conf >>/var/lib/postgresql/data/postgresql.conf
postgres pg_ctl --pgdata /var/lib/postgresql/data --wait --silent start
postgres psql --quiet --host /run/postgresql -c "CREATE ROLE evershop LOGIN PASSWORD 'evershop'" -c 'CREATE DATABASE evershop OWNER evershop'

shopper node /.build/seed.mjs
shopper node "$evershop/bin/evershop.js" build
test -d .evershop/build
postgres psql --quiet --host /run/postgresql evershop -c 'VACUUM ANALYZE'
postgres pg_ctl --pgdata /var/lib/postgresql/data --wait --silent --mode fast stop

# Not asked for when it runs.
find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.md' \) -delete

# Ends on SIGTERM as programs do that mean to: only then the compiled code is written.
export NODE_OPTIONS="$RUN_NODE_OPTIONS --import=/.build/end-well.mjs" NODE_COMPILE_CACHE=/opt/evershop/node_modules/.compiled PORT=3000
/usr/local/bin/evershop-services &
services=$!
# Addresses of products are made by the shop's own subscriber to events.
pending="SELECT count(*) FROM event WHERE status IN ('pending', 'processing')"
until [ "$(postgres psql --tuples-only --no-align --host /run/postgresql evershop -c "$pending" 2>/dev/null)" = 0 ]; do
  kill -0 "$services"
  sleep 0.5
done
addressed="SELECT count(*) FROM url_rewrite WHERE entity_type = 'product' AND request_path LIKE '/%/%'"
test "$(postgres psql --tuples-only --no-align --host /run/postgresql evershop -c "$addressed")" = 520
node /.build/visit.mjs
postgres psql --quiet --host /run/postgresql evershop -c 'TRUNCATE session' -c CHECKPOINT
kill -TERM "$services"
wait "$services" || true
test -n "$(ls node_modules/.compiled)"
