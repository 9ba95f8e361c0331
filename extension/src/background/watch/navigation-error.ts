// Says in words why a page could not be loaded.
import { withoutUserInfo } from "@webserv/shared/model/text/user-info.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import { isPageless, navigationAdvice } from "./navigation-advice.ts";
import type { DocumentLoad, FailedLoad } from "./navigation-log.ts";
import { ABORTED } from "./navigation-log.ts";

/** A load under way; `beganAt` is null if nobody saw its beginning. */
type LoadUnderWay = Pick<DocumentLoad, "url" | "status"> & { readonly beganAt: number | null };

/** Says of a load under way what it still lacks. @param nowMs is the present time on the worker's clock */
export function stillLoading(
  { url: loading, beganAt, status }: LoadUnderWay,
  nowMs: number,
): WebservError {
  const url = withoutUserInfo(loading);
  const since = beganAt === null ? "" : ` for ${((nowMs - beganAt) / 1_000).toFixed(1)} s`;
  const answered = status === undefined ? "" : `its server answered ${status}, but `;
  const why =
    beganAt !== null && status === undefined
      ? `its server has not answered${since}`
      : `${answered}nothing of the page was shown${since}`;
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
