import { Elysia } from 'elysia'
import { apiPaths } from '#contract/paths.ts'
import { type CreateTermsResult, CreateTermsSchema, RenameTermSchema, type Term } from '#contract/posts.ts'
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
import { MethodNotAllowedError } from '#server/http/errors.ts'
import type { RequestTools } from '#server/http/request.ts'
import { parseOrThrow, readJson } from '#server/http/request.ts'
import { json, publicJson } from '#server/http/responses.ts'
import { ConflictError, NotFoundError, ValidationError } from '#server/lib/errors.ts'
import { makeId } from '#server/text/scan/make-id.ts'
import { freeId } from '#server/text/scan/words.ts'
import type { PostQueries } from './post-queries.ts'
import { isPlainPost } from './post-routes.ts'
import { sendTerms } from './term-lists.ts'

type Terms = ReturnType<typeof createTerms>

const labels = {
  categories: { one: 'category', many: 'categories' },
  tags: { one: 'tag', many: 'tags' },
} as const

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

type TermRoutesOptions = {
  queries: Pick<PostQueries, 'term' | 'terms'>
  terms: Terms
  /** Whether git has what is deleted. */
  canRestore(): boolean
}

/** The same endpoints for categories and tags. */
export function termRoutes(
  kind: TermKind,
  { queries, terms, canRestore }: TermRoutesOptions,
  { requireAdmin, requireConfirmation, audit }: Pick<RequestTools, 'requireAdmin' | 'requireConfirmation' | 'audit'>,
) {
  const path = apiPaths[kind]
  const { one } = labels[kind]

  const list = (request: Request) => sendTerms(request, (list) => queries.terms(kind, list), requireAdmin)

  function read(request: Request, id: string) {
    const found = queries.term(kind, id)
    if (!found) throw new NotFoundError(`This ${one} does not exist.`)
    return publicJson(request, found)
  }

  async function add(request: Request) {
    const { administrator } = await requireAdmin(request)
    const { name } = parseOrThrow(CreateTermsSchema, await readJson(request))
    const added = await terms.add(kind, name, administrator)
    for (const { id } of added.created) await audit(request, `${one}.created`, { subject: id })
    return json(added, { status: 201 })
  }

  async function rename(request: Request, id: string) {
    const { administrator } = await requireAdmin(request)
    if (isPlainPost(request)) throw new MethodNotAllowedError(['PUT', 'DELETE'])
    const { name } = parseOrThrow(RenameTermSchema, await readJson(request))
    const renamed = await terms.rename(kind, id, name, administrator)
    await audit(request, `${one}.changed`, { subject: id })
    return json(renamed)
  }

  async function remove(request: Request, id: string) {
    const { administrator } = await requireAdmin(request)
    if (!canRestore()) await requireConfirmation(request)
    await terms.remove(kind, id, administrator)
    await audit(request, `${one}.deleted`, { subject: id })
    return json({ message: `The ${one} was deleted.` })
  }

  return new Elysia()
    .get(path, ({ request }) => list(request))
    .post(path, ({ request }) => add(request), { parse: 'none' })
    .get(`${path}/:id`, ({ request, params }) => read(request, params.id))
    .post(`${path}/:id`, ({ request, params }) => rename(request, params.id), { parse: 'none' })
    .put(`${path}/:id`, ({ request, params }) => rename(request, params.id), { parse: 'none' })
    .delete(`${path}/:id`, ({ request, params }) => remove(request, params.id), { parse: 'none' })
}
