import {
  HTML_MAX_CHARACTERS,
  type ImportedEntry,
  type ImportedImage,
  TOO_LONG,
} from '#server/import/source/imported.ts'
import { UnrenderableContentError } from '#server/text/scan/nesting-limit.ts'
import { isoDate } from './dates.ts'
import type { GhostArchive } from './ghost-archive.ts'
import type { ReportChange } from './ghost-cards.ts'
import { renderedHtml } from './ghost-html.ts'
import { type Fields, isOn, textOf } from './ghost-json.ts'
import { lexicalHtml } from './ghost-lexical.ts'
import { mobiledocHtml } from './ghost-mobiledoc.ts'

/** Why a post that was not public is a draft now. */
const AUDIENCES: Readonly<Record<string, string>> = {
  members: 'a post for members became a draft',
  paid: 'a post for payers became a draft',
  tiers: 'a post for payers became a draft',
}
const ONLY_SENT = 'a post that was only sent by e-mail became a draft'
const SOURCE_MAX_CHARACTERS = 4_000_000

export function ghostPost(post: Fields, archive: GhostArchive): ImportedEntry {
  const id = textOf(post.id)
  const slug = textOf(post.slug)
  const title = textOf(post.title).trim()
  const key = `post-${id || slug || title}`
  const meta = archive.meta(id)
  const changes = new Set<string>()
  const change = (text: string) => void changes.add(text)
  const html = bodyOf(post, change)
  if (typeof html !== 'string') return { kind: 'rejected', key, title, reason: html.rejected }
  if (html.length > HTML_MAX_CHARACTERS) return { kind: 'rejected', key, title, reason: TOO_LONG }
  const state = stateOf(post, meta, change)
  const date = dateOf(post)
  if (textOf(post.codeinjection_head, post.codeinjection_foot) !== '')
    change('code injected into the page was left out')
  return {
    kind: 'post',
    key,
    slug,
    title,
    state,
    date,
    updated: isoDate(dateText(post.updated_at)),
    body: { format: 'html', html: archive.withUrls(html) },
    summary: textOf(post.custom_excerpt),
    categories: [],
    tags: archive.tagsOf(id),
    authors: archive.authorsOf(id, textOf(post.author_id)),
    image: imageOf(post, meta, archive),
    seoTitle: textOf(meta.meta_title, post.meta_title),
    seoDescription: textOf(meta.meta_description, post.meta_description),
    canonical: archive.withUrls(textOf(post.canonical_url)),
    oldPaths: state === 'live' && slug !== '' ? [oldPath(archive, { id, slug, date })] : [],
    changes: [...changes],
  }
}

/** Only what Ghost shows to everyone is live. */
function stateOf({ status, visibility }: Fields, meta: Fields, change: ReportChange): 'live' | 'draft' {
  const audience = textOf(visibility)
  if (audience !== '' && audience !== 'public') {
    change(
      Object.hasOwn(AUDIENCES, audience)
        ? (AUDIENCES[audience] ?? '')
        : 'a post that was not for everyone became a draft',
    )
    return 'draft'
  }
  if (status === 'sent' || isOn(meta.email_only)) {
    change(ONLY_SENT)
    return 'draft'
  }
  return status === 'published' || status === 'scheduled' ? 'live' : 'draft'
}

/** A scheduled post without its date must not become public at once. */
const dateOf = ({ status, published_at, created_at }: Fields): string | null =>
  isoDate(dateText(published_at)) ?? (status === 'scheduled' ? null : isoDate(dateText(created_at)))

/** The first versions wrote milliseconds. */
const dateText = (value: unknown): string | number | null =>
  typeof value === 'string' || typeof value === 'number' ? value : null

/** What Ghost has rendered, or else what its editor stores. */
function bodyOf({ html, mobiledoc, lexical }: Fields, change: ReportChange): string | { rejected: string } {
  const sources = [html, mobiledoc, lexical].map((source) => textOf(source))
  if (sources.some(({ length }) => length > SOURCE_MAX_CHARACTERS))
    return { rejected: 'This text is too long to be shown.' }
  const [rendered = '', old = '', current = ''] = sources
  if (rendered.length > HTML_MAX_CHARACTERS) return { rejected: TOO_LONG }
  try {
    if (rendered.trim() !== '') return renderedHtml(rendered, change)
    if (old === '' && current === '') return ''
    const texts = [mobiledocHtml(old, change), lexicalHtml(current, change)].filter((text) => text !== undefined)
    return texts.find((text) => text !== '') ?? texts[0] ?? { rejected: 'the text of the post cannot be read' }
  } catch (error) {
    if (!(error instanceof UnrenderableContentError)) throw error
    return { rejected: error.message }
  }
}

function imageOf(post: Fields, meta: Fields, { withUrls }: GhostArchive): ImportedImage | null {
  const url = withUrls(textOf(post.feature_image, post.image))
  if (url === '') return null
  const alt = textOf(meta.feature_image_alt, post.feature_image_alt)
  return { url, alt, caption: textOf(meta.feature_image_caption, post.feature_image_caption) }
}

type Named = { id: string; slug: string; date: string | null }

function oldPath({ permalink, siteUrl }: GhostArchive, { id, slug, date }: Named): string {
  const [year = '', month = '', day = ''] = date?.slice(0, 10).split('-') ?? []
  const name = encodeURIComponent(slug)
  const path = permalink
    .replaceAll(':slug', name)
    .replaceAll(':year', year)
    .replaceAll(':month', month)
    .replaceAll(':day', day)
    .replaceAll(':id', encodeURIComponent(id))
  // Rules may name tags and authors, which are in other settings.
  const known = path.startsWith('/') && !path.includes(':') ? path : `/${name}/`
  return (URL.parse(siteUrl ?? '')?.pathname ?? '').replace(/\/$/, '') + known
}
