import { pagePaths } from '#contract/paths.ts'
import type { TaxonomyLabel } from './blog-data.ts'

export const pageAddress = (path: string, page: number) =>
  page > 1 ? `${path}${path.includes('?') ? '&' : '?'}page=${page}` : path

export const searchAddress = (q = '') => (q ? `${pagePaths.blog}?${new URLSearchParams({ q })}` : pagePaths.blog)

export const termPath = (kind: TaxonomyLabel, id: string) =>
  (kind === 'Category' ? pagePaths.category : pagePaths.tag)(id)
