import { Elysia } from 'elysia'
import type { GitSummary } from '#contract/content.ts'
import type { Content } from '#server/content/content.ts'
import { rejectOtherMethods } from '#server/http/errors.ts'
import { json } from '#server/http/responses.ts'
import type { Notifications } from '#server/leads/notify/notifications.ts'

/** A log that must be writable. */
export type Storage = { isHealthy(): boolean }

/**
 * /healthz: the process is alive. /readyz: the number of invalid content files, whether submissions can be stored, and the state of
 * notifications and git. The site serves requests whatever the state.
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
      const problems = invalidFiles(content)
      const storage = logs.every(({ isHealthy }) => isHealthy()) ? 'ok' : 'failing'
      const status = problems === 0 && storage === 'ok' ? 'ok' : 'degraded'
      return json({ status, problems, storage, notifications: state(), git: git() })
    })
    .use(rejectOtherMethods({ '/healthz': ['GET'], '/readyz': ['GET'] }))

const invalidFiles = (content: Content) =>
  new Set(content.snapshot().problems.flatMap(({ file, severity }) => (severity === 'error' ? [file] : []))).size
