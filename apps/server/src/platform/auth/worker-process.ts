import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { backgroundNiceness } from '../background-priority.ts';

/** A message to a worker process. */
export interface JobMessage<Request> {
  id: number;
  request: Request;
}
/** The worker's reply: a result or a failure. */
export interface JobResult<Result> {
  id: number;
  result?: Result;
  failure?: string;
}

/**
 * Linux may schedule by session first and apply niceness only within one (sched(7), "The autogroup feature"): processes of other sessions, such
 * as PostgreSQL's, would get no larger share than this one. So the niceness of this worker's session is raised too.
 */
const lowerSessionPriority = (niceness: number): void => writeFileSync('/proc/self/autogroup', String(niceness));

/**
 * Makes this process a worker that runs jobs one at a time. It may use a whole core, and yields it to the processes that serve requests.
 * @param nice how much it yields: 19 leaves it next to nothing on a busy machine
 */
export const serveJobs = <Request, Result>({ title, nice }: { title: string; nice: number }, run: (request: Request) => Result): void => {
  process.title = title;
  const niceness = backgroundNiceness(nice);
  for (const lowerPriority of [setPriority, lowerSessionPriority]) {
    try {
      lowerPriority(niceness);
    } catch {
      // Without permission or the feature, the priority stays normal.
    }
  }
  // The parent process has exited, or needs this one no longer.
  process.on('disconnect', () => process.exit(0));
  // The parent ends it after the requests in progress are done.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

  const answer = ({ id, request }: JobMessage<Request>): JobResult<Result> => {
    try {
      return { id, result: run(request) };
    } catch (error) {
      return { id, failure: error instanceof Error ? error.message : String(error) };
    }
  };
  // Errors of sending are ignored: a closed channel is handled by 'disconnect'.
  process.on('message', (message: JobMessage<Request>) => process.send!(answer(message), undefined, {}, () => {}));
};
