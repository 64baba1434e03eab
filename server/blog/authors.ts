import { FIRST_NAME } from '#contract/accounts.ts'
import { type Author, AuthorSchema } from '#contract/author.ts'
import { apiPaths } from '#contract/paths.ts'
import { pictureOf } from '#contract/pictures.ts'
import { type Term, TermSchema } from '#contract/posts.ts'
import type { Content } from '#server/content/content.ts'
import { termStateOf } from '#server/content/publication.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { endpoint, revalidated } from '#server/http/endpoint.ts'
import { DomainError, NotFoundError } from '#server/lib/errors.ts'
import type { Log } from '#server/lib/log.ts'
import { hasEmail, hasEmailInHtml } from '#server/text/scan/has-email.ts'
import { authorOf, excerpt } from './post-page.ts'
import type { Renderer } from './render/renderer.ts'
import { isInList, type TermList, termListEndpoint } from './term-lists.ts'

type AuthorsDeps = { content: Pick<Content, 'snapshot'>; renderer: Pick<Renderer, 'html'>; now: () => Date; log: Log }
export type Authors = ReturnType<typeof createAuthors>

/** Reads authors in the form of the contract, with their biographies sanitized. */
export function createAuthors({ content, renderer, now, log }: AuthorsDeps) {
  const stateOf = (id: string) => termStateOf('authors', id, content.snapshot(), now())

  /** Ids and names, by name. */
  const list = (which: TermList): Term[] =>
    [...content.snapshot().authors.values()]
      .filter(({ id }) => isInList(which, stateOf(id)))
      .map(({ id, name }) => ({ id, name }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en'))

  /** An author of live posts, by the current or a former id: others have no page. */
  async function author(written: string): Promise<Author | undefined> {
    const id = authorId(content.snapshot(), written)
    const entry = content.snapshot().authors.get(id)
    if (!entry || stateOf(id) !== 'live') return undefined
    const biography = await html(entry)
    return {
      id,
      name: entry.name,
      // Decorative: the name is next to it.
      picture: entry.picture === '' ? null : pictureOf(entry.picture, ''),
      biography,
      description: excerpt(biography),
      links: entry.links,
    }
  }

  /** Returns an empty text for a biography that cannot be rendered, or that shows an e-mail address, so that the page still works. */
  async function html({ file, biography }: { file: string; biography: string }): Promise<string> {
    if (biography === '') return ''
    try {
      const rendered = await renderer.html('md', biography)
      if (!hasEmailInHtml(rendered)) return rendered
      log.warn('author not rendered', { file, reason: 'The biography shows an e-mail address. Remove it.' })
      return ''
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      log.warn('author not rendered', { file, reason: error.message })
      return ''
    }
  }

  return { list, author }
}

/** The current id of an author, for a current or former one; any other text as it is. */
export const authorId = (
  { authors, formerAuthors }: Pick<Snapshot, 'authors' | 'formerAuthors'>,
  id: string,
): string => (authors.has(id) ? id : (formerAuthors.get(id) ?? id))

/** An administrator, with the id of the author that the account is linked to. */
export type Creator = { name: string; author: string | null }

/** The author of a new post that names none: that of its creator, or else the creator's name, unless that name is the default one. */
export function defaultAuthor({ name, author }: Creator, snapshot: Snapshot): string | undefined {
  const id = author === null ? '' : authorId(snapshot, author)
  if (snapshot.authors.has(id)) return id
  return name === FIRST_NAME || hasEmail(name) ? undefined : name
}

/** The name that a new post shows if its author is left empty. */
export const bylineOf = (creator: Creator, snapshot: Snapshot): string | null =>
  authorOf({ author: defaultAuthor(creator, snapshot) ?? null }, snapshot).author

/** The authors that the editor offers, and what an author's page shows. */
export const authorEndpoints = ({ list, author }: Authors) => [
  termListEndpoint({
    id: 'listAuthors',
    summary: 'Lists the authors',
    path: apiPaths.authors,
    schema: TermSchema,
    description: 'Sorted by name.',
    termsIn: list,
  }),
  endpoint({
    id: 'readAuthor',
    summary: 'Returns what the page of an author shows',
    method: 'GET',
    path: apiPaths.author.pattern,
    access: 'public',
    response: revalidated(AuthorSchema, 'The author; the biography is sanitized HTML.'),
    async handle({ params }) {
      const found = await author(params.id)
      if (!found) throw new NotFoundError('This author does not exist.')
      return found
    },
  }),
]
