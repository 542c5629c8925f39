import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** The Prometheus metrics at `/metrics`. */
export const createMetrics = () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time to answer, by route and status',
      labelNames: ['route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    }),
    outboxDelay: new Histogram({
      name: 'outbox_delay_seconds',
      help: 'Time from commit to dispatch',
      buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
      registers: [registry],
    }),
    outboxFailures: new Counter({
      name: 'outbox_failures_total',
      help: 'Handlers that failed',
      labelNames: ['event'],
      registers: [registry],
    }),
    sockets: new Gauge({ name: 'realtime_sockets', help: 'Open sockets', registers: [registry] }),
    removedFiles: new Counter({ name: 'files_removed_total', help: 'Files removed from storage', registers: [registry] }),
    removedBytes: new Counter({
      name: 'files_removed_bytes_total',
      help: 'Bytes of the originals of removed files',
      registers: [registry],
    }),
    failedRemovals: new Counter({ name: 'files_removal_failures_total', help: 'Files that could not be removed', registers: [registry] }),
    policyViolations: new Counter({
      name: 'policy_violations_total',
      help: 'Reports of browsers that the content-security policy of a page refused something',
      registers: [registry],
    }),
    jobs: new Counter({ name: 'jobs_total', help: 'Jobs by task and outcome', labelNames: ['task', 'outcome'], registers: [registry] }),
  };
};

export type Metrics = ReturnType<typeof createMetrics>;
