import { Elysia } from 'elysia'
import type { ContentState } from '#contract/content.ts'
import { apiPaths } from '#contract/paths.ts'
import { json } from '#server/http/json.ts'
import { rejectOtherMethods } from '#server/http/method-not-allowed.ts'
import type { RequireAdmin } from '#server/http/require-admin.ts'
import type { Notifications } from '#server/leads/notify/notifications.ts'

/** What git makes of the saves, and whether notifications wait. For the administrator: it names files and folders of the server. */
export const stateRoutes = (
  describe: () => Promise<ContentState>,
  { state }: Pick<Notifications, 'state'>,
  requireAdmin: RequireAdmin,
) =>
  new Elysia({ name: 'content-state' })
    .get(apiPaths.contentState, async ({ request }) => {
      await requireAdmin(request)
      return json(
        { ...(await describe()), ...(state() === 'waiting' && { notificationsWaiting: true }) },
        { headers: { 'cache-control': 'private, no-store' } },
      )
    })
    .use(rejectOtherMethods({ [apiPaths.contentState]: ['GET'] }))
