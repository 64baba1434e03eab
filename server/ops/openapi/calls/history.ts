import { RestoreSchema } from '#contract/history.ts'
import { apiPaths } from '#contract/paths.ts'
import { type Call, json, jsonBody, messageResponse } from '#server/ops/openapi/call.ts'
import { HistoryShape, VersionDetailShape } from '#server/ops/openapi/shapes/history.ts'

const tag = 'History'
const LIST = `${apiPaths.posts}/{id}/history`

export const historyCalls: readonly Call[] = [
  {
    method: 'get',
    path: LIST,
    id: 'listVersions',
    tag,
    summary: 'Lists the versions of a post that git has kept, newest first',
    bearer: 'always',
    answers: { 200: json('The versions, or why there are none.', HistoryShape) },
  },
  {
    method: 'get',
    path: `${LIST}/{commit}`,
    id: 'readVersion',
    tag,
    summary: 'Reads an old version, and what it changed',
    bearer: 'always',
    answers: { 200: json('The version.', VersionDetailShape) },
  },
  {
    method: 'post',
    path: `${LIST}/{commit}/restore`,
    id: 'restoreVersion',
    tag,
    summary: 'Makes an old version the newest one',
    bearer: 'always',
    body: jsonBody(RestoreSchema),
    answers: { 200: messageResponse('It is the newest one now.') },
    refuses: [409, 503],
  },
]
