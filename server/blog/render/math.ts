import { createRequire } from 'node:module'
import type { MarkedExtension } from 'marked'
import { decodeEntities } from '#server/text/scan/entities.ts'
import { mathLength } from '#server/text/scan/opaque-blocks.ts'
import { outsideOfCode } from './template-text.ts'

type Temml = typeof import('temml').default
const require = createRequire(import.meta.url)
let loaded: Temml | undefined

const TEX_MAX_CHARACTERS = 5_000
const TEXT_MAX_CHARACTERS = 100_000
/** No command may load, link or name anything, and no macro may grow without end. */
const SETTINGS = { throwOnError: true, trust: false, maxExpand: 200, maxSize: [20, 20] as [number, number] }

/** Writes TeX of one text as MathML; `undefined` for what is no TeX. */
export function createTexWriter(): (tex: string, displayMode: boolean) => string | undefined {
  let characters = 0
  return (tex, displayMode) => {
    characters += tex.length
    if (tex.trim() === '' || tex.length > TEX_MAX_CHARACTERS || characters > TEXT_MAX_CHARACTERS) return undefined
    try {
      loaded ??= require('temml') as Temml
      const html = loaded.renderToString(tex, { ...SETTINGS, displayMode })
      // A reference to a numbered formula.
      return html.includes('<a ') ? undefined : html
    } catch {
      return undefined
    }
  }
}

/** Formulas in HTML. A formula has no tags and no start of another one inside; `\\[2pt]` is a line break. */
const IN_HTML =
  /\$\$([^$<>]{1,5000})\$\$|(?<!\\)\\\[((?:(?!\\\]|(?<!\\)\\\[)[^<>]){1,5000})\\\]|(?<!\\)\\\(((?:(?!\\\)|(?<!\\)\\\()[^<>\n]){1,1000})\\\)/g

/** Formulas in HTML of a post with `math: true`: `$$…$$`, `\[…\]` and `\(…\)`, outside of tags and code. */
export function withHtmlMath(html: string): string {
  const mathMl = createTexWriter()
  const bare = outsideOfCode(html, 'html').replace(/<[^<>]{0,5000}>/g, (tag) => tag.replace(/[^\n]/g, ' '))
  let text = ''
  let copied = 0
  for (const { 0: raw, 1: dollars, 2: block, 3: inline, index } of bare.matchAll(IN_HTML)) {
    const formula = mathMl(decodeEntities(dollars ?? block ?? inline ?? ''), inline === undefined)
    if (formula === undefined) continue
    text += html.slice(copied, index) + formula
    copied = index + raw.length
  }
  return text + html.slice(copied)
}

/** `$$…$$`, and with `inDollars` also `$…$`, `\(…\)` and `\[…\]`, as MathML. What is no TeX stays as it is typed. */
export function math(inDollars: boolean): MarkedExtension {
  const mathMl = createTexWriter()

  return {
    extensions: [
      {
        name: 'mathBlock',
        level: 'block',
        start: (source) => blockStart(source),
        tokenizer(source) {
          const length = mathLength(source, new Set())
          const raw = source.slice(0, length)
          return length ? { type: 'mathBlock', raw, tex: raw.trim().slice(2, -2) } : undefined
        },
        renderer: ({ raw, tex }) => {
          const html = mathMl(tex, true)
          return html ? `<div>${html}</div>\n` : `<pre><code>${Bun.escapeHTML(raw.trim())}</code></pre>\n`
        },
      },
      {
        name: 'mathInline',
        level: 'inline',
        start: (source) => inlineStart(source, inDollars),
        tokenizer(source) {
          const found = DOLLARS.exec(source) ?? (inDollars ? (DOLLAR.exec(source) ?? BRACKETS.exec(source)) : null)
          const tex = found?.slice(1).find((one) => one !== undefined)
          return found && tex !== undefined ? { type: 'mathInline', raw: found[0], tex } : undefined
        },
        renderer: ({ raw, tex }) => mathMl(tex, false) ?? `<code>${Bun.escapeHTML(raw)}</code>`,
      },
    ],
  }
}

const DOLLARS = /^\$\$([^$]{1,5000})\$\$/
/** As in Pandoc: no space inside next to the dollars, no digit behind the second. A backtick begins code. */
const DOLLAR = /^\$(?![\s$])((?:\\[^\n]|[^$\\\n`]|\n(?!\s*\n)){0,1000}[^\s$\\`])\$(?!\d)/
const BRACKETS = /^\\{1,2}(?:\(((?:(?!\\{1,2}\))[^\n]){1,1000})\\{1,2}\)|\[((?:(?!\\{1,2}\])[^\0]){1,5000})\\{1,2}\])/

function blockStart(source: string): number | undefined {
  const end = source.indexOf('\n\n')
  const found = (end === -1 ? source : source.slice(0, end)).search(/\n {0,3}\$\$/)
  return found === -1 ? undefined : found + 1
}

function inlineStart(source: string, inDollars: boolean): number | undefined {
  const found = source.search(inDollars ? /\$|\\{1,2}[([]/ : /\$\$/)
  return found === -1 ? undefined : found
}
