// Defines our init: the shell script that is process 1 of every sandbox, and the file that describes its site to it.

/** The folder inside an image that holds all files of ours. */
export const OWN_FOLDER = ".webserv";
/** It is raised whenever our files in images change, so that images are imported anew. */
export const INIT_VERSION = 3;
export const SITE_LOG = `/${OWN_FOLDER}/log/site.log`;
export const EXIT_FILE = `/${OWN_FOLDER}/exit`;

export interface SiteStart {
  readonly hostName: string;
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Each `NAME=value`. */
  readonly env: readonly string[];
  readonly workdir: string;
  readonly uid: number;
  readonly gid: number;
  /** The signal's name without `SIG`, or its number. */
  readonly stopSignal: string;
  readonly sharedMemoryMiB?: number | undefined;
  /** The path of the image's own init, if it is process 1 in place of ours. */
  readonly ownInit?: string | undefined;
}

/** Writes the file that the init reads: values as shell words, whatever characters they hold. */
export function siteFile(start: SiteStart): string {
  const path = start.env.find((item) => item.startsWith("PATH="))?.slice(5) ?? "";
  const words = (items: readonly string[]): string => items.map(quoted).join(" ");
  return [
    `host_name=${quoted(start.hostName)}`,
    `workdir=${quoted(start.workdir)}`,
    `uid=${start.uid}`,
    `gid=${start.gid}`,
    `stop_signal=${quoted(start.stopSignal)}`,
    `shm=\${WEBSERV_SHM_MIB:-${start.sharedMemoryMiB ?? ""}}`,
    `site_path=${quoted(path)}`,
    `own_init=${quoted(start.ownInit ?? "")}`,
    `set -- ${words(start.command)}`,
    `run() { exec $b setsid $b env -i ${words([...start.env, `HOSTNAME=${start.hostName}`])} $own/launch "$@"; }`,
    "",
  ].join("\n");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * Its own comments describe it. The instance's environment gives WEBSERV_ADDRESS (such as 10.87.1.5/16),
 * WEBSERV_SHM_MIB and WEBSERV_HOSTS (names, separated by spaces, that stand for the sandbox itself). It runs under a
 * busybox of ours, since an image may have no shell.
 */
export const initScript = `#!/${OWN_FOLDER}/busybox sh
# WebServ's init: brings up what a container needs, starts the image's command as Docker would, and
# stays process 1 until it ends.
own=/${OWN_FOLDER}
b=$own/busybox
. $own/site

signalled=
late=
trap 'signalled=1' PWR TERM INT
trap 'late=1' USR1
# What is left of an earlier run, which in a clone is its template's, and what is written anew below.
pipe=$own/pipe
$b rm -f $own/exit $own/log/site.log $own/log/site.log.1 $pipe /etc/hosts /etc/resolv.conf /etc/hostname

# /dev is Incus's own; /dev/shm is not in it.
[ -e /dev/fd ] || $b ln -s /proc/self/fd /dev/fd
[ -d /dev/shm ] || $b mkdir -p /dev/shm
$b mount -t tmpfs -o "mode=1777,nosuid,nodev\${shm:+,size=\${shm}m}" shm /dev/shm

# The same name in every clone: what databases and queues wrote under it in the template stays theirs.
echo "$host_name" >/proc/sys/kernel/hostname || $b hostname "$host_name"
address=\${WEBSERV_ADDRESS%/*}
{
  echo "127.0.0.1 localhost $WEBSERV_HOSTS"
  echo "::1 localhost ip6-localhost ip6-loopback"
  echo "\${address:-127.0.1.1} $host_name"
} >/etc/hosts
echo "# No name leads out of a sandbox." >/etc/resolv.conf
echo "$host_name" >/etc/hostname

# As in Docker: any user may listen on port 80.
echo 0 >/proc/sys/net/ipv4/ip_unprivileged_port_start
$b ip link set lo up
if [ -n "$WEBSERV_ADDRESS" ] && [ -d /sys/class/net/eth0 ]; then
  echo 1 >/proc/sys/net/ipv6/conf/eth0/disable_ipv6
  $b ip addr add "$WEBSERV_ADDRESS" brd + dev eth0
  read -r flags </sys/class/net/eth0/flags
  [ $((flags & 1)) = 1 ] || $b ip link set eth0 up
  # Neighbours that knew this address under another MAC would keep it for up to a minute.
  mac=$(printf '02:57:%02x:%02x:%02x:%02x' $(IFS=.; echo $address))
  read -r actual </sys/class/net/eth0/address
  [ "$mac" = "$actual" ] || $b arping -q -A -c 1 -I eth0 "$address" >/dev/null 2>&1 &
fi

if [ -n "$own_init" ]; then
  shift
  exec "$own_init" "$@"
fi

# The site's output comes through a pipe, as in Docker, into a file that starts anew at a size. The pipe
# is the site's, so that it may open /dev/stdout.
$b mkfifo -m 600 $pipe
[ "$uid:$gid" = 0:0 ] || $b chown $uid:$gid $pipe
keep_log() {
  trap '' TERM INT PWR
  log=$own/log/site.log
  while :; do
    before=$($b stat -c %s $log 2>/dev/null)
    $b dd bs=16384 count=128 2>/dev/null >>$log || { $b cat >/dev/null; break; }
    after=$($b stat -c %s $log)
    [ "$before" = "$after" ] && break
    [ "$after" -gt 2097152 ] && $b mv -f $log $log.1
  done
}
keep_log <$pipe &
logger=$!

start() {
  program=$1
  shift
  case $program in
    */*) ;;
    *)
      found=
      IFS=:
      for folder in $site_path; do
        if [ -z "$found" ] && [ -f "\${folder:-.}/$program" ] && [ -x "\${folder:-.}/$program" ]; then
          found=\${folder:-.}/$program
        fi
      done
      unset IFS
      if [ -z "$found" ]; then
        echo "webserv: no program $program in $site_path"
        exit 127
      fi
      program=$found
      ;;
  esac
  run "$program" "$@"
}
(
  exec >$pipe 2>&1 </dev/null
  umask 022
  [ -d "$workdir" ] || $b mkdir -p "$workdir"
  cd "$workdir" || exit 127
  start "$@"
) &
main=$!

# Waiting reaps whatever the site's processes leave behind.
code=127
stopped=false
timer=
while :; do
  wait $main
  status=$?
  [ $status = 127 ] || code=$status
  if [ -n "$late" ]; then
    late=
    signalled=
    kill -KILL -$main
    continue
  fi
  [ -n "$signalled" ] || break
  signalled=
  stopped=true
  kill -s "$stop_signal" -$main 2>/dev/null || kill -s "$stop_signal" $main 2>/dev/null
  if [ -z "$timer" ]; then
    { $b sleep 10 && kill -USR1 1; } &
    timer=$!
  fi
done
echo "{\\"code\\":$code,\\"stopped\\":$stopped}" >$own/exit

# Services that left the command's process group, such as databases, are ended in their own time too.
others() {
  for entry in /proc/[0-9]*; do
    program=$($b readlink $entry/exe) && [ "$program" != $b ] && return 0
  done
  return 1
}
if others; then
  kill -TERM -1
  tries=100
  while [ $tries -gt 0 ] && others; do
    tries=$((tries - 1))
    $b sleep 0.1
  done
  others && kill -KILL -1
fi
# The pipe has no writer any more; what it holds is still to be written down.
wait $logger
exit 0
`;
