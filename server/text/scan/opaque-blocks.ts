import { definitionList } from './definition-list.ts'
import { inlineNote } from './footnotes.ts'
import { braceEnd, componentEnd, tagEnd } from './jsx.ts'

/** Finds how long the block is that starts here and that Markdown must not read; 0 for none. `missing`: end tags known to be absent. */
type Finder = (source: string, missing: Set<string>) => number

/** Each search for an end reads the rest of the file. */
const MISSING_MAX = 20
const TAG_MAX_CHARACTERS = 2_000

/** `{% highlight js %}` … `{% endhighlight %}`, or a tag alone on its line; in Zola, `{% quote() %}` … `{% end %}`. */
const template: Finder = (source, missing) => {
  const [tag, name = '', call] = /^ {0,3}\{%-?\s*(\w+)(\()?[^%]{0,2000}%\}/.exec(source) ?? []
  if (!tag) return 0
  const end = {
    tag: /\{%-?\s*(\w+)\b([^%]*)%\}/g,
    name: call ? 'end' : `end${name}`,
    accepts: (rest: string) => (call ? /^\s*-?$/.test(rest) : !rest.includes('\n')),
  }
  return wholeLines(source, pairEnd(source, tag.length, end, missing)) || wholeLines(source, tag.length)
}

/** `{{< figure src="a.png" >}}`, alone or with `{{< /figure >}}`. */
const shortcode: Finder = (source, missing) => {
  const [tag, mark, name = ''] = /^ {0,3}\{\{([<%])\s*([\w./-]+)[^}]{0,2000}[>%]\}\}/.exec(source) ?? []
  if (!tag) return 0
  const end = {
    tag: mark === '<' ? /\{\{<\s*\/\s*([\w./-]+)\s*[>%]\}\}/g : /\{\{%\s*\/\s*([\w./-]+)\s*[>%]\}\}/g,
    name,
  }
  return wholeLines(source, pairEnd(source, tag.length, end, missing)) || wholeLines(source, tag.length)
}

/** `{{ page.title }}` alone on its line. */
const expression: Finder = (source) =>
  wholeLines(source, /^ {0,3}\{\{(?![<%])[^}\n]{1,2000}\}\}/.exec(source)?.[0].length ?? 0)

/** `:::tip` … `:::`, nested or not. */
const directive: Finder = (source, missing) => {
  if (missing.size > MISSING_MAX || !/^ {0,3}:{3,}[ \t]*[\w{]/.test(source)) return 0
  let depth = 0
  for (const { 0: line, index } of source.matchAll(/^ {0,3}:{3,}[^\n]*$/gm)) {
    depth += /^ *:+[ \t]*$/.test(line) ? -1 : 1
    if (depth === 0) return index + line.length
  }
  missing.add(`directive ${missing.size}`)
  return 0
}

const LEAF = /^ {0,3}::([a-z][\w-]{0,30})(?:\[([^\]\n]{0,200})\])?\{([^{}\n]{0,500})\}/i

/** Reads `::github{repo="a/b"}` or `::youtube[A title]{#id}`, if nothing else is on its line. */
export function leafDirective(source: string) {
  const [tag = '', name = '', title = '', values = ''] = LEAF.exec(source) ?? []
  const length = tag === '' ? 0 : wholeLines(source, tag.length)
  return length === 0 ? undefined : { raw: source.slice(0, length), name, title, values }
}

/** The length of the directive at the start, up to its end; 0 for none. */
export const directiveLength: Finder = (source, missing) => directive(source, missing)

/** The length of `import …` or `export …` of MDX at the start; 0 for none. */
export const mdxModuleLength: Finder = (source, missing) => mdxModule(source, missing)

/** The length of the formula in `$$` at the start, if nothing else is on its lines; 0 for none. */
export const mathLength: Finder = (source, missing) => math(source, missing)

const missingTags = new WeakMap<object, Set<string>>()

/** The end tags that this lexer did not find, so that it does not look for them again. */
export function missingEnds(lexer: object): Set<string> {
  const missing = missingTags.get(lexer) ?? new Set()
  missingTags.set(lexer, missing)
  return missing
}

/** `$$` … `$$` */
const math: Finder = (source) => {
  const [start] = /^ {0,3}\$\$/.exec(source) ?? []
  if (!start) return 0
  const end = source.indexOf('$$', start.length)
  return end === -1 ? 0 : wholeLines(source, end + 2)
}

const mdxModule: Finder = (source) => {
  if (!/^(?:import|export)\s/.test(source)) return 0
  const end = source.search(/\n[ \t]*(?:\n|$)/)
  return end === -1 ? source.trimEnd().length : end
}

/**
 * The editor writes figures as HTML, in which an image has no end, so that braces and end tags in captions close nothing. Tags of
 * marks are in a text.
 */
const component: Finder = (source, missing) => {
  if (missing.size > MISSING_MAX || !/^<(?!(?:figure|strong|b|em|i|del|s|code)>)[A-Za-z>]/.test(source)) return 0
  const end = componentEnd(source)
  if (end === 0) missing.add(`component ${missing.size}`)
  return wholeLines(source, end)
}

const mdxExpression: Finder = (source) => wholeLines(source, source.startsWith('{') ? braceEnd(source) : 0)

const definitions: Finder = (source) => definitionList(source)?.raw.length ?? 0

const leaf: Finder = (source) => leafDirective(source)?.raw.length ?? 0

const inMarkdown = [template, shortcode, expression, directive, leaf, math, definitions]
const inMdx = [...inMarkdown, mdxModule, component, mdxExpression]

export const opaqueBlockLength = (source: string, mdx: boolean, missing: Set<string>): number =>
  (mdx ? inMdx : inMarkdown).reduce((found, find) => found || find(source, missing), 0)

/** Where a block may start that ends a paragraph. */
const STARTS = /\n {0,3}(?:\{%|\{\{[<%]|:::|\$\$|\[\^[^\]\s]{1,100}\]:)/

/** The place of the line break before the next such block in this paragraph, as the lexer's extensions return it. */
export function opaqueBlockStart(source: string): number | undefined {
  const blankLine = source.indexOf('\n\n')
  const found = (blankLine === -1 ? source : source.slice(0, blankLine)).search(STARTS)
  return found === -1 ? undefined : found
}

/** An end tag: an expression for the tags of its kind, which finds their names, and what else it must be. */
type EndTag = { tag: RegExp; name: string; accepts?: (rest: string) => boolean }

function pairEnd(source: string, after: number, { tag, name, accepts }: EndTag, missing: Set<string>): number {
  const key = `${tag.source} ${name}`
  if (missing.has(key) || missing.size > MISSING_MAX) return 0
  tag.lastIndex = after
  for (const { 0: found, 1: foundName, 2: rest = '', index } of source.matchAll(tag)) {
    if (foundName === name && accepts?.(rest) !== false) return index + found.length
  }
  missing.add(key)
  return 0
}

/** The length up to the end of the line when only blanks follow, otherwise 0: then it is a part of a paragraph. */
function wholeLines(source: string, length: number): number {
  if (length === 0) return 0
  const lineBreak = source.indexOf('\n', length)
  const end = lineBreak === -1 ? source.length : lineBreak
  return source.slice(length, end).trim() === '' ? length : 0
}

/** `{: .class}` of kramdown, `{# comment #}` of Jinja, and `$$x$$`. */
const HIDDEN_OR_FORMULA = /^(?:\{:[^{}\n]{0,300}\}|\{#(?:(?!\{#)[^\0]){0,2000}?#\}|\$\$[^$]{1,5000}\$\$)/

/** A template's tag, a comment, attributes, a formula, a note in its place, or in MDX an expression or a component's tag, inside a text. */
export function opaqueInline(source: string, mdx: boolean): string | undefined {
  const found = templateTag(source) ?? HIDDEN_OR_FORMULA.exec(source)?.[0] ?? inlineNote(source)?.raw
  if (found || !mdx) return found
  const end = source.startsWith('{')
    ? braceEnd(source)
    : /^<(?!br\s*\/?>)\/?[A-Za-z>]/.test(source)
      ? tagEnd(source)
      : 0
  return end ? source.slice(0, end) : undefined
}

/** `{{ … }}` or `{% … %}` at the beginning. */
function templateTag(source: string): string | undefined {
  const end = source.startsWith('{{') ? '}}' : source.startsWith('{%') ? '%}' : undefined
  if (!end) return undefined
  const length = source.slice(2, TAG_MAX_CHARACTERS + 4).indexOf(end)
  return length === -1 ? undefined : source.slice(0, length + 4)
}

export function opaqueInlineStart(source: string, mdx: boolean): number | undefined {
  const found = source.search(mdx ? /[{<]|\[\^|\^\[|\$\$/ : /\{[{%:#]|\[\^|\^\[|\$\$/)
  return found === -1 ? undefined : found
}
