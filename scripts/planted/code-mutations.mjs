// Mutations of TypeScript: its expressions, found by a parser, and the SQL in its templates.
import { parseAst } from 'vite';
import { mutateStatement } from './sql-mutations.mjs';

/** @typedef {import('./sql-mutations.mjs').Mutation} Mutation */

const OPERATORS = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===', '+': '-', '-': '+', '*': '/', '/': '*' };
const ARITHMETIC = new Set(['+', '-', '*', '/']);
/** Wrappers of an expression that only the type checker sees. */
const TRANSPARENT = new Set(['TSNonNullExpression', 'TSAsExpression', 'TSSatisfiesExpression']);

const isText = (node) => node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');

/** The operator between two operands, as a range: operands may contain the same characters, and comments may stand between. */
const operatorRange = (source, { left, right, operator }) => {
  const at = source.slice(left.end, right.start).lastIndexOf(operator);
  return { start: left.end + at, end: left.end + at + operator.length };
};

const literalMutations = (source, { value, bigint, start, end }) => {
  if (typeof value === 'boolean') return [{ start, end, replacement: String(!value), operator: 'constant' }];
  if (typeof value !== 'number' && typeof value !== 'bigint') return [];
  const next = bigint === undefined ? String(value + 1) : `${value + 1n}n`;
  return [{ start, end, replacement: next, operator: 'constant' }];
};

/** SQL of a tagged template: expressions in it count as one word each. */
const templateMutations = (source, { tag, quasi }) => {
  if (tag.type !== 'Identifier' || tag.name !== 'sql') return [];
  const start = quasi.start + 1;
  const text = source.slice(start, quasi.end - 1);
  let masked = text;
  for (const expression of quasi.expressions) {
    const from = source.lastIndexOf('${', expression.start) - start;
    const to = source.indexOf('}', expression.end) + 1 - start;
    masked = masked.slice(0, from) + 'x'.repeat(to - from) + masked.slice(to);
  }
  return mutateStatement(text, masked).map((mutation) => ({ ...mutation, start: mutation.start + start, end: mutation.end + start }));
};

const mutationsAt = (source, node) => {
  const { type, start, end } = node;
  const textOf = (child) => source.slice(child.start, child.end);
  if (type === 'BinaryExpression' && Object.hasOwn(OPERATORS, node.operator)) {
    if (ARITHMETIC.has(node.operator) && (isText(node.left) || isText(node.right))) return [];
    return [
      {
        ...operatorRange(source, node),
        replacement: OPERATORS[node.operator],
        operator: ARITHMETIC.has(node.operator) ? 'arithmetic' : 'comparison',
      },
    ];
  }
  if (type === 'LogicalExpression') {
    if (node.operator === '??')
      return [
        { start, end, replacement: `(${textOf(node.right)})`, operator: 'default' },
        { start, end, replacement: `(${textOf(node.left)})`, operator: 'default' },
      ];
    return [{ ...operatorRange(source, node), replacement: node.operator === '&&' ? '||' : '&&', operator: 'boolean' }];
  }
  if (type === 'UnaryExpression' && (node.operator === '!' || node.operator === '-'))
    return [{ start, end: node.argument.start, replacement: '', operator: node.operator === '!' ? 'negation' : 'sign' }];
  if (type === 'ConditionalExpression') {
    const replacement = `${source.slice(start, node.consequent.start)}${textOf(node.alternate)} : ${textOf(node.consequent)}`;
    return [{ start, end, replacement, operator: 'conditional' }];
  }
  if (type === 'Literal') return literalMutations(source, node);
  if (type === 'MemberExpression' && node.object.name === 'Math' && ['min', 'max'].includes(node.property.name))
    return [{ start: node.property.start, end, replacement: node.property.name === 'min' ? 'max' : 'min', operator: 'extreme' }];
  if (type === 'TaggedTemplateExpression') return templateMutations(source, node);
  return [];
};

/**
 * All mutations of a TypeScript file. Types, imports and exports of other files have none.
 *
 * @param {string} source
 * @returns {Mutation[]}
 */
export const mutateCode = (source) => {
  const mutations = [];
  const visit = (node) => {
    if (Array.isArray(node)) {
      for (const child of node) visit(child);
      return;
    }
    if (typeof node?.type !== 'string' || node.type === 'ImportDeclaration') return;
    if (TRANSPARENT.has(node.type)) {
      visit(node.expression);
      return;
    }
    if (node.type.startsWith('TS')) return;
    mutations.push(...mutationsAt(source, node));
    for (const [key, child] of Object.entries(node))
      if (typeof child === 'object' && child !== null && key !== 'typeAnnotation') visit(child);
  };
  visit(parseAst(source, { lang: 'ts' }).body);
  return mutations.toSorted((one, other) => one.start - other.start || one.end - other.end);
};
