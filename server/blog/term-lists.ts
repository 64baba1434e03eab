import type { ListedTerm } from '#contract/posts.ts'
import type { Content } from '#server/content/content.ts'
import { type TermState, termStateOf } from '#server/content/publication.ts'
import { type TermKind, termAt } from '#server/content/snapshot/post-terms.ts'
import type { RequestTools } from '#server/http/request.ts'
import { json, PRIVATE, publicJson } from '#server/http/responses.ts'
import { listedTerms, namesOf } from './post-shapes.ts'

/** The states of the terms in a list, by the parameter `state`. A term that was just created is in the list without one. */
const LISTS = {
  live: ['live'],
  listed: ['live', 'unused'],
  all: ['live', 'unused', 'hidden'],
} as const satisfies Record<string, readonly TermState[]>

export type TermList = keyof typeof LISTS
export const isInList = (list: TermList, state: TermState) => LISTS[list].some((one) => one === state)

/** Reads the categories or tags of a list, and single ones. */
export function createTermLists({ content, now }: { content: Pick<Content, 'snapshot'>; now: () => Date }) {
  function terms(kind: TermKind, list: TermList): ListedTerm[] {
    const snapshot = content.snapshot()
    if (list === 'all') return listedTerms(snapshot[kind])
    const moment = now()
    const all = [...snapshot[kind].values()]
    return namesOf(all.filter(({ id }) => isInList(list, termStateOf(kind, id, snapshot, moment))))
  }

  /** The current id of a term, for a current or former one; an unknown one as it is. */
  const idOf = (kind: TermKind, id: string | undefined) => id && (termAt(content.snapshot(), kind, id)?.id ?? id)

  /** Finds a term that has a page by its current or former id. */
  function term(kind: TermKind, id: string): ListedTerm | undefined {
    const current = idOf(kind, id)
    return terms(kind, 'live').find((one) => one.id === current)
  }
  return { terms, term, idOf }
}

/** A list of categories, tags or authors. `?state=all` includes those that only hidden posts use, for administrators. */
export async function sendTerms(
  request: Request,
  termsIn: (list: TermList) => unknown,
  requireAdmin: RequestTools['requireAdmin'],
): Promise<Response> {
  const state = new URL(request.url).searchParams.get('state')
  if (state !== 'all') return publicJson(request, termsIn(state === 'live' ? 'live' : 'listed'))
  await requireAdmin(request)
  return json(termsIn('all'), PRIVATE)
}
