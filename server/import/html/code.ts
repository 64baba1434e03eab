import { attribute, classesOf, createElement, elementsIn, type HtmlElement, type HtmlNode, isElement } from './tree.ts'

const LANGUAGE = /^[\w+#.-]{1,30}$/
/** `language-ts`, `lang-ts`, `brush: ts;`, `highlight-source-ts`. */
const IN_CLASS = /(?:^|\s)(?:language-|lang-|highlight-source-|brush:\s?)([\w+#.-]{1,30})/
const ATTRIBUTES = ['data-language', 'data-lang', 'data-enlighter-language', 'lang', 'data-code-block-lang']
const NO_LANGUAGE = ['none', 'generic', 'plaintext', 'plain', 'text', 'txt']

/** `<pre><code class="language-ts">` with text only; nothing for a block without text. */
export function plainCode(pre: HtmlElement): HtmlNode[] {
  const code = codeText(pre.children).replace(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd()
  if (code === '') return []
  const language = languageOf(
    [pre, ...elementsIn(pre.children)].filter(({ name }) => name === 'pre' || name === 'code'),
  )
  return [createElement('pre', {}, [createElement('code', language ? { class: `language-${language}` } : {}, [code])])]
}

function languageOf(elements: readonly HtmlElement[]): string {
  const found = elements.flatMap((element) => [
    IN_CLASS.exec(attribute(element, 'class'))?.[1] ?? '',
    ...ATTRIBUTES.map((name) => attribute(element, name)),
  ])
  const language = found.find((name) => LANGUAGE.test(name))?.toLowerCase() ?? ''
  return NO_LANGUAGE.includes(language) ? '' : language
}

const LINES = ['div', 'p', 'li', 'tr']

/** Line numbers are left out. */
function codeText(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node, index) => {
      if (typeof node === 'string') return node
      if (node.name === 'br') return '\n'
      if (isLineNumber(node)) return ''
      const text = codeText(node.children)
      const isLine = LINES.includes(node.name) && !text.endsWith('\n')
      const isSecondCode = node.name === 'code' && isElement(nodes[index - 1], 'code')
      return (isSecondCode ? '\n' : '') + text + (isLine ? '\n' : '')
    })
    .join('')
}

const isLineNumber = (element: HtmlElement): boolean =>
  classesOf(element).some((name) =>
    ['gutter', 'gl', 'lineno', 'linenos', 'line-numbers-rows', 'rouge-gutter'].includes(name),
  )

/** The code in a table that has line numbers beside it. */
export const numberedCode = (table: HtmlElement): HtmlElement | undefined => {
  const cell = [...elementsIn(table.children)].find(
    (one) => one.name === 'td' && classesOf(one).some((name) => name === 'code' || name === 'rouge-code'),
  )
  return cell && [...elementsIn(cell.children)].find(({ name }) => name === 'pre')
}
