import type { Command } from '../command.ts';
import { examine } from '../doctor/examine.ts';
import { type Finding, exitCodeOf } from '../doctor/finding.ts';

const MARKS = { ok: 'ok     ', warning: 'warning', failed: 'FAILED ' } as const;

const linesOf = ({ check, state, message, remedy }: Finding): string[] => [
  `${MARKS[state]}  ${check}: ${message}`,
  ...(remedy === null ? [] : [`         → ${remedy}`]),
];

const summaryOf = (findings: readonly Finding[]): string => {
  const count = (state: Finding['state']): number => findings.filter((finding) => finding.state === state).length;
  return `${findings.length} findings: ${count('failed')} failed, ${count('warning')} ${count('warning') === 1 ? 'warning' : 'warnings'}.`;
};

const doctor: Command = {
  name: 'doctor',
  summary: 'Examine the site and its machine; exit code 0 all well, 1 warnings, 2 failures',
  options: { json: { type: 'boolean', summary: 'print JSON' } },
  async run({ environment, flag, say }) {
    const findings = await examine(environment);
    if (flag('json')) say(JSON.stringify({ findings }, null, 2));
    else for (const line of [...findings.flatMap(linesOf), '', summaryOf(findings)]) say(line);
    return exitCodeOf(findings);
  },
};

export const doctorCommands: readonly Command[] = [doctor];
