import { useQuery, useQueryClient } from '@tanstack/react-query'
import { DASHBOARD } from '#client/admin/shared/data.tsx'
import type { TaxonomyKey } from '#client/api/content.ts'
import { fetchAllTerms } from '#client/api/terms.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Term } from '#contract/posts.ts'
import type { AllTerms } from '#contract/terms.ts'

export const nouns = {
  categories: { one: 'category', many: 'categories', title: 'Categories' },
  tags: { one: 'tag', many: 'tags', title: 'Tags' },
} as const

const KEY = [DASHBOARD, 'terms']

/** All categories and tags. They are part of the dashboard's lists. */
export function useTerms() {
  const client = useQueryClient()
  return {
    terms: useQuery({ queryKey: KEY, queryFn: fetchAllTerms }),
    reload: () => client.invalidateQueries({ queryKey: [DASHBOARD] }),
    /** Shows a term under its new address until the lists are loaded again. */
    moved: (kind: TaxonomyKey, from: string, to: Term) =>
      client.setQueryData<AllTerms>(KEY, (all) => {
        const renamed = all?.[kind].map((one) => (one.id === from ? { ...one, ...to } : one))
        return all && renamed && { ...all, [kind]: renamed }
      }),
  }
}

/** The list of posts with only those of a term. */
export const postsUrl = (kind: TaxonomyKey, id: string) =>
  `${pagePaths.adminBlog}?${new URLSearchParams({ [nouns[kind].one]: id })}`

export const inPosts = (posts: number) => (posts === 1 ? '1 post' : `${posts.toLocaleString('en')} posts`)
