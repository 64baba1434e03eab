import type { PostForm } from '#contract/post-form.ts'
import type { PostSource, StalePost, Term } from '#contract/posts.ts'
import { newTerm, newTermName } from '#contract/term-choice.ts'
import { withoutInvisible } from '#contract/trimmed.ts'
import type { Transaction } from '#server/content/content.ts'
import { termId } from '#server/content/dialects/term-ids.ts'
import type { TermEntry } from '#server/content/files/decode-file.ts'
import { newName } from '#server/content/files/term-file.ts'
import { fileOfTerm, isUnfiled, resolveTerm, type TermKind, termAt } from '#server/content/snapshot/post-terms.ts'
import { makeId } from '#server/text/scan/make-id.ts'
import { freeId } from '#server/text/scan/words.ts'

/** In events, messages and ids of names that have no letters. */
export const termNoun = { categories: 'category', tags: 'tag' } as const

/** The names that do not exist yet, each once, ignoring case. */
export function newNames(names: readonly string[], existing: Iterable<Term>): string[] {
  const taken = new Set([...existing].map(({ name }) => name.toLowerCase()))
  return names.filter((name) => !taken.has(name.toLowerCase()) && taken.add(name.toLowerCase()))
}

/** Writes the file of a new category or tag, and returns its id: the one by which posts name it already, if any do. */
export async function writeNewTerm(
  tx: Transaction,
  kind: TermKind,
  name: string,
  used = tx.snapshot[kind].get(resolveTerm(tx.snapshot, kind, termId(name))),
): Promise<string> {
  const isTaken = async (id: string) => tx.snapshot[kind].has(id) || (await tx.exists(fileOfTerm(kind, id)))
  const id = used && isUnfiled(used) ? used.id : await freeId(makeId(name, termNoun[kind]), isTaken)
  tx.write(fileOfTerm(kind, id), newName(name))
  return id
}

export type CreatedTerm = Term & { kind: TermKind }

/**
 * Creates the terms that a form names and that do not exist, in the transaction of its save. Returns the form with their ids, and a
 * transaction that knows them. A name in another spelling is the term that exists.
 */
export async function createNewTerms(before: Transaction, form: PostForm) {
  const created: CreatedTerm[] = []
  let tx = before

  async function idOf(kind: TermKind, choice: string): Promise<string> {
    const name = withoutInvisible(newTermName(choice) ?? '')
    // The term may have been merged, or have another address, since the form was opened.
    if (name === '') return termAt(tx.snapshot, kind, choice)?.id ?? choice
    const known = termNamed(tx.snapshot[kind].values(), name)
    if (known && !isUnfiled(known)) return known.id
    const id = await writeNewTerm(tx, kind, name, known)
    created.push({ kind, id, name })
    const entry: TermEntry = { id, file: fileOfTerm(kind, id), revision: '', name, description: null }
    tx = { ...tx, snapshot: { ...tx.snapshot, [kind]: new Map(tx.snapshot[kind]).set(id, entry) } }
    return id
  }

  const category_id = await idOf('categories', form.category_id)
  const tags: string[] = []
  for (const tag of form.tags) tags.push(await idOf('tags', tag))
  return { tx, created, form: { ...form, category_id, tags: [...new Set(tags)] } }
}

/** The term with this name, id or former name in any spelling: case, accents, blanks and hyphens do not matter, letters of other scripts do. */
function termNamed(terms: Iterable<TermEntry>, name: string): TermEntry | undefined {
  const wanted = spellingOf(name)
  const all = [...terms]
  return (
    all.find((one) => spellingOf(one.name) === wanted) ??
    all.find(({ id, aliases = [] }) => [id, ...aliases].some((one) => spellingOf(one) === wanted))
  )
}

const spellingOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s\p{Pd}_]+/gu, ' ')
    .trim()

/** A rejected save creates nothing: its new terms are new in what the editor is shown as well. */
export function withNewTerms(stale: StalePost, created: readonly CreatedTerm[]): StalePost {
  const choiceOf = (kind: TermKind, id: string) => {
    const found = created.find((one) => one.kind === kind && one.id === id)
    return found ? newTerm(found.name).id : id
  }
  const inSource = (source: PostSource): PostSource => ({
    ...source,
    category_id: source.category_id && choiceOf('categories', source.category_id),
    tags: source.tags.map(({ id, name }) => ({ id: choiceOf('tags', id), name })),
  })
  const conflicts = stale.overlaps.map((one) => {
    if (one.field === 'category_id' && typeof one.mine === 'string')
      return { ...one, mine: choiceOf('categories', one.mine) }
    if (one.field === 'tags' && Array.isArray(one.mine))
      return { ...one, mine: one.mine.map((id) => choiceOf('tags', id)) }
    return one
  })
  return { ...stale, merged: inSource(stale.merged), overlaps: conflicts }
}
