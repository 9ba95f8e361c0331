<?php
// Asks for every kind of page, signed in and not, until nothing is compiled for the first time any more.
const SITE = 'http://wordpress.test';

$jar = tempnam('/tmp', 'cookies');
function visit(string $path, ?array $form = null): string {
    global $jar;
    $curl = curl_init(SITE . $path);
    curl_setopt_array($curl, [CURLOPT_RETURNTRANSFER => true, CURLOPT_FOLLOWLOCATION => true, CURLOPT_TIMEOUT => 60,
        CURLOPT_COOKIEJAR => $jar, CURLOPT_COOKIEFILE => $jar, CURLOPT_RESOLVE => ['wordpress.test:80:127.0.0.1']]);
    if ($form !== null) curl_setopt($curl, CURLOPT_POSTFIELDS, http_build_query($form));
    $body = curl_exec($curl);
    $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
    if ($status !== 200) throw new Exception("$path answered $status: " . substr((string) $body, 0, 500));
    return $body;
}

for ($round = 0; $round < 2; $round++) {
    $home = visit('/');
    if (!str_contains($home, 'The Long Weekend') || !str_contains($home, ', part 600')) throw new Exception('the front page is not as seeded');
    preg_match('~href="' . SITE . '(/[a-z-]+part-600/)"~', $home, $newest) or throw new Exception('no link to the newest post');
    foreach ([$newest[1], '/page/2/', '/?s=lighthouse', '/category/gardens/', '/tag/wood/', '/author/ada/', '/about/', '/feed/', '/wp-login.php', '/wp-json/wp/v2/posts'] as $path) visit($path);
}
visit('/wp-login.php', ['log' => 'admin', 'pwd' => 'webserv-admin', 'testcookie' => '1', 'wp-submit' => 'Log In']);
foreach (['', 'edit.php', 'post-new.php', 'edit-comments.php', 'users.php', 'options-general.php', 'upload.php', 'profile.php'] as $page) {
    $body = visit("/wp-admin/$page");
    if (str_contains($body, 'id="loginform"')) throw new Exception("/wp-admin/$page asks for a login");
}
