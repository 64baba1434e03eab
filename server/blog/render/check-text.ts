import { decodeUri } from '#contract/paths.ts'
import type { PostFormat } from '#contract/post-form.ts'
import type { CheckedText, CheckText } from '#server/text/scan/checked-text.ts'
import { attributesIn, tagsIn } from '#server/text/scan/html-tags.ts'
import { assertRenderable, UnrenderableContentError } from '#server/text/scan/nesting-limit.ts'
import { referencesIn, withoutCode } from '#server/text/scan/references.ts'
import type { RenderOptions } from '#server/text/scan/render-options.ts'
import { withAnchors } from './anchors.ts'
import { leftoversInHtml, mayHaveLeftovers } from './leftovers.ts'
import { markdownToHtml } from './markdown.ts'
import { fileTags } from './template-text.ts'
import { withHtmlTemplates } from './templates.ts'

/** Renders without the sanitizer, which takes long and leaves the ids of headings as they are. */
export const checkText: CheckText = (body, format, options) => {
  const bare = withoutCode(body, format)
  return {
    leftovers: leftoversIn(body, bare, format, options),
    fileTags: fileTags(body, format),
    brokenAnchors: brokenAnchors(body, bare, format),
  }
}

function leftoversIn(
  body: string,
  written: string,
  format: PostFormat,
  options: RenderOptions,
): CheckedText['leftovers'] {
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
}

/** Headings as they are written; their ids follow from their words. */
const HEADING = /^ {0,3}#{2,6}[ \t]([^\n]*)|<h[2-6][^>]{0,200}>([^<\n]*)/gim
const lettersIn = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Nearly all links inside a text name a heading or an id in plain words, so that nothing is rendered. */
function brokenAnchors(body: string, bare: string, format: PostFormat): string[] {
  const links = /#\S/.test(bare)
    ? referencesIn(bare, format).filter(({ kind, to }) => kind === 'link' && /^#(?!top$)./i.test(to))
    : []
  if (links.length === 0) return []
  const headings = new Set([...bare.matchAll(HEADING)].map(([, md, html = '']) => lettersIn(md ?? html)))
  const doubtful = links
    .map(({ to }) => to)
    .filter((to) => !headings.has(lettersIn(to)) && !bare.includes(`id="${to.slice(1)}"`))
  if (doubtful.length === 0 || !isRenderable(body, format)) return []
  const html = withAnchors(format === 'md' ? markdownToHtml(body) : body)
  const attributes = [...tagsIn(html)].map(({ rest }) => attributesIn(rest))
  const targets = new Set(attributes.flatMap((given) => [given.get('id') ?? '', given.get('name') ?? '']))
  const rendered = new Set(attributes.map((given) => decodeUri(given.get('href') ?? '')))
  return doubtful.filter((to) => rendered.has(decodeUri(to)) && !targets.has(decodeUri(to).slice(1)))
}

/** `[TOC]` alone on its line is not shown. */
const CONTENTS = /^[ \t]*\[toc\][ \t]*$/gim

/** Characters of a leftover by which it is found in the source. */
const LOOKED_FOR = 8

function isRenderable(body: string, format: PostFormat): boolean {
  try {
    assertRenderable(format, body)
    return true
  } catch (error) {
    if (error instanceof UnrenderableContentError) return false
    throw error
  }
}
