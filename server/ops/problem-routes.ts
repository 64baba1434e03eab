import { Elysia } from 'elysia'
import type { ContentProblem, ContentProblems } from '#contract/content.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Content } from '#server/content/content.ts'
import type { Problem } from '#server/content/errors.ts'
import type { Snapshot } from '#server/content/snapshot.ts'
import { json } from '#server/http/json.ts'
import { rejectOtherMethods } from '#server/http/method-not-allowed.ts'
import type { RequireAdmin } from '#server/http/require-admin.ts'

/** Nobody reads more at once; a wrong merge can break ten thousand files. */
const SHOWN_MAX = 100

/** What is wrong with the content files, in the words of the log. For the administrator: it may quote drafts. */
export const problemRoutes = (content: Content, requireAdmin: RequireAdmin) =>
  new Elysia({ name: 'content-problems' })
    .get(apiPaths.contentProblems, async ({ request }) => {
      await requireAdmin(request)
      return json(problemsIn(content.snapshot()))
    })
    .use(rejectOtherMethods({ [apiPaths.contentProblems]: ['GET'] }))

function problemsIn({ problems, lastGood }: Snapshot): ContentProblems {
  const ordered = [...of('error', problems), ...of('warning', problems)]
  return { total: ordered.length, problems: ordered.slice(0, SHOWN_MAX).map((one) => withShown(one, lastGood)) }
}

const of = (severity: Problem['severity'], problems: readonly Problem[]) =>
  problems.filter((one) => one.severity === severity)

function withShown({ file, line, column, reason, severity }: Problem, lastGood: Snapshot['lastGood']): ContentProblem {
  const meanwhile = lastGood.has(file) ? 'last-good' : 'nothing'
  return { file, line, column, reason, severity, shown: severity === 'warning' ? 'as-it-is' : meanwhile }
}
