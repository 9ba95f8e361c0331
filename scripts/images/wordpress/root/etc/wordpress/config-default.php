<?php
define('DB_NAME', 'wordpress');
define('DB_USER', 'wordpress');
define('DB_PASSWORD', 'wordpress');
define('DB_HOST', 'localhost:/run/mysqld/mysqld.sock');
define('DB_CHARSET', 'utf8mb4');
define('WP_HOME', 'http://wordpress.test');
define('WP_SITEURL', 'http://wordpress.test');
define('WP_CONTENT_DIR', '/var/lib/wordpress/wp-content');
define('WP_CONTENT_URL', 'http://wordpress.test/wp-content');
// A sandbox has no way out: nothing may wait for an answer from there.
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('DISABLE_WP_CRON', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
define('DISALLOW_FILE_MODS', true);
define('FS_METHOD', 'direct');
// Fixed, so that a login outlives a reset.
define('AUTH_KEY', 'webserv-sandbox-auth');
define('SECURE_AUTH_KEY', 'webserv-sandbox-secure-auth');
define('LOGGED_IN_KEY', 'webserv-sandbox-logged-in');
define('NONCE_KEY', 'webserv-sandbox-nonce');
define('AUTH_SALT', 'webserv-sandbox-auth-salt');
define('SECURE_AUTH_SALT', 'webserv-sandbox-secure-auth-salt');
define('LOGGED_IN_SALT', 'webserv-sandbox-logged-in-salt');
define('NONCE_SALT', 'webserv-sandbox-nonce-salt');
