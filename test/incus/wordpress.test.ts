// WordPress as its users have it: a whole blog, written to through the browser, and clean again after a reset.
import { expect, test } from "vitest";

import { describeWithIncus } from "../support/incus.ts";
import { addressOf, STEPS_MS, useRealSite } from "../support/real-site.ts";

const NEWEST = "Measuring the workshop with the whole family, part 600";
const REMARK = "The plane iron was sharpened by hand.";

describeWithIncus("WordPress", () => {
  const site = useRealSite({ name: "wordpress" });

  /** What its database answers, one row a line. */
  const ask = async (sandboxId: string, query: string): Promise<string> =>
    await site().exec(
      sandboxId,
      "mariadb",
      "--batch",
      "--skip-column-names",
      "wordpress",
      "-e",
      query,
    );
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

      const visit = await site().visit("one");
      await visit.follow(NEWEST);
      await visit.reads("Leave a comment");
      expect(visit.html).not.toContain(REMARK);
      const address = visit.url;
      expect(address).toMatch(/^http:\/\/wordpress\.test\/[a-z0-9-]+part-600\/$/);
      await visit.type("comment", REMARK);
      await visit.type("name", "Iris Vogel");
      await visit.type("email", "iris@example.test");
      await visit.click("post-comment");
      await visit.reads(REMARK);
      expect(await ask("one", remarks)).toBe("Iris Vogel");
      expect(await ask("one", comments)).toBe(String(Number(before) + 1));
      expect(await ask("other", remarks)).toBe("");

      const again = await site().reset("one");
      expect(addressOf(again)).not.toBe(addressOf(one));
      await visit.goto(address);
      await visit.reads("Leave a comment");
      expect(visit.url).toBe(address);
      expect(visit.html).not.toContain(REMARK);
      expect(await ask("one", remarks)).toBe("");
      expect(await ask("one", comments)).toBe(before);
      await visit.close();

      await using theirs = await site().visit("other", new URL(address).pathname);
      await theirs.reads("Leave a comment");
      expect(theirs.html).toContain(NEWEST);
      expect(theirs.html).not.toContain(REMARK);
    },
  );
});
