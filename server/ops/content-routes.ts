import { Elysia } from 'elysia'
import type { ContentProblem, ContentProblems, ContentState } from '#contract/content.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Content } from '#server/content/content.ts'
import type { Problem } from '#server/content/errors.ts'
import type { Snapshot } from '#server/content/snapshot.ts'
import { rejectOtherMethods } from '#server/http/errors.ts'
import type { RequireAdmin } from '#server/http/request-tools.ts'
import { json } from '#server/http/responses.ts'
import type { Notifications } from '#server/leads/notify/notifications.ts'

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
