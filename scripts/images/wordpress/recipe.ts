// WordPress with nginx, PHP-FPM and MariaDB in one image, filled with posts, comments and pictures.
import type { Recipe } from "../recipe.ts";

const SECOND = 1_000_000_000;

export const wordpress: Recipe = {
  name: "wordpress",
  // nginx and FPM are named, or Apache would come along with WordPress.
  packages: [
    "nginx-light",
    "php8.2-fpm",
    "php8.2-mysql",
    "php8.2-gd",
    "php8.2-xml",
    "php8.2-mbstring",
    "php8.2-curl",
    "mariadb-server",
    "wordpress",
    "wordpress-theme-twentytwentyone",
    "wordpress-theme-twentytwentythree",
    "tini",
    "iproute2",
    "curl",
  ],
  config: {
    Entrypoint: ["/usr/bin/tini", "--", "/usr/local/bin/wordpress-services"],
    Env: ["PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8"],
    WorkingDir: "/usr/share/wordpress",
    ExposedPorts: { "80/tcp": {} },
    // It holds the pictures of the posts: an image whose volume's data counts.
    Volumes: { "/var/lib/wordpress/wp-content/uploads": {} },
    Labels: { "org.opencontainers.image.title": "wordpress" },
    Healthcheck: {
      Test: ["CMD", "curl", "--fail", "--silent", "--output", "/dev/null", "http://127.0.0.1/"],
      Interval: 5 * SECOND,
      Timeout: 10 * SECOND,
      StartPeriod: 30 * SECOND,
      Retries: 3,
    },
  },
  async build({ root, run, say }) {
    say("database, posts and comments; pages compiled");
    await run.inside(root, ["bash", "/.build/build.sh"]);
  },
};
