import { adminPaths } from '#contract/admin-paths.ts'
import { PostHistorySchema, PostVersionDetailSchema, RestoreSchema } from '#contract/history.ts'
import { TrashQuerySchema, TrashSchema } from '#contract/trash.ts'
import { admin, json, jsonBody, message } from './operation.ts'
import { POST } from './post-operations.ts'
import { timeMachineOperations } from './time-machine-operations.ts'

const HISTORY = `${POST}/history`
const history = json(PostHistorySchema, 'The versions, newest first, or why there are none.')
const version = json(PostVersionDetailSchema, 'The version.')

const trash = json(TrashSchema, '50 posts a page, the newest deletion first, or why there are none.')

/** Old versions of posts, and deleted posts. */
export const historyOperations = [
  admin.get(HISTORY, 'listVersions', 'Lists the versions of a post in git', history),
  admin.get(`${HISTORY}/{commit}`, 'readVersion', 'Returns an old version, and what it changed', version),
  admin.post(`${HISTORY}/{commit}/restore`, 'restoreVersion', 'Restores an old version', message('Restored.'), {
    body: jsonBody(RestoreSchema),
    errors: [409],
  }),
  admin.get(adminPaths.trash, 'listDeletedPosts', 'Lists the posts that commits have deleted', trash, {
    query: TrashQuerySchema,
    errors: [422],
  }),
  admin.post(
    `${adminPaths.trash}/{id}/restore`,
    'restoreDeletedPost',
    'Restores a deleted post',
    message('Restored.'),
    {
      description: 'As it was, with its images: a post that was live is public again.',
      errors: [409, 422],
    },
  ),
  ...timeMachineOperations,
]
