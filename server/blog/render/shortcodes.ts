import { parseInline } from 'marked'
import type { TagValues } from '#server/text/scan/template-tags.ts'
import { calloutHtml, calloutKindOf } from './callouts.ts'
import { embedCard, fileCard } from './embeds.ts'
import { given, providerCard } from './providers.ts'

/** `body`: HTML of what is between the tag and its end tag, which `'maybe'` is not there. */
export type Shortcode = { render: (values: TagValues, body: string) => string | undefined; hasBody?: true | 'maybe' }

const attribute = (name: string, value: string) => (value ? ` ${name}="${Bun.escapeHTML(value)}"` : '')

function figure(values: TagValues): string | undefined {
  const source = given(values, 0, 'src', 'path', 'url')
  if (!source) return undefined
  const caption = [values.named.get('title'), given(values, 2, 'caption', 'description')].filter(Boolean).join(': ')
  const alt = values.named.get('alt') ?? (caption || (values.listed[1] ?? ''))
  const size = attribute('width', given(values, 9, 'width')) + attribute('height', given(values, 9, 'height'))
  const image = `<img src="${Bun.escapeHTML(source)}" alt="${Bun.escapeHTML(alt)}"${size}>`
  const link = values.named.get('link')
  const shown = link ? `<a href="${Bun.escapeHTML(link)}">${image}</a>` : image
  return `<figure>${shown}${caption ? `<figcaption>${parseInline(caption, { async: false })}</figcaption>` : ''}</figure>`
}

function callout(name: string): Shortcode {
  return {
    hasBody: true,
    render(values, body) {
      const own = calloutKindOf(name)
      const named = given(values, own ? 9 : 0, 'type', 'kind', 'level', 'style', 'class', 'context')
      const kind = calloutKindOf(named) ?? own ?? 'note'
      const title = values.named.get('title') ?? values.listed[own ? 0 : 1] ?? ''
      return calloutHtml(kind, Bun.escapeHTML(title || `${kind[0]?.toUpperCase()}${kind.slice(1)}`), body)
    },
  }
}

const image: Shortcode = { render: figure }
const nothing: Shortcode = { render: () => '' }
const page: Shortcode = { render: (values) => embedCard(given(values, 0, 'url', 'src')) || undefined }

const inside: Shortcode = { hasBody: true, render: (_, body) => body }

/** A recording: a link to its page, or to its file on this site. */
const recording: Shortcode = {
  render(values) {
    const url = given(values, 0, 'src', 'url', 'href', 'id')
    return embedCard(url, values.named.get('title')) || fileCard(url) || undefined
  },
}

const unfolding: Shortcode = {
  hasBody: true,
  render: (values, body) =>
    `<details>\n<summary>${Bun.escapeHTML(given(values, 0, 'summary', 'title', 'text', 'label') || 'Details')}</summary>\n${body}</details>\n`,
}

/** All tabs are shown, one below the other. */
const tab: Shortcode = {
  hasBody: true,
  render(values, body) {
    const title = given(values, 0, 'label', 'name', 'title', 'header', 'value')
    return `${title ? `<p><strong>${Bun.escapeHTML(title)}</strong></p>\n` : ''}${body}\n`
  },
}

const card: Shortcode = {
  hasBody: 'maybe',
  render(values, body) {
    const title = Bun.escapeHTML(given(values, 9, 'title', 'label') || given(values, 9, 'href', 'link', 'url'))
    const href = given(values, 9, 'href', 'link', 'url', 'to')
    const shown = href ? `<a href="${Bun.escapeHTML(href)}">${title}</a>` : title
    const description = Bun.escapeHTML(given(values, 9, 'description', 'subtitle'))
    if (title === '' && body === '') return undefined
    return `${title && `<p><strong>${shown}</strong></p>\n`}${description && `<p>${description}</p>\n`}${body}\n`
  },
}

const quote: Shortcode = {
  hasBody: true,
  render(values, body) {
    const author = given(values, 0, 'author', 'name')
    return `<blockquote>\n${body}${author ? `<p>${Bun.escapeHTML(author)}</p>\n` : ''}</blockquote>\n`
  },
}

const CALLOUTS = 'notice alert callout admonition aside note tip info warning important caution danger hint'

/** By their names, with `_` for `-`. */
const shortcodes: ReadonlyMap<string, Shortcode> = new Map(
  (
    [
      ['figure img image imgcap picture', image],
      [CALLOUTS, callout],
      ['toc tableofcontents tocinline clear more', nothing],
      ['assign', nothing],
      ['capture', { hasBody: true, render: () => '' }],
      ['embed', page],
      ['video audio', recording],
      ['details spoiler expand accordion collapse accordionitem', unfolding],
      ['quote', quote],
      ['rawhtml center steps step fragment', inside],
      ['tabs tabgroup tabset tab_group codetabs cards cardgrid cardgroup accordions accordiongroup', inside],
      ['tab tabitem tabpanel', tab],
      ['card linkcard', card],
    ] as const
  ).flatMap(([names, found]) =>
    names.split(' ').map((name) => [name, typeof found === 'function' ? found(name) : found] as const),
  ),
)

/**
 * What a shortcode or a component of this name, in lower case, is in posts: those of Hugo, Zola, Docusaurus and Starlight, and those that most themes and
 * plugins have, and those that a post of Hugo defines itself (`css.inline`). `undefined`: it is not known.
 */
export function shortcodeOf(name: string): Shortcode | undefined {
  const found = name.endsWith('.inline') ? inside : shortcodes.get(name)
  const render = found ? undefined : providerCard(name)
  return render ? { render } : found
}
