import { expect, test } from "vitest";

import { WebservError } from "@webserv/shared/errors/errors.ts";
import { assertCompatible } from "@webserv/shared/protocol/version.ts";

const names = { us: "daemon", them: "extension" };

function refusalOf(ours: [number, number], theirs: [number, number]): WebservError | undefined {
  try {
    assertCompatible(
      { major: ours[0], minor: ours[1] },
      { major: theirs[0], minor: theirs[1] },
      names,
    );
  } catch (error) {
    return error instanceof WebservError ? error : undefined;
  }
  return undefined;
}

test.each([
  [
    [1, 0],
    [1, 0],
  ],
  [
    [1, 0],
    [1, 7],
  ],
  [
    [1, 7],
    [1, 0],
  ],
] satisfies [[number, number], [number, number]][])(
  "the protocols %j and %j may talk, as only majors must be equal",
  (ours, theirs) => expect(refusalOf(ours, theirs)).toBeUndefined(),
);

test("the side with the older protocol is told to update", () => {
  const behind = refusalOf([2, 0], [1, 9]);
  expect(behind?.code).toBe("version-mismatch");
  expect(behind?.message).toBe("the extension speaks protocol 1.9, the daemon speaks 2.0");
  expect(behind?.next).toBe("Update the extension.");
  expect(refusalOf([1, 9], [2, 0])?.next).toBe("Update the daemon.");
  expect(refusalOf([1, 9], [2, 0])?.details["update"]).toBe("daemon");
});
