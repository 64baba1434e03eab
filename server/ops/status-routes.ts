import { Elysia } from 'elysia'
import type { ContentProblem, ContentProblems, ContentState, GitSummary } from '#contract/content.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Content } from '#server/content/content.ts'
import type { Problem } from '#server/content/errors.ts'
import type { Snapshot } from '#server/content/snapshot.ts'
import { rejectOtherMethods } from '#server/http/errors.ts'
import type { RequireAdmin } from '#server/http/request-tools.ts'
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

/** A wrong merge can break ten thousand files. */
const PROBLEMS_MAX = 100

type Deps = {
  content: Content
  describeGit: () => Promise<ContentState>
  notifications: Pick<Notifications, 'state'>
  requireAdmin: RequireAdmin
}

/** The issues of content files and the state of git. Only for the administrator: they quote drafts and name the server's folders. */
export const contentRoutes = ({ content, describeGit, notifications, requireAdmin }: Deps) =>
  new Elysia({ name: 'content' })
    .get(apiPaths.contentProblems, async ({ request }) => {
      await requireAdmin(request)
      return json(problemsIn(content.snapshot()))
    })
    .get(apiPaths.contentState, async ({ request }) => {
      await requireAdmin(request)
      const waiting = notifications.state() === 'waiting' && { notificationsWaiting: true }
      return json({ ...(await describeGit()), ...waiting }, { headers: { 'cache-control': 'private, no-store' } })
    })
    .use(rejectOtherMethods({ [apiPaths.contentProblems]: ['GET'], [apiPaths.contentState]: ['GET'] }))

function problemsIn({ problems, lastGood }: Snapshot): ContentProblems {
  const ofSeverity = (severity: Problem['severity']) => problems.filter((one) => one.severity === severity)
  const ordered = [...ofSeverity('error'), ...ofSeverity('warning')]
  return { total: ordered.length, problems: ordered.slice(0, PROBLEMS_MAX).map((one) => withShown(one, lastGood)) }
}

function withShown({ file, line, column, reason, severity }: Problem, lastGood: Snapshot['lastGood']): ContentProblem {
  const shown = severity === 'warning' ? 'as-it-is' : lastGood.has(file) ? 'last-good' : 'nothing'
  return { file, line, column, reason, severity, shown }
}
