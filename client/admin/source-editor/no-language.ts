import { Facet } from '@codemirror/state'

/**
 * Takes the place of `@codemirror/language` and `@lezer/common` in the bundle. They would add the tree of a parser, highlighting and
 * indentation (11 kB) to an editor that has no parser. Exports what `@codemirror/commands` and `@codemirror/autocomplete` import.
 */

const INDENT = '  '
export const indentUnit = Facet.define<string, string>({ combine: ([unit]) => unit ?? INDENT })
export const getIndentUnit = () => INDENT.length
export const indentString = (_: unknown, columns: number) => ' '.repeat(columns)

/** Without a parser, no node is at any place, no bracket matches, and a line has no indentation of its own. */
export const syntaxTree = () => ({ resolveInner: () => null })
export const matchBrackets = () => null
export const getIndentation = () => null
export function IndentContext() {}
export const NodeProp = {}
