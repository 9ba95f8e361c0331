// What people do in WordPress, done by an agent through the public API alone, and looked up in its database.
import { join } from "node:path";

import { expect, test } from "vitest";

import { packageRoot } from "@webserv/host/src/paths.ts";

import { describeWithIncus } from "../support/incus.ts";
import { STEPS_MS, useRealSite } from "../support/real-site.ts";
import type { SiteUser } from "../support/site-user.ts";

const ORIGIN = "http://wordpress.test";
const PICTURES = join(packageRoot, "extension", "public", "icons");
const TITLE = "The bench by the harbour";
const TEXT = "It was mended with borrowed tools, and nobody was in a hurry.";

describeWithIncus("an agent in WordPress", () => {
  const site = useRealSite({ name: "wordpress" });

  const ask = async (query: string): Promise<string> => {
    const client = ["mariadb", "--batch", "--skip-column-names", "wordpress"];
    return await site().exec("blog", ...client, "-e", query);
  };

  test(
    "logs in, publishes a post, uploads a picture, names the site anew and marks a comment as spam",
    { timeout: STEPS_MS },
    async () => {
      await site().create("blog");
      await using user = await site().use("blog", "/", PICTURES);
      await commentAsAVisitor(user);
      await logIn(user);

      await publish(user);
      const published = `SELECT post_status, post_content FROM wp_posts
        WHERE post_type = 'post' AND post_title = '${TITLE}'`;
      const paragraph = String.raw`<!-- wp:paragraph -->\n<p>${TEXT}</p>\n<!-- /wp:paragraph -->`;
      expect(await ask(published)).toBe(`publish\t${paragraph}`);

      await user.goto(`${ORIGIN}/wp-admin/media-new.php`);
      await user.upload("select-files", join(PICTURES, "icon-128.png"));
      await user.reads("icon-128");
      const pictures = `SELECT post_mime_type, guid FROM wp_posts
        WHERE post_type = 'attachment' AND post_title = 'icon-128'`;
      expect(await ask(pictures)).toMatch(
        /^image\/png\thttp:\/\/wordpress\.test\/wp-content\/uploads\/.*\/icon-128\.png$/,
      );

      await user.goto(`${ORIGIN}/wp-admin/options-general.php`);
      await user.type("site-title", "The Longer Weekend");
      await user.click("save-changes");
      await user.reads("Settings saved.");
      const name = "SELECT option_value FROM wp_options WHERE option_name = 'blogname'";
      expect(await ask(name)).toBe("The Longer Weekend");

      const spam =
        "SELECT comment_author, comment_approved FROM wp_comments WHERE comment_approved";
      expect(await ask(`${spam} = 'spam'`)).toBe("");
      await user.goto(`${ORIGIN}/wp-admin/edit-comments.php`);
      // What can be done with a comment shows where the pointer is.
      await user.hover("cheap-paint-here");
      await user.click("mark-this-comment-as");
      await user.reads("marked as spam");
      expect(await ask(`${spam} = 'spam'`)).toBe("Iris Vogel\tspam");
    },
  );
});

async function commentAsAVisitor(user: SiteUser): Promise<void> {
  await user.goto(`${ORIGIN}/?p=627`);
  await user.type("comment", "Cheap paint here");
  await user.type("name", "Iris Vogel");
  await user.type("email", "iris@example.test");
  await user.click("post-comment");
  await user.reads("Cheap paint here");
}

async function logIn(user: SiteUser): Promise<void> {
  await user.goto(`${ORIGIN}/wp-login.php`);
  await user.type("username-or-email", "admin");
  await user.type("password", "webserv-admin");
  await user.click("log-in");
  await user.reads("Howdy, admin");
}

async function publish(user: SiteUser): Promise<void> {
  await user.goto(`${ORIGIN}/wp-admin/post-new.php`);
  await user.reads("Welcome to the block editor");
  await user.click("welcome-to-the-block.close-dialog");
  await user.type("add-title", TITLE);
  await user.press("Enter");
  await user.type("empty-block-start", TEXT);
  await user.click("editor-top-bar.publish");
  await user.reads("Are you ready to publish?");
  await user.click("publish");
  await user.reads("is now live");
}
