import * as v from 'valibot'
import type { ListedTerm } from '#contract/posts.ts'
import type { AllTerms } from '#contract/terms.ts'
import type { Content } from '#server/content/content.ts'
import { type TermState, termStateOf } from '#server/content/publication.ts'
import { type TermKind, termAt } from '#server/content/snapshot/post-terms.ts'
import { endpoint, revalidated, sentParameters } from '#server/http/endpoint.ts'
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
  /** All of them, with the number of posts in any state. */
  function allTerms(): AllTerms {
    const snapshot = content.snapshot()
    const posts = { categories: new Map<string, number>(), tags: new Map<string, number>() }
    const count = (kind: TermKind, id: string) => void posts[kind].set(id, (posts[kind].get(id) ?? 0) + 1)
    for (const { category, tags } of snapshot.posts.values()) {
      if (category !== null) count('categories', category)
      for (const tag of tags) count('tags', tag)
    }
    const detailed = (kind: TermKind) =>
      listedTerms(snapshot[kind]).map(({ description = null, ...term }) => ({
        ...term,
        description,
        posts: posts[kind].get(term.id) ?? 0,
      }))
    return { categories: detailed('categories'), tags: detailed('tags') }
  }
  return { terms, term, idOf, allTerms }
}

type TermListOptions = {
  id: string
  summary: string
  path: string
  /** Of one term. */
  schema: v.GenericSchema
  /** Of the response. */
  description: string
  termsIn(list: TermList): unknown
}

/** A list of categories, tags or authors. */
export const termListEndpoint = ({ id, summary, path, schema, description, termsIn }: TermListOptions) =>
  endpoint({
    id,
    summary,
    description:
      'Leaves out those that only drafts, scheduled or expired posts use: `state=all` includes them, and requires a token. `state=live` lists those that have a page, because live posts use them.',
    method: 'GET',
    path,
    access: { states: ['all'] },
    query: sentParameters(v.object({ state: v.optional(v.picklist(['live', 'all'])) })),
    response: revalidated(v.array(schema), description),
    handle({ request, query: { state }, who }) {
      if (who) return json(termsIn('all'), PRIVATE)
      return publicJson(request, termsIn(state === 'live' ? 'live' : 'listed'))
    },
  })
