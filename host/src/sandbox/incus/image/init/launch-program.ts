// Makes a program of a few system calls that becomes the site's own: it sets default signals and the user, then calls
// exec.
//
// busybox can't do this: what incusd starts inherits an ignored SIGPIPE, which no shell can undo (POSIX),
// and its applets know no user that is missing in /etc/passwd. An image may have no libc and this machine
// no compiler, so that the program is put together here, for the user it is to become.

export interface LaunchIdentity {
  readonly uid: number;
  readonly gid: number;
  /** The supplementary groups, with `gid` or without. */
  readonly groups: readonly number[];
}

/** A system call with constant arguments, up to four. */
type Call = readonly [number: number, ...args: number[]];

interface Machine {
  /** e_machine of ELF. */
  readonly elf: number;
  readonly numbers: Readonly<
    Record<
      "sigaction" | "sigprocmask" | "setgroups" | "setgid" | "setuid" | "write" | "exit",
      number
    >
  >;
  /**
   * Encodes a call; `failure` is the distance in bytes from the end of these instructions to the error path. If it is
   * undefined, the program goes on anyway.
   */
  readonly call: (call: Call, failure: number | undefined) => Buffer;
  /** execve(argv[1], argv + 1, environ): argc, argv and environ lie on the stack a process starts with. */
  readonly exec: Buffer;
}

const LOADED_AT = 0x400000;
const HEADERS = 64 + 56;
const unblockable = new Set([9, 19]);
const failureText = Buffer.from("webserv: the image's command can't be executed as its user\n");

/** Makes an ELF file for this machine's processor; `launch PROGRAM ARGS…` never returns, or ends with 127. */
export function launchProgram(identity: LaunchIdentity, arch: string = process.arch): Buffer {
  const machine = machines[arch];
  if (machine === undefined) throw new Error(`no sandboxes of images on ${arch} processors`);
  const groups = Buffer.alloc(identity.groups.length * 4);
  for (const [at, group] of identity.groups.entries()) groups.writeUInt32LE(group, at * 4);
  // The data comes first, so that its address does not depend on the code.
  const zeros = LOADED_AT + HEADERS;
  const groupsAt = zeros + 32;
  const textAt = groupsAt + groups.length;
  const data = padded(Buffer.concat([Buffer.alloc(32), groups, failureText]));
  const { numbers } = machine;
  const signals = Array.from({ length: 31 }, (_, at) => at + 1).filter((n) => !unblockable.has(n));
  const calls: Call[] = [
    ...signals.map((signal): Call => [numbers.sigaction, signal, zeros, 0, 8]),
    [numbers.sigprocmask, 2, zeros, 0, 8],
    [numbers.setgroups, identity.groups.length, groupsAt],
    [numbers.setgid, identity.gid],
    [numbers.setuid, identity.uid],
  ];
  const failure = Buffer.concat([
    machine.call([numbers.write, 2, textAt, failureText.length], undefined),
    machine.call([numbers.exit, 127], undefined),
  ]);
  const code = Buffer.concat([inTurn(machine, calls), machine.exec, failure]);
  return elfFile(machine.elf, data, code);
}

/** Encodes the calls one after the other; one that fails jumps to the error path behind the exec. */
function inTurn(machine: Machine, calls: readonly Call[]): Buffer {
  const parts: Buffer[] = [];
  let behind = machine.exec.length;
  for (const call of calls.toReversed()) {
    const part = machine.call(call, behind);
    parts.unshift(part);
    behind += part.length;
  }
  return Buffer.concat(parts);
}

const machines: Readonly<Record<string, Machine>> = {
  x64: {
    elf: 62,
    numbers: {
      sigaction: 13,
      sigprocmask: 14,
      setgroups: 116,
      setgid: 106,
      setuid: 105,
      write: 1,
      exit: 231,
    },
    call([number, ...args], failure) {
      // mov edi, esi, edx, r10d with a constant of 32 bits.
      const registers = [[0xbf], [0xbe], [0xba], [0x41, 0xba]];
      const moves = args.map((arg, at) =>
        Buffer.concat([Buffer.from(registers[at] ?? []), uint32(arg)]),
      );
      const syscall = Buffer.from([0x0f, 0x05]);
      // test rax, rax; js failure
      const check =
        failure === undefined ? [] : [Buffer.from([0x48, 0x85, 0xc0, 0x0f, 0x88]), uint32(failure)];
      return Buffer.concat([Buffer.from([0xb8]), uint32(number), ...moves, syscall, ...check]);
    },
    // lea rsi, [rsp+16]; mov rdi, [rsi]; mov rax, [rsp]; lea rdx, [rsp+rax*8+16]; mov eax, 59; syscall
    exec: Buffer.from("488d742410488b3e488b0424488d54c410b83b0000000f05", "hex"),
  },
  arm64: {
    elf: 183,
    numbers: {
      sigaction: 134,
      sigprocmask: 135,
      setgroups: 159,
      setgid: 144,
      setuid: 146,
      write: 64,
      exit: 94,
    },
    call([number, ...args], failure) {
      const moves = [...args.flatMap((arg, at) => move(at, arg)), ...move(8, number)];
      // tbnz x0, #63, failure: counted in instructions, from this one.
      const check =
        failure === undefined ? [] : [0xb7f80000 + ((((failure + 4) / 4) & 0x3fff) << 5)];
      return Buffer.concat([...moves, 0xd4000001, ...check].map(uint32));
    },
    // ldr x9, [sp]; add x1, sp, #16; ldr x0, [x1]; add x2, x1, x9, lsl #3; movz x8, #221; svc #0
    exec: Buffer.concat(
      [0xf94003e9, 0x910043e1, 0xf9400020, 0x8b090c22, 0xd2801ba8, 0xd4000001].map(uint32),
    ),
  },
};

/** Encodes arm64's movz and movk. */
function move(register: number, value: number): number[] {
  return [
    0xd2800000 + ((value & 0xffff) << 5) + register,
    0xf2a00000 + ((value >>> 16) << 5) + register,
  ];
}

/** Makes a file of one segment that is read and executed, with the data before the code. */
function elfFile(machine: number, data: Buffer, code: Buffer): Buffer {
  const size = HEADERS + data.length + code.length;
  const head = Buffer.alloc(HEADERS);
  head.write("\x7fELF\x02\x01\x01", 0, "latin1");
  head.writeUInt16LE(2, 16); // e_type: executable
  head.writeUInt16LE(machine, 18);
  head.writeUInt32LE(1, 20); // e_version
  head.writeBigUInt64LE(BigInt(LOADED_AT + HEADERS + data.length), 24); // e_entry
  head.writeBigUInt64LE(64n, 32); // e_phoff
  head.writeUInt16LE(64, 52); // e_ehsize
  head.writeUInt16LE(56, 54); // e_phentsize
  head.writeUInt16LE(1, 56); // e_phnum
  head.writeUInt32LE(1, 64); // p_type: PT_LOAD
  head.writeUInt32LE(5, 68); // p_flags: read, execute
  head.writeBigUInt64LE(BigInt(LOADED_AT), 80); // p_vaddr
  head.writeBigUInt64LE(BigInt(LOADED_AT), 88); // p_paddr
  head.writeBigUInt64LE(BigInt(size), 96); // p_filesz
  head.writeBigUInt64LE(BigInt(size), 104); // p_memsz
  head.writeBigUInt64LE(0x1000n, 112); // p_align
  return Buffer.concat([head, data, code]);
}

/** Pads the data to a whole number of instructions. */
function padded(data: Buffer): Buffer {
  return Buffer.concat([data, Buffer.alloc((8 - (data.length % 8)) % 8)]);
}

function uint32(value: number): Buffer {
  const out = Buffer.alloc(4);
  out.writeUInt32LE(value >>> 0);
  return out;
}
