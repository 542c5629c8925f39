import { type PasswordFlaw, type PasswordWords, judgePassword } from './password-judge.ts';
import { serveJobs } from './worker-process.ts';

export interface JudgeRequest {
  password: string;
  words: PasswordWords;
}

// Each person waits for a judgment: with the lists of words, seconds of work for a process that yields to everything.
serveJobs<JudgeRequest, PasswordFlaw | null>({ title: 'stagedoor judge', nice: 5 }, ({ password, words }) =>
  judgePassword(password, words),
);
