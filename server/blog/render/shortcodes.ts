import { parseInline } from 'marked'
import type { TagValues } from '#server/lib/template-tags.ts'
import { calloutHtml, calloutKindOf } from './callouts.ts'
import { embedCard, youTubeCard } from './embeds.ts'

/** `body`: HTML of what is between the tag and its end tag. */
type Shortcode = { render: (values: TagValues, body: string) => string | undefined; hasBody?: true }

const given = ({ named, listed }: TagValues, index: number, ...names: string[]) =>
  names.map((name) => named.get(name)).find((one) => one !== undefined) ?? listed[index] ?? ''

const attribute = (name: string, value: string) => (value ? ` ${name}="${Bun.escapeHTML(value)}"` : '')

function figure(values: TagValues): string | undefined {
  const source = given(values, 0, 'src', 'path', 'url')
  if (!source) return undefined
  const caption = [values.named.get('title'), given(values, 2, 'caption')].filter(Boolean).join(': ')
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

const post = (url: (values: TagValues) => string): Shortcode => ({
  render: (values) => embedCard(url(values)) || undefined,
})
const tweet = post((values) => {
  const id = given(values, values.listed.length - 1, 'id')
  return id.startsWith('http')
    ? id
    : `https://x.com/${encodeURIComponent(given(values, values.listed.length > 1 ? 0 : 9, 'user') || 'i')}/status/${encodeURIComponent(id)}`
})
const youTube: Shortcode = {
  render: (values) => youTubeCard(given(values, 0, 'id', 'video', 'src'), values.named.get('title')),
}
const image: Shortcode = { render: figure }
const nothing: Shortcode = { render: () => '' }

/** Hugo's own shortcodes, Zola's, and those that most themes and plugins have. Names have `_` for `-`. */
export const shortcodes: ReadonlyMap<string, Shortcode> = new Map<string, Shortcode>([
  ...['figure', 'img', 'image', 'imgcap'].map((name) => [name, image] as const),
  ...['youtube', 'youtube_lite', 'lite_youtube', 'yt'].map((name) => [name, youTube] as const),
  ...['tweet', 'twitter', 'x', 'twitter_simple', 'x_simple'].map((name) => [name, tweet] as const),
  ...[
    'notice',
    'alert',
    'callout',
    'admonition',
    'note',
    'tip',
    'info',
    'warning',
    'important',
    'caution',
    'danger',
    'hint',
  ].map((name) => [name, callout(name)] as const),
  ...['toc', 'tableofcontents', 'clear', 'more'].map((name) => [name, nothing] as const),
  ['vimeo', post((values) => `https://vimeo.com/${encodeURIComponent(given(values, 0, 'id'))}`)],
  ['instagram', post((values) => `https://www.instagram.com/p/${encodeURIComponent(given(values, 0, 'id'))}/`)],
  [
    'gist',
    post((values) => {
      const whole = values.named.get('url')
      const path = values.listed.slice(0, 2).flatMap((one) => one.split('/'))
      return whole ?? `https://gist.github.com/${path.map(encodeURIComponent).join('/')}`
    }),
  ],
  ['embed', post((values) => given(values, 0, 'url', 'src'))],
  ['video', post((values) => given(values, 0, 'src', 'url'))],
  [
    'details',
    {
      hasBody: true,
      render: (values, body) =>
        `<details>\n<summary>${Bun.escapeHTML(given(values, 0, 'summary', 'title') || 'Details')}</summary>\n${body}</details>\n`,
    },
  ],
  [
    'quote',
    {
      hasBody: true,
      render(values, body) {
        const author = given(values, 0, 'author', 'name')
        return `<blockquote>\n${body}${author ? `<p>${Bun.escapeHTML(author)}</p>\n` : ''}</blockquote>\n`
      },
    },
  ],
  ['rawhtml', { hasBody: true, render: (_, body) => body }],
  ['center', { hasBody: true, render: (_, body) => body }],
])
