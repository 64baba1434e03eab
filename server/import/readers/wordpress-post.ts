import { cutText } from '#contract/cut-text.ts'
import { TITLE_MAX_CHARACTERS } from '#contract/limits.ts'
import {
  HTML_MAX_CHARACTERS,
  type ImportedAuthor,
  type ImportedEntry,
  type ImportedImage,
  type ImportedTerm,
  type ReaderOptions,
  TOO_LONG,
} from '#server/import/source/imported.ts'
import { toPlainText } from '#server/text/scan/to-plain-text.ts'
import { isoDate } from './dates.ts'
import type { WordPressArchive } from './wordpress-archive.ts'
import { beforeMore, wordPressHtml } from './wordpress-text.ts'
import type { WxrItem } from './wordpress-xml.ts'

/** Why a post that was not public is a draft now. */
const HIDDEN: Readonly<Record<string, string>> = {
  private: 'a private post became a draft',
  pending: 'a post that waited for its review became a draft',
}

/** Returns undefined for an entry that is no post. */
export function wordPressPost(
  item: WxrItem,
  archive: WordPressArchive,
  { pages }: ReaderOptions,
): ImportedEntry | undefined {
  const { fields, meta } = item
  const type = fields.get('wp:post_type') ?? 'post'
  if (type !== 'post' && !(type === 'page' && pages)) return undefined
  const id = fields.get('wp:post_id') ?? ''
  const key = `post-${id || fields.get('wp:post_name') || fields.get('link')}`
  const texts = ['title', 'content:encoded', 'excerpt:encoded'].map((name) => fields.get(name) ?? '')
  if (texts.join('').length > HTML_MAX_CHARACTERS)
    return {
      kind: 'rejected',
      key,
      title: cutText(fields.get('title') ?? '', TITLE_MAX_CHARACTERS),
      reason: TOO_LONG,
    }
  const title = toPlainText('html', fields.get('title') ?? '')
  const status = fields.get('wp:status') ?? ''
  if (status === 'trash') return { kind: 'rejected', key, title, reason: 'the post was in the trash' }
  if (status === 'auto-draft') return { kind: 'rejected', key, title, reason: 'the post was never saved' }
  const changes = new Set<string>()
  const change = (text: string) => void changes.add(text)
  const state = stateOf(item, status, change)
  const content = fields.get('content:encoded') ?? ''
  const { library, blocks } = archive
  const html = (source: string, report: (text: string) => void) =>
    wordPressHtml({ id, content: source, footnotes: meta.get('footnotes') ?? '', library, blocks }, report)
  const excerpt = fields.get('excerpt:encoded') ?? ''
  const categories = termsOf(item, archive, 'category')
  const tags = termsOf(item, archive, 'post_tag')
  const parents = parentsOf(categories, archive).filter(({ name }) => !tags.some((tag) => tag.name === name))
  if (parents.length > 0) change('the parent of a category became a tag')
  return {
    kind: 'post',
    key,
    slug: fields.get('wp:post_name') ?? '',
    title,
    state,
    date: dateOf(item),
    updated: isoDate(fields.get('wp:post_modified_gmt')),
    body: { format: 'html', html: html(content, change) + enclosure(item, content) },
    summary:
      excerpt ||
      toPlainText(
        'html',
        html(beforeMore(content), () => {}),
      ),
    categories,
    tags: [...tags, ...parents],
    authors: authorsOf(item, archive),
    image: imageOf(meta.get('_thumbnail_id'), archive),
    seoTitle: withoutTemplate(
      meta.get('_yoast_wpseo_title') ?? meta.get('rank_math_title') ?? meta.get('_aioseo_title'),
    ),
    seoDescription: withoutTemplate(
      meta.get('_yoast_wpseo_metadesc') ?? meta.get('rank_math_description') ?? meta.get('_aioseo_description'),
    ),
    canonical: meta.get('_yoast_wpseo_canonical') ?? meta.get('rank_math_canonical_url') ?? '',
    oldPaths: state === 'live' ? oldPaths(fields.get('link') ?? '') : [],
    changes: [...changes],
  }
}

/** Only what WordPress says is published is live. */
function stateOf({ fields }: WxrItem, status: string, change: (text: string) => void): 'live' | 'draft' {
  if (fields.get('wp:post_password')) {
    change('a post with a password became a draft without it')
    return 'draft'
  }
  if (HIDDEN[status]) change(HIDDEN[status])
  return status === 'publish' || status === 'future' ? 'live' : 'draft'
}

/** A draft has only its local date. */
const dateOf = ({ fields }: WxrItem): string | null =>
  isoDate(fields.get('wp:post_date_gmt')) ?? isoDate(fields.get('wp:post_date')) ?? isoDate(fields.get('pubDate'))

function termsOf({ terms }: WxrItem, archive: WordPressArchive, domain: string): ImportedTerm[] {
  const own = terms.filter((term) => term.domain === domain || (domain === 'post_tag' && term.domain === 'tag'))
  const found = own.map(({ nicename, name }): ImportedTerm => {
    const term = archive.term(domain, nicename)
    const written = toPlainText('html', name) || term?.name || nicename
    return { name: written, slug: nicename, description: term?.description ?? '' }
  })
  return [...new Map(found.map((term) => [term.slug || term.name, term])).values()]
}

/** The categories above these, which have no place here: in WordPress, the page of each lists the posts of those below it, too. */
function parentsOf(categories: readonly ImportedTerm[], archive: WordPressArchive): ImportedTerm[] {
  const known = new Map<string, ImportedTerm | undefined>(categories.map((category) => [category.slug, undefined]))
  for (const slug of known.keys()) {
    const { parent } = archive.term('category', slug) ?? { parent: null }
    const found = parent === null ? undefined : archive.term('category', parent)
    if (found && !known.has(found.slug))
      known.set(found.slug, { name: found.name || found.slug, slug: found.slug, description: found.description })
  }
  return [...known.values()].filter((term) => term !== undefined)
}

/** Co-Authors Plus writes authors as terms. */
function authorsOf({ fields, terms }: WxrItem, archive: WordPressArchive): ImportedAuthor[] {
  const others = terms.filter(({ domain }) => domain === 'author')
  if (others.length === 0) return fields.get('dc:creator') ? [archive.author(fields.get('dc:creator') ?? '')] : []
  const found = others.map(({ nicename, name }): ImportedAuthor => {
    const login = nicename.replace(/^cap-/, '')
    return { ...archive.author(login), name: toPlainText('html', name) || login }
  })
  return [...new Map(found.map((author) => [author.slug, author])).values()]
}

function imageOf(id: string | undefined, { library }: WordPressArchive): ImportedImage | null {
  const found = id ? library.byId.get(id) : undefined
  return found?.url ? { url: found.url, alt: found.alt, caption: toPlainText('html', found.caption) } : null
}

/** The audio file of an episode: URL, size and type in three lines. */
function enclosure({ meta }: WxrItem, content: string): string {
  const [url = ''] = meta.get('enclosure')?.split('\n') ?? []
  const isNew = /^https?:\/\//.test(url.trim()) && !content.includes(url.trim())
  return isNew ? `\n<audio src="${Bun.escapeHTML(url.trim())}"></audio>` : ''
}

/** `%%title%% %%sep%%` has a meaning in WordPress only. */
const withoutTemplate = (text = ''): string => (/%\w{1,40}%|#\w{1,40}_/.test(text) ? '' : text)

function oldPaths(link: string): string[] {
  if (!URL.canParse(link)) return []
  const { pathname, searchParams } = new URL(link)
  // `/blog/?p=11` is a post only with its query: `/blog/` is the blog itself.
  const isByNumber = ['p', 'page_id', 'attachment_id', 'post_type'].some((name) => searchParams.has(name))
  return pathname === '/' || isByNumber ? [] : [pathname]
}
