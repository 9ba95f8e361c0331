// The smallest useful server: nginx and one page.
import type { Recipe } from "../recipe.ts";

const SECOND = 1_000_000_000;

export const nginx: Recipe = {
  name: "nginx",
  packages: ["nginx-light", "iproute2", "curl"],
  config: {
    Entrypoint: ["/usr/sbin/nginx"],
    Cmd: ["-g", "daemon off;"],
    Env: ["PATH=/usr/sbin:/usr/bin:/sbin:/bin"],
    WorkingDir: "/",
    ExposedPorts: { "80/tcp": {} },
    StopSignal: "SIGQUIT",
    Labels: { "org.opencontainers.image.title": "nginx" },
    Healthcheck: {
      Test: ["CMD", "curl", "--fail", "--silent", "--output", "/dev/null", "http://127.0.0.1/"],
      Interval: 5 * SECOND,
      Timeout: 3 * SECOND,
      Retries: 3,
    },
  },
};
