import { Elysia } from 'elysia'
import type { Content } from '#server/content/content.ts'
import { json } from '#server/http/json.ts'
import { otherMethods } from '#server/http/methods.ts'

/** /healthz: the process answers. /readyz: the content is loaded, and how many of its files are bad. */
export const healthRoutes = (content: Content) =>
  new Elysia({ name: 'health' })
    .get('/healthz', () => json({ status: 'ok' }))
    .get('/readyz', () => {
      const problems = badFiles(content)
      return json({ status: problems === 0 ? 'ok' : 'degraded', problems })
    })
    .use(otherMethods({ '/healthz': ['GET'], '/readyz': ['GET'] }))

const badFiles = (content: Content) =>
  new Set(content.snapshot().problems.flatMap(({ file, severity }) => (severity === 'error' ? [file] : []))).size
