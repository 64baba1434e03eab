import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import {
  type CreateTermsResult,
  CreateTermsResultSchema,
  CreateTermsSchema,
  DescribedTermSchema,
  ListedTermSchema,
  RenameTermSchema,
  type Term,
  TermSchema,
} from '#contract/posts.ts'
import type { Content, Editor, Transaction } from '#server/content/content.ts'
import { termId } from '#server/content/dialects/term-ids.ts'
import type { TermEntry } from '#server/content/files/decode-file.ts'
import { decodeFields, editPost, type PostEntry } from '#server/content/files/post-file.ts'
import { newName, renamed } from '#server/content/files/term-file.ts'
import {
  fileOfTerm as fileOf,
  isNamed,
  isUnfiled,
  resolveTerm,
  type TermKind,
} from '#server/content/snapshot/post-terms.ts'
import { created, endpoint, jsonBody, message, ok, revalidated } from '#server/http/endpoint.ts'
import { ConflictError, NotFoundError, ValidationError } from '#server/lib/errors.ts'
import { makeId } from '#server/text/scan/make-id.ts'
import { freeId } from '#server/text/scan/words.ts'
import type { PostQueries } from './post-queries.ts'
import { termListEndpoint } from './term-lists.ts'

type Terms = ReturnType<typeof createTerms>

const labels = {
  categories: { one: 'category', many: 'categories', title: 'Category', titles: 'Categories' },
  tags: { one: 'tag', many: 'tags', title: 'Tag', titles: 'Tags' },
} as const

/** Of deletions. */
export const FOR_GOOD = 'Without git, which has what is deleted, a confirmation is needed.'
const deletions = {
  categories: { description: `Rejected while posts use it. ${FOR_GOOD}`, errors: [409] },
  tags: { description: `Its posts lose the tag. ${FOR_GOOD}` },
}

/** Creates, renames and deletes categories and tags. */
export function createTerms({ content }: { content: Content }) {
  /** Creates the names that do not exist yet, ignoring case; `created` lists only those. */
  async function add(kind: TermKind, names: readonly string[], editor: Editor): Promise<CreateTermsResult> {
    const created = await content.change(
      async (tx) => {
        const created: Term[] = []
        for (const name of newNames(names, filed(tx, kind))) {
          const used = tx.snapshot[kind].get(resolveTerm(tx.snapshot, kind, termId(name)))
          const id =
            used && isUnfiled(used)
              ? used.id
              : await freeId(
                  makeId(name, labels[kind].one),
                  async (id) => tx.snapshot[kind].has(id) || (await tx.exists(fileOf(kind, id))),
                )
          tx.write(fileOf(kind, id), newName(name))
          created.push({ id, name })
        }
        return created
      },
      (created) => ({
        subject: `${labels[kind].one}: create ${created.map(({ name }) => `"${name}"`).join(', ')}`,
        editor,
      }),
    )
    return { created, message: addedMessage(kind, created.length, names.length - created.length) }
  }

  /** Removes a tag from its posts in the same change. Throws `NotFoundError`, and `ConflictError` while posts use a category. */
  async function remove(kind: TermKind, id: string, editor: Editor): Promise<void> {
    await content.change(
      async (tx) => {
        const term = knownTerm(tx, kind, id)
        const posts = [...tx.snapshot.posts.values()].filter(({ category, tags }) =>
          kind === 'categories' ? category === id : tags.includes(id),
        )
        if (kind === 'categories' && posts.length > 0) throw new ConflictError(inUseMessage(posts.length))
        await Promise.all(posts.map((post) => removeTagFrom(tx, post, id)))
        if (!isUnfiled(term)) tx.remove(term.file)
        return term.name
      },
      (name) => ({ subject: `${labels[kind].one}: delete "${name}"`, id, editor }),
    )
  }

  /** The id stays, and so do the posts. Throws `NotFoundError`, and `ValidationError` for a name that another term has. */
  async function rename(kind: TermKind, id: string, name: string, editor: Editor): Promise<Term> {
    await content.change(
      async (tx) => {
        const entry = knownTerm(tx, kind, id)
        if (isUnfiled(entry)) throw new NotFoundError(`This ${labels[kind].one} has no file yet.`)
        const others = filed(tx, kind).filter((one) => one !== entry)
        if (newNames([name], others).length === 0) throw new ValidationError({ name: { message: takenMessage(kind) } })
        if (name !== entry.name)
          tx.write(entry.file, renamed(await tx.read(entry.file), name, formerNames(entry, tx, kind)))
        return entry.name
      },
      (before) => ({ subject: `${labels[kind].one}: rename "${before}" to "${name}"`, id, editor }),
    )
    return { id, name }
  }

  return { add, rename, remove }
}

function knownTerm({ snapshot }: Transaction, kind: TermKind, id: string): TermEntry {
  const term = snapshot[kind].get(id)
  if (!term) throw new NotFoundError(`This ${labels[kind].one} does not exist.`)
  return term
}

/** The names that do not exist yet, each once, ignoring case. */
function newNames(names: readonly string[], existing: Iterable<Term>): string[] {
  const taken = new Set([...existing].map(({ name }) => name.toLowerCase()))
  return names.filter((name) => !taken.has(name.toLowerCase()) && taken.add(name.toLowerCase()))
}

const filed = ({ snapshot }: Transaction, kind: TermKind) =>
  [...snapshot[kind].values()].filter((term) => !isUnfiled(term))

/** Posts may name a term by its name: the old one is kept where they do. */
const formerNames = ({ id, name, aliases = [] }: TermEntry, { snapshot }: Transaction, kind: TermKind) =>
  isNamed(id, kind, snapshot.posts.values(), snapshot) && !aliases.includes(name) ? [...aliases, name] : undefined

async function removeTagFrom(tx: Transaction, { file }: PostEntry, id: string): Promise<void> {
  const text = await tx.read(file)
  const tags = decodeFields(text).tags.filter((one) => resolveTerm(tx.snapshot, 'tags', one) !== id)
  tx.write(file, editPost(text, { tags }))
}

const inUseMessage = (posts: number) =>
  `This category cannot be deleted: ${posts} ${posts === 1 ? 'post uses' : 'posts use'} it.`
const takenMessage = (kind: TermKind) => `There is a ${labels[kind].one} of this name already.`

function addedMessage(kind: TermKind, added: number, skipped: number): string {
  const count = (number: number) => `${number} ${number === 1 ? labels[kind].one : labels[kind].many}`
  const sentence = `${count(added)} added.`
  return skipped === 0 ? sentence : `${sentence} ${count(skipped)} existed already.`
}

type TermEndpointsOptions = {
  queries: Pick<PostQueries, 'term' | 'terms'>
  terms: Terms
  /** Whether git has what is deleted. */
  canRestore(): boolean
}

/** The same for categories and tags. */
export function termEndpoints(kind: TermKind, { queries, terms, canRestore }: TermEndpointsOptions) {
  const { one, title, titles } = labels[kind]
  const pattern = kind === 'categories' ? adminPaths.category.pattern : adminPaths.tag.pattern

  return [
    termListEndpoint({
      id: `list${titles}`,
      summary: `Lists the ${kind}`,
      path: apiPaths[kind],
      schema: ListedTermSchema,
      description: 'Sorted by name. `unfiled`: posts name it, but it has no file yet; only with `state=all`.',
      termsIn: (list) => queries.terms(kind, list),
    }),
    endpoint({
      id: `create${titles}`,
      summary: `Creates ${kind}, except existing names`,
      method: 'POST',
      path: apiPaths[kind],
      access: 'administrator',
      body: jsonBody(CreateTermsSchema),
      response: created(CreateTermsResultSchema, 'The new ones, and a sentence.'),
      async handle({ body: { name }, who, audit }) {
        const added = await terms.add(kind, name, who.person)
        for (const { id } of added.created) await audit(`${one}.created`, { subject: id })
        return added
      },
    }),
    endpoint({
      id: `read${title}`,
      summary: `Returns a ${one} that has a page`,
      description: 'By its id or a former one, which the file of the term names in `aliases`.',
      method: 'GET',
      path: pattern,
      access: 'public',
      response: revalidated(DescribedTermSchema, 'The current id, the name and the description.'),
      handle({ params }) {
        const found = queries.term(kind, params.id)
        if (!found) throw new NotFoundError(`This ${one} does not exist.`)
        return found
      },
    }),
    endpoint({
      id: `rename${titles}`,
      summary: `Renames a ${one}`,
      method: 'PUT',
      path: pattern,
      fromForm: { id: `update${titles}`, summary: `Renames a ${one}, from an HTML form` },
      access: 'administrator',
      body: jsonBody(RenameTermSchema),
      response: ok(TermSchema, 'The new name; the id stays.'),
      async handle({ params: { id }, body: { name }, who, audit }) {
        const renamed = await terms.rename(kind, id, name, who.person)
        await audit(`${one}.changed`, { subject: id })
        return renamed
      },
    }),
    endpoint({
      ...deletions[kind],
      id: `delete${titles}`,
      summary: `Deletes a ${one}`,
      method: 'DELETE',
      path: pattern,
      access: 'administrator',
      confirms: { effect: 'deletes for good', when: 'without git' },
      response: message('Deleted.'),
      async handle({ params: { id }, who, audit, requireConfirmation }) {
        if (!canRestore()) requireConfirmation()
        await terms.remove(kind, id, who.person)
        await audit(`${one}.deleted`, { subject: id })
        return { message: `The ${one} was deleted.` }
      },
    }),
  ]
}
