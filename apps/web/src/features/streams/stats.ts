/** The entries of a connection's report. Their fields differ from browser to browser, so each is looked at before it is used. */
export const statsOf = function* (report: RTCStatsReport): Generator<Readonly<Record<string, unknown>>> {
  for (const entry of report.values()) yield entry;
};
