#!/bin/bash
# Runs once inside the image: makes the database, fills it, and has every kind of page compiled.
set -euo pipefail

# Made anew: the package's own was made before our settings.
rm -rf /var/lib/mysql
install -d -o mysql -g mysql -m 750 /var/lib/mysql
install -d -o mysql /run/mysqld
mariadb-install-db --user=mysql --datadir=/var/lib/mysql --skip-test-db --force

install -d -o www-data -g www-data /var/cache/opcache /var/lib/wordpress/wp-content/uploads

/usr/local/bin/wordpress-services &
services=$!
until mariadb-admin ping >/dev/null 2>&1; do
  kill -0 "$services"
  sleep 0.2
done
mariadb <<'SQL'
CREATE DATABASE wordpress CHARACTER SET utf8mb4;
CREATE USER wordpress@localhost IDENTIFIED BY 'wordpress';
GRANT ALL ON wordpress.* TO wordpress@localhost;
SQL
# As the server's own user, so that it may write what this makes.
setpriv --reuid www-data --regid www-data --clear-groups php -d memory_limit=512M /.build/seed.php
mariadb -e 'ANALYZE TABLE wordpress.wp_posts, wordpress.wp_comments, wordpress.wp_term_relationships' >/dev/null
php /.build/visit.php
kill -TERM "$services"
wait "$services" || true
rm -f /var/log/nginx/* /var/log/php8.2-fpm.log
