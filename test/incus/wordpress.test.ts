// WordPress as its users have it: a whole blog, written to by an agent, looked up in its database, and clean again after a reset.
import { join } from "node:path";

import { expect, test } from "vitest";

import { packageRoot } from "@webserv/host/src/paths.ts";

import { describeWithIncus } from "../support/incus/incus.ts";
import { addressOf, STEPS_MS, useRealSite } from "../support/sandboxes/real-site.ts";
import type { SiteUser } from "../support/sandboxes/site-user.ts";

const ORIGIN = "http://wordpress.test";
const PICTURES = join(packageRoot, "extension", "public", "icons");
const TITLE = "The bench by the harbour";
const TEXT = "It was mended with borrowed tools, and nobody was in a hurry.";
const NEWEST = "Measuring the workshop with the whole family, part 600";
const REMARK = "The plane iron was sharpened by hand.";

describeWithIncus("WordPress", () => {
  // All of these tests share one import of the image, which takes longer than any of them.
  const site = useRealSite({ name: "wordpress" });

  /** What its database answers, one row a line. */
  const ask = async (sandboxId: string, query: string): Promise<string> => {
    const client = ["mariadb", "--batch", "--skip-column-names", "wordpress"];
    return await site().exec(sandboxId, ...client, "-e", query);
  };
  const posts =
    "SELECT count(*) FROM wp_posts WHERE post_type = 'post' AND post_status = 'publish'";
  const remarks = `SELECT comment_author FROM wp_comments WHERE comment_content = '${REMARK}'`;
  const comments = "SELECT count(*) FROM wp_comments WHERE comment_approved = '1'";

  test(
    "a comment written in the browser is in the page and the database, and is gone after a reset",
    { timeout: STEPS_MS },
    async () => {
      const ready = await site().keepReady(2);
      const one = await site().create("one");
      expect(ready).toContain(addressOf(one));
      await site().create("other");
      expect(Number(await ask("one", posts))).toBeGreaterThanOrEqual(500);
      const before = await ask("one", comments);

      const user = await site().use("one", "/");
      await user.follow(NEWEST);
      await user.reads("Leave a comment");
      expect(user.html).not.toContain(REMARK);
      const address = user.url;
      expect(address).toMatch(/^http:\/\/wordpress\.test\/[a-z0-9-]+part-600\/$/);
      await comment(user, REMARK);
      expect(await ask("one", remarks)).toBe("Iris Vogel");
      expect(await ask("one", comments)).toBe(String(Number(before) + 1));
      expect(await ask("other", remarks)).toBe("");

      const again = await site().reset("one");
      expect(addressOf(again)).not.toBe(addressOf(one));
      await user.goto(address);
      await user.reads("Leave a comment");
      expect(user.url).toBe(address);
      expect(user.html).not.toContain(REMARK);
      expect(await ask("one", remarks)).toBe("");
      expect(await ask("one", comments)).toBe(before);
      await user.close();

      await using theirs = await site().use("other", new URL(address).pathname);
      await theirs.reads("Leave a comment");
      expect(theirs.html).toContain(NEWEST);
      expect(theirs.html).not.toContain(REMARK);
    },
  );

  test(
    "an agent logs in, publishes a post, uploads a picture, names the site anew and marks a comment as spam",
    { timeout: STEPS_MS },
    async () => {
      await site().create("agents-blog");
      await using user = await site().use("agents-blog", "/", PICTURES);
      await user.goto(`${ORIGIN}/?p=627`);
      await comment(user, "Cheap paint here");
      await logIn(user);

      await publish(user);
      const published = `SELECT post_status, post_content FROM wp_posts
        WHERE post_type = 'post' AND post_title = '${TITLE}'`;
      const paragraph = String.raw`<!-- wp:paragraph -->\n<p>${TEXT}</p>\n<!-- /wp:paragraph -->`;
      expect(await ask("agents-blog", published)).toBe(`publish\t${paragraph}`);

      await user.goto(`${ORIGIN}/wp-admin/media-new.php`);
      await user.upload("select-files", join(PICTURES, "icon-128.png"));
      await user.reads("icon-128");
      const pictures = `SELECT post_mime_type, guid FROM wp_posts
        WHERE post_type = 'attachment' AND post_title = 'icon-128'`;
      expect(await ask("agents-blog", pictures)).toMatch(
        /^image\/png\thttp:\/\/wordpress\.test\/wp-content\/uploads\/.*\/icon-128\.png$/,
      );

      await user.goto(`${ORIGIN}/wp-admin/options-general.php`);
      await user.type("site-title", "The Longer Weekend");
      await user.click("save-changes");
      await user.reads("Settings saved.");
      const name = "SELECT option_value FROM wp_options WHERE option_name = 'blogname'";
      expect(await ask("agents-blog", name)).toBe("The Longer Weekend");

      const spam =
        "SELECT comment_author, comment_approved FROM wp_comments WHERE comment_approved";
      expect(await ask("agents-blog", `${spam} = 'spam'`)).toBe("");
      await user.goto(`${ORIGIN}/wp-admin/edit-comments.php`);
      // What can be done with a comment shows where the pointer is.
      await user.hover("cheap-paint-here");
      await user.click("mark-this-comment-as");
      await user.reads("marked as spam");
      expect(await ask("agents-blog", `${spam} = 'spam'`)).toBe("Iris Vogel\tspam");
    },
  );
});

/** As a visitor, below the post that is shown. */
async function comment(user: SiteUser, text: string): Promise<void> {
  await user.type("comment", text);
  await user.type("name", "Iris Vogel");
  await user.type("email", "iris@example.test");
  await user.click("post-comment");
  await user.reads(text);
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
