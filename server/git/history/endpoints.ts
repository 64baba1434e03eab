import { adminPaths } from '#contract/admin-paths.ts'
import { PostHistorySchema, PostVersionDetailSchema, RestoreSchema, VersionQuerySchema } from '#contract/history.ts'
import { TrashQuerySchema, TrashSchema } from '#contract/trash.ts'
import { endpoint, filledParameters, jsonBody, message, ok, parameters, privately } from '#server/http/endpoint.ts'
import type { History } from './history.ts'
import type { TrashService } from './trash.ts'

/** Older versions of a post, and deleted posts. */
export const historyEndpoints = ({ history, trash }: { history: History; trash: TrashService }) => [
  endpoint({
    id: 'listVersions',
    summary: 'Lists the versions of a post in git',
    method: 'GET',
    path: adminPaths.history.pattern,
    access: 'administrator',
    response: privately(ok(PostHistorySchema, 'The versions, newest first, or why there are none.')),
    handle: ({ params }) => history.list(params.id),
  }),
  endpoint({
    id: 'readVersion',
    summary: 'Returns an old version, and what it changed',
    description: '`from`: the commit of another version of the post to compare with, in place of the one before.',
    method: 'GET',
    path: adminPaths.version.pattern,
    access: 'administrator',
    query: filledParameters(VersionQuerySchema),
    response: privately(ok(PostVersionDetailSchema, 'The version.')),
    errors: [422],
    handle: ({ params, query }) => history.version(params.id, params.commit, query.from),
  }),
  endpoint({
    id: 'restoreVersion',
    summary: 'Restores an old version',
    method: 'POST',
    path: adminPaths.restore.pattern,
    access: 'administrator',
    body: jsonBody(RestoreSchema),
    response: privately(message('Restored.')),
    errors: [409],
    async handle({ params: { id, commit }, body, who, audit }) {
      await history.restore(id, commit, body.revision, who.person)
      await audit('post.restored', { subject: id, detail: commit.slice(0, 7) })
      return { message: 'The post was restored.' }
    },
  }),
  endpoint({
    id: 'listDeletedPosts',
    summary: 'Lists the posts that commits have deleted',
    method: 'GET',
    path: adminPaths.trash,
    access: 'administrator',
    query: parameters(TrashQuerySchema),
    response: privately(ok(TrashSchema, '50 posts a page, the newest deletion first, or why there are none.')),
    errors: [422],
    handle: ({ query: { page = 1 } }) => trash.list(page),
  }),
  endpoint({
    id: 'restoreDeletedPost',
    summary: 'Restores a deleted post',
    description: 'As it was, with its images: a post that was live is public again.',
    method: 'POST',
    path: adminPaths.restoreDeleted.pattern,
    access: 'administrator',
    response: privately(message('Restored.')),
    errors: [409, 422],
    async handle({ params: { id }, who, audit }) {
      const notes = await trash.restore(id, who.person)
      await audit('post.recovered', { subject: id })
      return { message: ['The post was restored.', ...notes].join(' ') }
    },
  }),
]
