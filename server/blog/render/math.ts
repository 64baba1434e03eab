import { createRequire } from 'node:module'
import type { MarkedExtension } from 'marked'
import { mathLength } from '#server/lib/opaque-blocks.ts'

type Temml = typeof import('temml').default
const require = createRequire(import.meta.url)
let loaded: Temml | undefined

const TEX_MAX_CHARACTERS = 5_000
const TEXT_MAX_CHARACTERS = 100_000
/** No command may load, link or name anything, and no macro may grow without end. */
const SETTINGS = { throwOnError: true, trust: false, maxExpand: 200, maxSize: [20, 20] as [number, number] }

/** `$$…$$`, and with `inDollars` also `$…$`, `\(…\)` and `\[…\]`, as MathML. What is no TeX stays as it is typed. */
export function math(inDollars: boolean): MarkedExtension {
  let characters = 0

  function mathMl(tex: string, displayMode: boolean): string | undefined {
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
/** As in Pandoc: no space inside next to the dollars, no digit behind the second. */
const DOLLAR = /^\$(?![\s$])((?:\\[^\n]|[^$\\\n]|\n(?!\s*\n)){0,1000}[^\s$\\])\$(?!\d)/
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
