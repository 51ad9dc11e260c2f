/**
 * No decision on words. A sentence is for people and is reworded without a thought; a program that looks for a part of
 * it then decides something else, and nothing tells. What a program needs to know is a field or a code.
 *
 * Three forms are found: a text with words in it that is searched for or compared, and any search in a member whose
 * name says that it holds a sentence.
 */
import type { Node } from 'oxc-parser';
import { sentenceNames } from './rules.ts';
import { problemAt, type Problem, type SourceFile } from './source-file.ts';
import { walkSyntax } from './walk-syntax.ts';

const INSTEAD = 'a program reads a field or a code; a sentence is for people';
const searching = new Set(['includes', 'startsWith', 'endsWith', 'indexOf', 'lastIndexOf']);
const matching = new Set(['match', 'matchAll', 'search']);
const taking = new Set(['replace', 'replaceAll', 'split']);

export function checkSentences(file: SourceFile): Problem[] {
  const isOurs = file.path.startsWith('src/') || file.path.startsWith('web/src/');
  const isTest = /\.test\.tsx?$/.test(file.path);
  if (!isOurs || isTest) return [];
  const problems: Problem[] = [];
  walkSyntax(file.program, (node) => {
    if (decidesOnWords(node)) problems.push(problemAt(file, node.start, INSTEAD));
  });
  return problems;
}

function decidesOnWords(node: Node): boolean {
  if (node.type === 'BinaryExpression') {
    return /^[!=]==?$/.test(node.operator) && [node.left, node.right].some(isSentence);
  }
  if (node.type === 'SwitchCase') return node.test !== null && isSentence(node.test);
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { object, property } = node.callee;
  const method = property.type === 'Identifier' ? property.name : '';
  const [first] = node.arguments;
  if (first === undefined) return false;
  if (searching.has(method) && isSentence(first)) return true;
  if ((method === 'test' || method === 'exec') && holdsSentence(first)) return hasLetters(object);
  if (!holdsSentence(object)) return false;
  if (method === 'startsWith' || method === 'endsWith' || matching.has(method)) return true;
  // A list of words is asked for one of them by a variable; a sentence is asked for a text.
  if (searching.has(method)) return first.type === 'Literal' || first.type === 'TemplateLiteral';
  return taking.has(method) && hasLetters(first);
}

/** A text of two words or more. */
function isSentence(node: Node): boolean {
  const text =
    node.type === 'Literal' && typeof node.value === 'string'
      ? node.value
      : node.type === 'TemplateLiteral'
        ? node.quasis.map(({ value }) => value.raw).join('x')
        : '';
  return /[A-Za-z][,:;]? [A-Za-z]/.test(text);
}

/** Whether the name of a variable or member says that a sentence is in it. */
function holdsSentence(node: Node): boolean {
  if (node.type === 'ChainExpression') return holdsSentence(node.expression);
  if (node.type === 'Identifier') return sentenceNames.has(node.name);
  if (node.type !== 'MemberExpression') return false;
  return node.property.type === 'Identifier' && sentenceNames.has(node.property.name);
}

/** A pattern or text that looks for words, not for blanks, ends of lines or characters to escape. */
function hasLetters(node: Node): boolean {
  if (node.type !== 'Literal') return node.type === 'TemplateLiteral';
  const text = 'regex' in node && node.regex ? node.regex.pattern : String(node.value);
  return /[A-Za-z]{2}/.test(text.replace(/\\./g, ''));
}
