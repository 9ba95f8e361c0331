// Makes an Incus image of a static busybox and nothing else: it boots quickly, serves /www, and stops when asked.
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";

import { plainEntry } from "@webserv/host/src/sandbox/incus/image/tar/tar-entry.ts";
import {
  tarEnd,
  tarFile,
  tarHeader,
} from "@webserv/host/src/sandbox/incus/image/tar/tar-writer.ts";

/**
 * Its init takes the address from WEBSERV_ADDRESS, serves `/www` at port 80 and `/www8` at 8080 by busybox
 * httpd with CGI, and powers off on SIGPWR.
 */
const init = `#!/bin/sh
export PATH=/bin
trap 'exit 0' PWR
mkdir -p /proc /tmp && ip link set lo up
if [ -n "$WEBSERV_ADDRESS" ]; then
  ip addr add "$WEBSERV_ADDRESS" dev eth0 && ip link set eth0 up
  httpd -p 80 -h /www
fi
while :; do sleep 3600 & wait; done
`;

const page = "#!/bin/sh\necho 'Content-Type: text/plain'\necho\n";

const files: Readonly<Record<string, string>> = {
  "sbin/init": init,
  "etc/passwd": "root:x:0:0:root:/root:/bin/sh\nweb:x:1000:1001::/home/web:/bin/sh\n",
  "etc/group": "root:x:0:\nweb:x:1001:\n",
  "www/index.html": "<title>Busybox</title>welcome\n",
  "www/cgi-bin/count": `${page}n=$(cat /tmp/n 2>/dev/null || echo 0); n=$((n + 1)); echo $n > /tmp/n; echo "visit $n"\n`,
  "www/cgi-bin/echo": `${page}echo "$REQUEST_METHOD $HTTP_HOST $QUERY_STRING"; cat\n`,
};

/** Makes a unified image tarball, not compressed. Another `seed` makes another image. */
export async function busyboxImage(seed = ""): Promise<Readable> {
  const busybox = await readFile("/bin/busybox");
  const metadata = `architecture: ${process.arch === "x64" ? "x86_64" : "aarch64"}
creation_date: 1700000000
properties: { description: busybox, seed: "${seed}" }
templates: {}
`;
  const folders = ["", "bin", "sbin", "etc", "www", "www/cgi-bin", "proc", "sys", "dev", "root"];
  const applets = "sh ip httpd mkdir sleep cat echo id env pwd ls stat touch head kill wc test";
  return Readable.from([
    tarFile(plainEntry("metadata.yaml", "file", 0o644), Buffer.from(metadata)),
    ...folders.map((name) => tarHeader(plainEntry(`rootfs/${name}`, "folder", 0o755))),
    tarHeader(plainEntry("rootfs/tmp", "folder", 0o1777)),
    tarFile(plainEntry("rootfs/bin/busybox", "file", 0o755), busybox),
    ...applets
      .split(" ")
      .map((name) =>
        tarHeader(plainEntry(`rootfs/bin/${name}`, "symlink", 0o777, { linkPath: "busybox" })),
      ),
    ...Object.entries(files).map(([name, text]) =>
      tarFile(
        plainEntry(`rootfs/${name}`, "file", name.startsWith("etc") ? 0o644 : 0o755),
        Buffer.from(text),
      ),
    ),
    tarEnd(),
  ]);
}
