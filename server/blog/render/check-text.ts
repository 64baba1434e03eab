import { decodeUri } from '#contract/paths.ts'
import type { PostFormat } from '#contract/post-form.ts'
import { attributesIn, tagsIn } from '#server/text/scan/html-tags.ts'
import { assertRenderable, UnrenderableContentError } from '#server/text/scan/nesting-limit.ts'
import { referencesIn, withoutCode } from '#server/text/scan/references.ts'
import type { RenderOptions } from '#server/text/scan/render-options.ts'
import type { RenderedChecks } from '#server/text/scan/rendered-checks.ts'
import { withAnchors } from './anchors.ts'
import { type CheckedText, isOneOf } from './checked-text.ts'
import { leftoversInHtml, mayHaveLeftovers } from './leftovers.ts'
import { markdownToHtml } from './markdown.ts'
import { fileTags } from './template-text.ts'
import { withHtmlTemplates } from './templates.ts'

/** Renders without the sanitizer, which takes long and leaves the ids of headings as they are. */
export const renderedChecks: RenderedChecks = {
  leftovers(body, written, format, options) {
    const bare = written.replace(CONTENTS, (line) => ' '.repeat(line.length))
    if (!mayHaveLeftovers(bare, options) || !isRenderable(body, format)) return []
    const html = format === 'md' ? markdownToHtml(body, options) : withHtmlTemplates(body)
    let from = 0
    // With a backslash in the source, a bracket is meant to be seen.
    const unescaped = bare.replaceAll(/\\[[^]/g, '')
    const isMeant = (text: string) => /^[[^]/.test(text) && (!unescaped.includes(text) || bare.includes(`${text}:`))
    return leftoversInHtml(html).flatMap((text) => {
      if (isMeant(text)) return []
      // Rendering may change quotes and what follows.
      const [start = ''] = text.split(/["'“”‘’]/, 1)
      const looked = bare.includes(start) ? start : text.slice(0, LOOKED_FOR)
      const found = bare.indexOf(looked, from) === -1 ? bare.indexOf(looked) : bare.indexOf(looked, from)
      from = Math.max(from, found + 1)
      return [{ index: Math.max(0, found), text }]
    })
  },
  fileTags,
  brokenAnchors(body, format) {
    const html = isRenderable(body, format) ? withAnchors(format === 'md' ? markdownToHtml(body) : body) : ''
    const attributes = [...tagsIn(html)].map(({ rest }) => attributesIn(rest))
    const targets = new Set(attributes.flatMap((given) => [given.get('id') ?? '', given.get('name') ?? '']))
    const links = attributes.map((given) => decodeUri(given.get('href') ?? '')).filter((href) => href.startsWith('#'))
    return isOneOf(links.filter((href) => !targets.has(href.slice(1))))
  },
}

/** The same for one text, as data that a worker can send. */
export function checkText(body: string, format: PostFormat, options: RenderOptions): CheckedText {
  const bare = withoutCode(body, format)
  const anchors = new Set(referencesIn(bare, format).flatMap(({ to }) => (to.startsWith('#') ? [decodeUri(to)] : [])))
  const isBroken = anchors.size > 0 ? renderedChecks.brokenAnchors(body, format) : () => false
  return {
    leftovers: renderedChecks.leftovers(body, bare, format, options),
    fileTags: renderedChecks.fileTags(body, format),
    brokenAnchors: [...anchors].filter(isBroken),
  }
}

/** `[TOC]` alone on its line is not shown. */
const CONTENTS = /^[ \t]*\[toc\][ \t]*$/gim

/** Characters of a leftover by which it is found in the source. */
const LOOKED_FOR = 8

function isRenderable(...[body, format]: Parameters<RenderedChecks['brokenAnchors']>): boolean {
  try {
    assertRenderable(format, body)
    return true
  } catch (error) {
    if (error instanceof UnrenderableContentError) return false
    throw error
  }
}
