import { type PasswordFlaw, type PasswordWords, judgePassword } from './password-judge.ts';
import { serveJobs } from './worker-process.ts';

export interface JudgeRequest {
  password: string;
  words: PasswordWords;
}

serveJobs<JudgeRequest, PasswordFlaw | null>('stagedoor judge', ({ password, words }) => judgePassword(password, words));
