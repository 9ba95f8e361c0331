<?php
// Installs WordPress and fills it: the same authors, posts, comments and pictures every time.
$_SERVER['HTTP_HOST'] = 'wordpress.test';
$_SERVER['REQUEST_METHOD'] = 'GET';
$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
define('WP_INSTALLING', true);
require '/usr/share/wordpress/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/image.php';

const POSTS = 600;
const COMMENTS = 1200;
const PICTURES = 24;
const FIRST_DAY = 1577880000; // 2020-01-01 12:00 UTC
const DAY = 86400;

mt_srand(20200101);

$nouns = ['lighthouse', 'kitchen garden', 'bicycle', 'harbour', 'orchard', 'workshop', 'library', 'railway',
    'bakery', 'meadow', 'observatory', 'clock tower', 'sailing boat', 'market square', 'greenhouse', 'mountain hut'];
$verbs = ['Repairing', 'Painting', 'Visiting', 'Measuring', 'Planning', 'Photographing', 'Remembering', 'Rebuilding'];
$manners = ['with almost no money', 'on a rainy weekend', 'the slow way', 'before winter', 'with the whole family',
    'after closing time', 'from the old plans', 'without a map', 'in one afternoon', 'with borrowed tools'];
$sentences = [
    'We began early, when the streets were still empty.', 'Nobody had written down how it used to be done.',
    'The first attempt failed, and the second one taught us why.', 'A neighbour lent us what was missing.',
    'It took twice as long as planned and was worth every hour.', 'The old wood was in better shape than expected.',
    'Most of the work is preparation.', 'Rain kept us inside for two days.', 'The numbers did not add up at first.',
    'In the end a simple drawing solved it.', 'We kept a list of everything that broke.',
    'Some parts can still be bought, others have to be made.', 'The view from the top made up for it.',
    'Next time we will start from the other side.', 'Everything fitted on one small cart.',
    'The children found the best name for it.', 'It is quieter now than it ever was.', 'Bring water and a hat.',
];
$remarks = [
    'Thank you, this helped a lot.', 'Which paint did you use?', 'We tried the same and ended up somewhere else.',
    'Please show more pictures of the inside.', 'My grandfather worked there for thirty years.',
    'I do not agree about the tools, but the result is lovely.', 'Is it open on Sundays?', 'Following along from the coast.',
    'This should be printed and framed.', 'How much did it cost in the end?',
];
$people = ['Ada Brandt', 'Bruno Keller', 'Clara Lindqvist', 'Daniel Okafor', 'Elena Rossi', 'Farid Haddad', 'Greta Novak', 'Hugo Marchand'];
$topics = ['Repairs', 'Gardens', 'Journeys', 'Food', 'Machines', 'Buildings', 'Weather', 'Books', 'Letters', 'Music', 'Neighbours', 'Plans'];
$words = ['spring', 'summer', 'autumn', 'winter', 'wood', 'stone', 'iron', 'paper', 'glass', 'water', 'north', 'south',
    'easy', 'difficult', 'cheap', 'long read', 'with pictures', 'for beginners', 'revisited', 'question'];

function pick(array $of) { return $of[mt_rand(0, count($of) - 1)]; }
function prose(array $sentences, int $count): string {
    $text = [];
    for ($i = 0; $i < $count; $i++) $text[] = pick($sentences);
    return implode(' ', $text);
}
function stamp(int $seconds): string { return gmdate('Y-m-d H:i:s', $seconds); }

wp_install('The Long Weekend', 'admin', 'admin@wordpress.test', true, '', 'webserv-admin');
switch_theme('twentytwentyone');
foreach ([
    'blogdescription' => 'Notes on mending, growing and going places',
    'permalink_structure' => '/%postname%/', 'show_avatars' => '0', 'comment_moderation' => '0', 'comment_previously_approved' => '0',
    'users_can_register' => '1', 'default_pingback_flag' => '0', 'default_ping_status' => 'closed', 'comments_notify' => '0',
    'moderation_notify' => '0', 'close_comments_for_old_posts' => '0', 'thread_comments' => '1', 'timezone_string' => 'UTC',
] as $name => $value) update_option($name, $value);
foreach (get_posts(['post_type' => 'any', 'numberposts' => -1, 'post_status' => 'any']) as $sample) wp_delete_post($sample->ID, true);

wp_defer_term_counting(true);
wp_defer_comment_counting(true);
wp_suspend_cache_addition(true);
$wpdb->query('START TRANSACTION');

$authors = [];
foreach ($people as $index => $name) {
    $login = strtolower(strtok($name, ' '));
    $authors[] = wp_insert_user(['user_login' => $login, 'user_pass' => "webserv-$login", 'display_name' => $name,
        'user_email' => "$login@wordpress.test", 'role' => $index < 2 ? 'editor' : 'author']);
}
$categories = [];
foreach ($topics as $topic) $categories[] = wp_insert_term($topic, 'category')['term_id'];

$uploads = wp_upload_dir(stamp(FIRST_DAY));
$pictures = [];
for ($i = 0; $i < PICTURES; $i++) {
    $file = sprintf('%s/picture-%02d.jpg', $uploads['path'], $i + 1);
    $image = imagecreatetruecolor(1200, 800);
    for ($y = 0; $y < 800; $y++) {
        $colour = imagecolorallocate($image, (40 + $i * 9 + $y / 8) % 256, (90 + $i * 23) % 200, 255 - ($y / 5) % 256);
        imageline($image, 0, $y, 1200, $y, $colour);
    }
    for ($shape = 0; $shape < 12; $shape++) {
        $colour = imagecolorallocate($image, mt_rand(0, 255), mt_rand(0, 255), mt_rand(0, 255));
        imagefilledellipse($image, mt_rand(0, 1200), mt_rand(0, 800), mt_rand(60, 320), mt_rand(60, 320), $colour);
    }
    imagejpeg($image, $file, 80);
    $id = wp_insert_attachment(['post_mime_type' => 'image/jpeg', 'post_title' => 'Picture ' . ($i + 1), 'post_status' => 'inherit',
        'post_date' => stamp(FIRST_DAY), 'post_author' => $authors[0]], $file);
    wp_update_attachment_metadata($id, wp_generate_attachment_metadata($id, $file));
    $pictures[] = $id;
}

$posts = [];
for ($i = 0; $i < POSTS; $i++) {
    $at = FIRST_DAY + $i * 3 * DAY;
    $title = pick($verbs) . ' the ' . pick($nouns) . ' ' . pick($manners) . ', part ' . ($i + 1);
    $content = '';
    for ($paragraph = mt_rand(2, 6); $paragraph > 0; $paragraph--) {
        $content .= "<!-- wp:paragraph -->\n<p>" . prose($sentences, mt_rand(3, 7)) . "</p>\n<!-- /wp:paragraph -->\n\n";
    }
    $id = wp_insert_post(['post_title' => $title, 'post_content' => $content, 'post_excerpt' => prose($sentences, 2), 'post_status' => 'publish',
        'post_author' => pick($authors), 'post_date' => stamp($at), 'post_date_gmt' => stamp($at), 'comment_status' => 'open',
        'post_category' => [pick($categories), pick($categories)], 'tags_input' => [pick($words), pick($words), pick($words)]], true);
    if (is_wp_error($id)) throw new Exception($id->get_error_message());
    if ($i % 4 === 0) update_post_meta($id, '_thumbnail_id', pick($pictures));
    $posts[] = [$id, $at];
}
for ($i = 0; $i < COMMENTS; $i++) {
    [$post, $at] = $posts[$i % 7 === 0 ? POSTS - 1 - ($i % 20) : mt_rand(0, POSTS - 1)];
    $name = pick($people);
    $login = strtolower(strtok($name, ' '));
    $at += 3600 * ($i % 40 + 1);
    wp_insert_comment(['comment_post_ID' => $post, 'comment_author' => $name, 'comment_author_email' => "$login@example.test",
        'comment_content' => pick($remarks) . ' ' . pick($remarks), 'comment_date' => stamp($at), 'comment_date_gmt' => stamp($at), 'comment_approved' => 1]);
}
foreach (['About' => 'Who we are', 'Contact' => 'Where to find us', 'Archive' => 'Everything so far', 'House rules' => 'How we talk here'] as $title => $about) {
    wp_insert_post(['post_type' => 'page', 'post_title' => $title, 'post_status' => 'publish', 'post_author' => $authors[0], 'comment_status' => 'closed',
        'post_content' => "<!-- wp:paragraph -->\n<p>$about. " . prose($sentences, 8) . "</p>\n<!-- /wp:paragraph -->"]);
}

$wpdb->query('COMMIT');
wp_suspend_cache_addition(false);
wp_defer_term_counting(false);
wp_defer_comment_counting(false);
flush_rewrite_rules();
