// Keeps the last bytes of an output, however long it is.
export interface OutputTail {
  add(chunk: Buffer): void;
  text(): string;
  truncated(): boolean;
}

export function outputTail(maxBytes: number): OutputTail {
  let chunks: Buffer[] = [];
  let length = 0;
  let dropped = false;
  const squeeze = (): void => {
    const whole = Buffer.concat(chunks, length);
    const kept = whole.subarray(Math.max(0, length - maxBytes));
    dropped ||= kept.length < length;
    chunks = [kept];
    length = kept.length;
  };
  return {
    add(chunk) {
      chunks.push(chunk);
      length += chunk.length;
      // Up to twice as much is kept before it is cut, so that cutting stays cheap.
      if (length > maxBytes * 2) squeeze();
    },
    text() {
      squeeze();
      return chunks[0]?.toString("utf8") ?? "";
    },
    truncated() {
      squeeze();
      return dropped;
    },
  };
}
