import { cutText } from '#contract/cut-text.ts'
import type { ImportedAuthor, ImportedTerm, ReaderOptions } from '#server/import/source/imported.ts'
import { toPlainText } from '#server/text/scan/to-plain-text.ts'
import { withoutAddress } from './author-name.ts'
import { type Attachment, type MediaLibrary, pathOf } from './wordpress-text.ts'
import type { WxrFields, WxrItem, WxrRecord } from './wordpress-xml.ts'

/** `parent`: its slug. */
export type WordPressTerm = ImportedTerm & { parent: string | null }
export type WordPressArchive = ReturnType<typeof createArchive>

/** What the report calls the types of entries that are no posts. */
const TYPES: Readonly<Record<string, string>> = {
  page: 'pages',
  attachment: 'entries of the media library',
  revision: 'revisions',
  nav_menu_item: 'menu entries',
  wp_navigation: 'menu entries',
  wp_block: 'reusable blocks',
  feedback: 'replies to forms',
}
const DESIGN =
  /^(?:wp_(?:global_styles|template|template_part|font_family|font_face)|custom_css|customize_changeset|oembed_cache)$/

/** Collects what posts refer to, and counts what is left out. */
export function createArchive({ pages }: ReaderOptions) {
  const dropped = new Map<string, number>()
  const authors = new Map<string, ImportedAuthor>()
  const terms = new Map<string, WordPressTerm>()
  const byId = new Map<string, Attachment>()
  const byParent = new Map<string, Attachment[]>()
  const urls = new Set<string>()
  const blocks = new Map<string, string>()
  const site = new Map<string, string>()
  let items = 0

  const drop = (kind: string, count = 1) => {
    if (count > 0) dropped.set(kind, (dropped.get(kind) ?? 0) + count)
  }

  function add(record: WxrRecord): void {
    if (record.kind === 'site') site.set(record.name, site.get(record.name) ?? record.text)
    else if (record.kind === 'author') addAuthor(record.fields)
    else if (record.kind === 'category')
      addTerm(record.fields, 'category', [
        'wp:category_nicename',
        'wp:cat_name',
        'wp:category_description',
        'wp:category_parent',
      ])
    else if (record.kind === 'tag')
      addTerm(record.fields, 'post_tag', ['wp:tag_slug', 'wp:tag_name', 'wp:tag_description', ''])
    else if (record.kind === 'term')
      addTerm(record.fields, record.fields.get('wp:term_taxonomy') ?? '', [
        'wp:term_slug',
        'wp:term_name',
        'wp:term_description',
        'wp:term_parent',
      ])
    else addItem(record.item)
  }

  function addAuthor(fields: WxrFields): void {
    const login = fields.get('wp:author_login') ?? ''
    const full = [fields.get('wp:author_first_name'), fields.get('wp:author_last_name')].filter(Boolean).join(' ')
    const name = toPlainText('html', fields.get('wp:author_display_name') || full || login)
    if (fields.get('wp:author_email')) drop('e-mail addresses of authors')
    authors.set(login, { name: withoutAddress(name), slug: withoutAddress(login), bio: '', url: '' })
  }

  function addTerm(
    fields: WxrFields,
    domain: string,
    [slug, name, description, parent]: readonly [string, string, string, string],
  ): void {
    const term = {
      slug: fields.get(slug) ?? '',
      name: toPlainText('html', fields.get(name) ?? ''),
      description: fields.get(description) ?? '',
    }
    terms.set(`${domain} ${term.slug}`, { ...term, parent: fields.get(parent) || null })
  }

  function addItem({ fields, meta, comments }: WxrItem): void {
    items++
    drop('comments', comments)
    const type = fields.get('wp:post_type') ?? 'post'
    if (type === 'attachment') addAttachment(fields, meta)
    if (type === 'wp_block') blocks.set(fields.get('wp:post_id') ?? '', fields.get('content:encoded') ?? '')
    if (type === 'post' || (type === 'page' && pages)) return
    drop(DESIGN.test(type) ? 'settings of the design' : (TYPES[type] ?? `entries of the type “${cutText(type, 30)}”`))
  }

  function addAttachment(fields: WxrFields, meta: ReadonlyMap<string, string>): void {
    const attachment = {
      id: fields.get('wp:post_id') ?? '',
      url: fields.get('wp:attachment_url') || fields.get('guid') || '',
      alt: meta.get('_wp_attachment_image_alt') ?? '',
      caption: fields.get('excerpt:encoded') ?? '',
      parent: fields.get('wp:post_parent') ?? '',
      order: Number(fields.get('wp:menu_order')) || 0,
    }
    byId.set(attachment.id, attachment)
    const siblings = byParent.get(attachment.parent)
    if (siblings) siblings.push(attachment)
    else byParent.set(attachment.parent, [attachment])
    urls.add(pathOf(attachment.url))
  }

  return {
    add,
    isEmpty: () => items === 0,
    siteUrl: (): string | null =>
      [site.get('wp:base_blog_url'), site.get('link')].find((url) => url && URL.canParse(url)) ?? null,
    dropped,
    author: (login: string): ImportedAuthor =>
      authors.get(login) ?? { name: withoutAddress(login), slug: withoutAddress(login), bio: '', url: '' },
    term: (domain: string, slug: string): WordPressTerm | undefined => terms.get(`${domain} ${slug}`),
    library: { byId, byParent, urls } satisfies MediaLibrary,
    blocks: blocks as ReadonlyMap<string, string>,
  }
}
