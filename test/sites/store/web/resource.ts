// Loads something from the server and keeps what was there before until the new has come.
import { useEffect, useState } from "preact/hooks";
import type { z } from "zod";
import type { Problem } from "../contract/problem.ts";
import { call, problemOf } from "./shop-api.ts";

export type Resource<T> = {
  data: T | undefined;
  problem: Problem | undefined;
  isLoading: boolean;
};

type Loaded<T> = { path: string; data: T | undefined; problem: Problem | undefined };

/** GETs an API path; `null` loads nothing. A newer path cancels the one before. */
export function useResource<Shape extends z.ZodType>(
  shape: Shape,
  path: string | null,
): Resource<z.output<Shape>> {
  const [loaded, setLoaded] = useState<Loaded<z.output<Shape>>>();
  useEffect(() => {
    if (path === null) return;
    const ended = new AbortController();
    call(shape, "GET", path, { signal: ended.signal })
      .then((data) => setLoaded({ path, data, problem: undefined }))
      .catch((error: unknown) => {
        if (ended.signal.aborted) return;
        setLoaded((before) => ({ path, data: before?.data, problem: problemOf(error) }));
      });
    return () => ended.abort();
  }, [shape, path]);
  return {
    data: loaded?.data,
    problem: loaded?.path === path ? loaded?.problem : undefined,
    isLoading: path !== null && loaded?.path !== path,
  };
}
