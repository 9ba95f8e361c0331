<?php
// Keeps pages from asking servers outside, which a sandbox can't reach.
remove_action('wp_head', 'print_emoji_detection_script', 7);
remove_action('admin_print_scripts', 'print_emoji_detection_script');
remove_action('wp_print_styles', 'print_emoji_styles');
remove_action('admin_print_styles', 'print_emoji_styles');
add_filter('emoji_svg_url', '__return_false');
add_filter('wp_resource_hints', fn ($urls, $type) => $type === 'dns-prefetch' ? [] : $urls, 10, 2);
add_filter('pre_site_transient_update_core', fn () => (object) ['updates' => [], 'version_checked' => get_bloginfo('version'), 'last_checked' => time()]);
add_filter('pre_site_transient_update_plugins', '__return_empty_array');
add_filter('pre_site_transient_update_themes', '__return_empty_array');
add_filter('translations_api', fn () => ['translations' => []]);
// There is no mail server: sending at once fails quietly instead of waiting.
add_filter('pre_wp_mail', '__return_true');
