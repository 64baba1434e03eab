import { Elysia } from 'elysia'
import type { GitSummary } from '#contract/content.ts'
import type { Content } from '#server/content/content.ts'
import { json } from '#server/http/json.ts'
import { otherMethods } from '#server/http/methods.ts'

/** A log of what visitors send. */
export type Storage = { healthy(): boolean }

/**
 * /healthz: the process answers. /readyz: the content is loaded, how many of its files are bad, whether visitors' data can
 * be stored, and how git stands: whatever that is, the site serves as well.
 */
export const healthRoutes = (content: Content, logs: readonly Storage[], git: () => GitSummary = () => 'off') =>
  new Elysia({ name: 'health' })
    .get('/healthz', () => json({ status: 'ok' }))
    .get('/readyz', () => {
      const problems = badFiles(content)
      const storage = logs.every(({ healthy }) => healthy()) ? 'ok' : 'failing'
      return json({ status: problems === 0 && storage === 'ok' ? 'ok' : 'degraded', problems, storage, git: git() })
    })
    .use(otherMethods({ '/healthz': ['GET'], '/readyz': ['GET'] }))

const badFiles = (content: Content) =>
  new Set(content.snapshot().problems.flatMap(({ file, severity }) => (severity === 'error' ? [file] : []))).size
