// Declares what a peer needs of a connection, whatever carries it: a port, a socket, a pipe.

/**
 * A connection that keeps messages whole and in order. `send` after close does nothing. Listeners
 * are set once, before the first message is read.
 */
export interface Transport {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, with the reason in words. */
  onClose(listener: (reason: string) => void): void;
  close(reason?: string): void;
  /** Tells whether much of what was sent still waits for the other side to read it; absent: never. */
  clogged?(): boolean;
  /** Called when a clogged connection flows again. */
  onFlowing?(listener: () => void): void;
}
