// Says in words why a page could not be loaded.
import { withoutUserInfo } from "@webserv/shared/model/text/user-info.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import { isPageless, navigationAdvice } from "./navigation-advice.ts";
import type { DocumentLoad, FailedLoad } from "./navigation-log.ts";
import { ABORTED } from "./navigation-log.ts";

/** Says of a load under way what it still lacks. @param nowMs is the present time on the worker's clock */
export function stillLoading(
  { url: loading, beganAt, status }: Pick<DocumentLoad, "url" | "beganAt" | "status">,
  nowMs: number,
): WebservError {
  const url = withoutUserInfo(loading);
  const seconds = ((nowMs - beganAt) / 1_000).toFixed(1);
  const why =
    status === undefined
      ? `its server has not answered for ${seconds} s`
      : `its server answered ${status}, but nothing of the page was shown for ${seconds} s`;
  return new WebservError("still-loading", `${url.slice(0, 300)} has not come yet: ${why}`, {
    details: { url, ...(status === undefined ? {} : { status }) },
  });
}

export function navigationError({ url: loaded, error, status }: FailedLoad): WebservError {
  const url = withoutUserInfo(loaded);
  const where = url.slice(0, 300);
  const isRefused = status !== undefined && status >= 400;
  const message = isRefused
    ? `${where} could not be loaded: the server answered ${status} and sent no page (${error})`
    : isPageless(error, status)
      ? `${where} was not shown: the server answered ${status ?? ""}, which has no page`
      : error === ABORTED
        ? `${where} was not shown: it is a download, has no content, or was given up`
        : `${where} could not be loaded: ${error}`;
  const next = navigationAdvice(error, status);
  return new WebservError("navigation-failed", message, {
    ...(next === undefined ? {} : { next }),
    details: { url, netError: error, ...(status === undefined ? {} : { status }) },
  });
}
