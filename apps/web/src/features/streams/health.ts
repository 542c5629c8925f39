/** One look at the counters of a connection that publishes; as in the browser's statistics. */
export interface HealthSample {
  /** Milliseconds, of any clock that runs evenly. */
  at: number;
  bytes: number;
  packets: number;
  /** Told by the server so far. */
  packetsLost: number;
  frames: number;
  /** Milliseconds; null until known. */
  roundTrip: number | null;
  height: number | null;
}

/** How a publisher's connection does. Null is not known yet. */
export interface Health {
  /** kbit/s. */
  bitrate: number | null;
  /** Per cent of the packets since the last look. */
  lost: number | null;
  /** Milliseconds. */
  roundTrip: number | null;
  /** Frames a second. */
  framesPerSecond: number | null;
  /** Lines of the picture that is sent. */
  height: number | null;
}

export const NO_HEALTH: Health = { bitrate: null, lost: null, roundTrip: null, framesPerSecond: null, height: null };

/** The figures between two looks; counters that ran backwards (a new connection) tell nothing. */
export const healthBetween = (before: HealthSample | null, now: HealthSample): Health => {
  const seconds = before ? (now.at - before.at) / 1000 : 0;
  if (!before || seconds <= 0 || now.bytes < before.bytes) return { ...NO_HEALTH, roundTrip: now.roundTrip, height: now.height };
  const sent = now.packets - before.packets;
  const lost = Math.max(0, now.packetsLost - before.packetsLost);
  return {
    bitrate: Math.round(((now.bytes - before.bytes) * 8) / seconds / 1000),
    lost: sent > 0 ? Math.min(100, Math.round((lost / sent) * 1000) / 10) : 0,
    roundTrip: now.roundTrip,
    framesPerSecond: Math.round((now.frames - before.frames) / seconds),
    height: now.height,
  };
};

/** A look at the statistics of a connection that publishes. */
export const sampleOf = (report: RTCStatsReport): HealthSample => {
  const sample: HealthSample = { at: performance.now(), bytes: 0, packets: 0, packetsLost: 0, frames: 0, roundTrip: null, height: null };
  for (const entry of report.values() as MapIterator<Record<string, unknown>>) {
    const figure = (name: string): number => (typeof entry[name] === 'number' ? entry[name] : 0);
    if (entry['type'] === 'outbound-rtp') {
      sample.bytes += figure('bytesSent');
      sample.packets += figure('packetsSent');
      if (entry['kind'] === 'video') {
        sample.frames = figure('framesEncoded');
        sample.height = figure('frameHeight') || null;
      }
    } else if (entry['type'] === 'remote-inbound-rtp') {
      sample.packetsLost += figure('packetsLost');
    } else if (entry['type'] === 'candidate-pair' && entry['nominated'] === true && typeof entry['currentRoundTripTime'] === 'number') {
      sample.roundTrip = Math.round(entry['currentRoundTripTime'] * 1000);
    }
  }
  return sample;
};
