import { expect, test } from "vitest";

import { stillLoading } from "../../../../../extension/src/background/watch/navigation-error.ts";

const url = "http://name:password@shop.test/cart";

test("a load that lasts is told with what its server lacks, and without the password of its address", () => {
  expect(stillLoading({ url, beganAt: 1_000 }, 3_500).message).toBe(
    "http://shop.test/cart has not come yet: its server has not answered for 2.5 s",
  );
  expect(stillLoading({ url, beganAt: 1_000, status: 200 }, 3_500).message).toBe(
    "http://shop.test/cart has not come yet: its server answered 200, but nothing of the page was shown for 2.5 s",
  );
});

test("a load whose beginning nobody saw is told without a time", () => {
  expect(stillLoading({ url, beganAt: null }, 3_500).message).toBe(
    "http://shop.test/cart has not come yet: nothing of the page was shown",
  );
});
