// The tables of a run, for the terminal and as Markdown.

const SHORTEST_DASHES = 3;

const cell = (value) => String(value).replaceAll('|', '\\|').replaceAll('\n', ' ⏎ ');

/** A Markdown table with aligned columns. @param {string[]} head @param {(string | number)[][]} rows */
export const tableOf = (head, rows) => {
  const texts = [head, ...rows].map((row) => row.map(cell));
  const widths = head.map((_, column) => Math.max(SHORTEST_DASHES, ...texts.map((row) => row[column].length)));
  const lineOf = (row) => `| ${row.map((text, column) => text.padEnd(widths[column])).join(' | ')} |`;
  return [lineOf(texts[0]), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...texts.slice(1).map(lineOf)].join('\n');
};

/** @param {readonly import('./judge-flaws.mjs').FlawResult[]} results */
export const flawsReport = (results) => {
  const red = results.filter(({ verdict }) => verdict === 'red').length;
  const rows = results.map(({ name, guard, verdict, seconds, reason }) => [name, guard, verdict, Math.round(seconds), reason]);
  return `## Planted flaws: ${red} of ${results.length} turn their guard red\n\n${tableOf(['flaw', 'guard', 'verdict', 's', 'first failure'], rows)}\n`;
};

/**
 * @param {number} seed
 * @param {readonly import('./judge-mutants.mjs').MutantResult[]} results
 * @param {readonly import('./draw-mutants.mjs').Mutant[]} equivalent
 * @param {(mutant: import('./draw-mutants.mjs').Mutant) => { reason: string } | undefined} explanationOf
 */
export const mutantsReport = (seed, results, equivalent, explanationOf) => {
  const survivors = results.filter(({ isKilled }) => !isKilled);
  const place = ({ file, line }) => `${file}:${line}`;
  const rows = results.map((mutant) => [
    place(mutant),
    mutant.operator,
    mutant.isKilled ? 'killed' : 'SURVIVED',
    Math.round(mutant.seconds),
    mutant.reason,
  ]);
  const details = survivors.map(
    (mutant) =>
      `- ${place(mutant)} (${mutant.operator})\n  - before: \`${mutant.before}\`\n  - after: \`${mutant.after}\`\n  - ${explanationOf(mutant)?.reason ?? `not explained: ${mutant.reason}`}`,
  );
  return [
    `## Mutants, seed ${seed}: ${results.length - survivors.length} of ${results.length} killed\n`,
    `${tableOf(['place', 'operator', 'verdict', 's', 'first failure'], rows)}\n`,
    ...(details.length > 0 ? [`Survivors:\n\n${details.join('\n')}\n`] : []),
    ...(equivalent.length > 0 ? [`Drawn and passed over as equivalent: ${equivalent.map(place).join(', ')}\n`] : []),
  ].join('\n');
};
