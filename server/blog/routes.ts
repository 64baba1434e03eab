import { Elysia } from 'elysia'
import type { Audit } from '#server/http/audit-events.ts'
import type { RequireAdmin } from '#server/http/require-admin.ts'
import type { Reading } from './post-queries.ts'
import { postRoutes } from './post-routes.ts'
import type { Posts } from './posts.ts'
import { nameRoutes } from './term-routes.ts'
import type { Names } from './terms.ts'

export type BlogDeps = {
  reading: Reading
  posts: Posts
  names: Names
  requireAdmin: RequireAdmin
  audit: Audit
  /** Extends the request's idle timeout while a long list is rendered for the first time; returns what restores it. */
  patient(request: Request): () => void
}

export const blogRoutes = (deps: BlogDeps) =>
  new Elysia({ name: 'blog' }).use(postRoutes(deps)).use(nameRoutes('categories', deps)).use(nameRoutes('tags', deps))
