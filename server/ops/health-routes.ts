import { Elysia } from 'elysia'
import type { GitSummary } from '#contract/content.ts'
import type { Content } from '#server/content/content.ts'
import { json } from '#server/http/json.ts'
import { rejectOtherMethods } from '#server/http/method-not-allowed.ts'
import type { Notifications } from '#server/leads/notify/notifications.ts'

/** A log of what visitors send. */
export type Storage = { isHealthy(): boolean }

/**
 * /healthz: the process answers. /readyz: the content is loaded, how many of its files are bad, whether visitors' data can
 * be stored, whether the vendor is told of it, and how git stands: whatever that is, the site serves as well.
 */
export const healthRoutes = (
  content: Content,
  logs: readonly Storage[],
  { state }: Pick<Notifications, 'state'>,
  git: () => GitSummary = () => 'off',
) =>
  new Elysia({ name: 'health' })
    .get('/healthz', () => json({ status: 'ok' }))
    .get('/readyz', () => {
      const problems = badFiles(content)
      const storage = logs.every(({ isHealthy }) => isHealthy()) ? 'ok' : 'failing'
      const status = problems === 0 && storage === 'ok' ? 'ok' : 'degraded'
      return json({ status, problems, storage, notifications: state(), git: git() })
    })
    .use(rejectOtherMethods({ '/healthz': ['GET'], '/readyz': ['GET'] }))

const badFiles = (content: Content) =>
  new Set(content.snapshot().problems.flatMap(({ file, severity }) => (severity === 'error' ? [file] : []))).size
