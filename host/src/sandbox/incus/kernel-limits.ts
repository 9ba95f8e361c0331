// The kernel's limits that hundreds of containers run into, with the least each has to be.

/**
 * After Incus's guide to production servers; by sysctl key. Not the process table's alone: each
 * container has its own keyring, inotify instances, neighbours and asynchronous I/O.
 */
export const kernelLimitValues: ReadonlyMap<string, number> = new Map([
  ["fs.aio-max-nr", 524_288],
  ["fs.inotify.max_queued_events", 1_048_576],
  ["fs.inotify.max_user_instances", 1_048_576],
  ["fs.inotify.max_user_watches", 1_048_576],
  ["kernel.keys.maxbytes", 2_000_000],
  ["kernel.keys.maxkeys", 20_000],
  ["kernel.pid_max", 4_194_304],
  ["kernel.threads-max", 262_144],
  ["net.ipv4.neigh.default.gc_thresh1", 4096],
  ["net.ipv4.neigh.default.gc_thresh2", 8192],
  ["net.ipv4.neigh.default.gc_thresh3", 16_384],
  ["vm.max_map_count", 262_144],
]);
