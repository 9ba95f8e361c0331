// The few globals that browsers, workers and Node all have, so that shared code compiles against
// nothing else. Other worlds bring their own, fuller declarations and never see this file.
declare class AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}
interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(
    type: "abort",
    listener: () => void,
    options?: { once?: boolean; signal?: AbortSignal },
  ): void;
  removeEventListener(type: "abort", listener: () => void): void;
}
declare const AbortSignal: {
  timeout(ms: number): AbortSignal;
  any(signals: readonly AbortSignal[]): AbortSignal;
};
interface TimerHandle {
  readonly timerBrand?: never;
}
declare function setTimeout(callback: () => void, ms: number): TimerHandle;
declare function clearTimeout(handle: TimerHandle | undefined): void;
declare function queueMicrotask(callback: () => void): void;
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean });
  decode(bytes: Uint8Array): string;
}
declare const crypto: { randomUUID(): string };
declare const performance: { now(): number };
