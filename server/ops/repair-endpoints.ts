import * as v from 'valibot'
import { adminPaths } from '#contract/admin-paths.ts'
import { ErrorSchema } from '#contract/api.ts'
import {
  ContentFileQuerySchema,
  ContentFileSchema,
  ContentProblemsSchema,
  type InvalidContentFile,
  InvalidContentFileSchema,
  RepairContentFileSchema,
} from '#contract/content.ts'
import { WORKING_COPY_MAX_BYTES } from '#contract/limits.ts'
import type { Repairs } from '#server/content/repairs.ts'
import { endpoint, jsonBody, message, ok, parameters, privately } from '#server/http/endpoint.ts'
import { json, PRIVATE } from '#server/http/responses.ts'

/** Content files with problems, for administrators only: the problems quote drafts. */
export const repairEndpoints = (repairs: Repairs) => [
  endpoint({
    id: 'listContentProblems',
    summary: 'Lists the issues of the content files',
    method: 'GET',
    path: adminPaths.contentProblems,
    access: 'administrator',
    response: ok(ContentProblemsSchema, 'The number of issues, and the first 100, errors first.'),
    handle: () => repairs.list(),
  }),
  endpoint({
    id: 'readContentFile',
    summary: 'Returns a content file that has issues',
    description: 'The text as it is on the disk. 404 for a file without an issue: no other file can be read here.',
    method: 'GET',
    path: adminPaths.contentFile,
    access: 'administrator',
    query: parameters(ContentFileQuerySchema),
    response: privately(ok(ContentFileSchema, 'The text, its revision, and the issues.')),
    errors: [404, 422],
    handle: ({ query }) => repairs.read(query.file),
  }),
  endpoint({
    id: 'repairContentFile',
    summary: 'Repairs a content file that has issues',
    description: '409 if the file has changed since `revision`.',
    method: 'PUT',
    path: adminPaths.contentFile,
    access: 'administrator',
    body: jsonBody(RepairContentFileSchema, { maxBytes: WORKING_COPY_MAX_BYTES }),
    response: message('Repaired: it is live.'),
    errors: [404, 409],
    errorResponses: {
      422: ok(v.union([InvalidContentFileSchema, ErrorSchema]), 'Still invalid: where and why. Nothing was written.'),
    },
    async handle({ body, who, audit }) {
      const problems = await repairs.write(body, who.person)
      const [first] = problems
      if (first) {
        const message = `${first.file}:${first.line}:${first.column} ${first.reason}`
        return json({ message, problems } satisfies InvalidContentFile, { ...PRIVATE, status: 422 })
      }
      await audit('content-file.repaired', { subject: body.file })
      return { message: 'The file was repaired.' }
    },
  }),
]
