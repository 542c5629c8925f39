import { CHECK_MAX_BYTES, CHECK_MAX_SECONDS, CHECK_REPORT_MS, type CheckReport } from '@stagedoor/contract/network-check.values';
import type { DataChannel, PeerConnection } from 'node-datachannel';
import { HANDSHAKE_MS } from './limits.ts';

/** A running check. */
export interface Check {
  /** Takes note of bytes, which end the check when they are too many. @returns whether they weren't */
  take(bytes: number, isUpload: boolean): boolean;
  close(): void;
}

/** Counts what arrives during a check. Owns the report about it, and how late the reports were. */
const createArrivals = () => {
  const received: CheckReport = { bytes: 0, messages: 0, elapsedMs: 0, lateMs: 0 };
  let firstAt: number | undefined;
  let reportedAt = 0;

  return {
    begin(): void {
      reportedAt = performance.now();
    },
    addUpload(bytes: number): void {
      const now = performance.now();
      firstAt ??= now;
      received.bytes += bytes;
      received.elapsedMs = Math.round(now - firstAt);
    },
    addMessage(): void {
      received.messages += 1;
    },
    report(): CheckReport {
      const now = performance.now();
      received.lateMs += Math.max(0, Math.round(now - reportedAt) - CHECK_REPORT_MS);
      reportedAt = now;
      return received;
    },
  };
};

/** Runs a check over a connection whose offer isn't answered yet: counts what arrives, and reports it over the data channel. */
export const runCheck = (connection: PeerConnection, onClosed: (check: Check) => void): Check => {
  const arrivals = createArrivals();
  let taken = 0;
  let channel: DataChannel | undefined;
  let reports: NodeJS.Timeout | undefined;
  let isClosed = false;
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    clearTimeout(deadline);
    clearInterval(reports);
    onClosed(check);
    connection.close();
  };
  let deadline = setTimeout(close, HANDSHAKE_MS);
  const check: Check = {
    take(bytes, isUpload) {
      if (isClosed) return false;
      taken += bytes;
      if (isUpload) arrivals.addUpload(bytes);
      else arrivals.addMessage();
      if (taken > CHECK_MAX_BYTES) close();
      return !isClosed;
    },
    close,
  };
  const sendReport = (): void => {
    const report = arrivals.report();
    try {
      if (channel?.isOpen()) channel.sendMessage(JSON.stringify(report));
    } catch {
      // Closed between the check and the send.
    }
  };
  connection.onStateChange((state) => {
    if (state === 'connected') {
      clearTimeout(deadline);
      deadline = setTimeout(close, CHECK_MAX_SECONDS * 1000);
    } else if (state === 'failed' || state === 'closed' || state === 'disconnected') close();
  });
  connection.onDataChannel((opened) => {
    // One of them carries everything.
    if (channel || isClosed) return opened.close();
    channel = opened;
    arrivals.begin();
    reports = setInterval(sendReport, CHECK_REPORT_MS);
    opened.onMessage((message) => {
      check.take(typeof message === 'string' ? Buffer.byteLength(message) : message.byteLength, false);
    });
  });
  return check;
};
