import { join } from 'node:path'

/** A regular expression literal of a source file. */
export type SourceExpression = { file: string; expression: RegExp }

/** Tokens that precede a regular expression and never a division. */
const OPERATOR_BEFORE = /(?:^|[(,=:[!&|?{};>~+*%<-]|\b(?:return|typeof|case|in|of|yield|await))\s*$/
const SIMPLE_QUOTES = ['"', "'"]

/** Every regular expression literal in the TypeScript files that match the globs, each once per file. */
export async function sourceExpressions(root: string, globs: readonly string[]): Promise<SourceExpression[]> {
  const files = new Set(globs.flatMap((glob) => [...new Bun.Glob(glob).scanSync({ cwd: root })]))
  const found = await Promise.all(
    [...files].sort().map(async (file) => {
      const loader = file.endsWith('x') ? 'tsx' : 'ts'
      const code = new Bun.Transpiler({ loader, target: 'bun' }).transformSync(await Bun.file(join(root, file)).text())
      return expressionsIn(code).map((expression) => ({ file, expression }))
    }),
  )
  return found.flat()
}

/** The literals in JavaScript without comments, as a transpiler prints it. */
export function expressionsIn(code: string): RegExp[] {
  const literals = new Map<string, RegExp>()
  /** The number of open braces in the current `${…}` of each open template string. */
  const templates: number[] = []
  let at = 0
  while (at < code.length) {
    const one = code[at] ?? ''
    const depth = templates.at(-1)
    const [literal = '', source = '', flags = ''] = literalAt(code, at)
    if (literal !== '') literals.set(literal, new RegExp(source, flags))
    if (one === '{' && depth !== undefined) templates[templates.length - 1] = depth + 1
    if (one === '}' && depth !== undefined) templates[templates.length - 1] = depth - 1
    if (one === '`') templates.push(0)
    const inTemplate = one === '`' || (one === '}' && depth === 1)
    if (inTemplate) at = endOfText(code, at + 1, templates)
    else if (SIMPLE_QUOTES.includes(one)) at = endOfQuoted(code, at) + 1
    else at += literal.length || 1
  }
  return [...literals.values()]
}

const LITERAL = /\/((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([a-z]*)/y

function literalAt(code: string, at: number): readonly string[] {
  if (code[at] !== '/' || !OPERATOR_BEFORE.test(code.slice(Math.max(0, at - 20), at))) return []
  LITERAL.lastIndex = at
  return LITERAL.exec(code) ?? []
}

/** The index of the quote that ends a string. */
function endOfQuoted(code: string, start: number): number {
  let at = start + 1
  while (at < code.length && code[at] !== code[start]) at += code[at] === '\\' ? 2 : 1
  return at
}

/** The index after a template string's text: after its end, or after the `${` of an expression in it. */
function endOfText(code: string, start: number, templates: number[]): number {
  for (let at = start; at < code.length; at += code[at] === '\\' ? 2 : 1) {
    if (code[at] === '`') {
      templates.pop()
      return at + 1
    }
    if (code.startsWith('${', at)) {
      templates[templates.length - 1] = 1
      return at + 2
    }
  }
  return code.length
}
