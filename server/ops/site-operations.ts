import * as v from 'valibot'
import { adminPaths } from '#contract/admin-paths.ts'
import { ErrorSchema } from '#contract/api.ts'
import { AuditListSchema, AuditQuerySchema } from '#contract/audit.ts'
import {
  ContentFileQuerySchema,
  ContentFileSchema,
  ContentProblemsSchema,
  ContentStateSchema,
  InvalidContentFileSchema,
  RepairContentFileSchema,
} from '#contract/content.ts'
import { StuckSavesSchema } from '#contract/stuck-saves.ts'
import { confirmationNeeded } from './account-operations.ts'
import { admin, json, jsonBody, message } from './operation.ts'

const FILE = adminPaths.contentFile
const auditEvents = json(AuditListSchema, '50 events; pass `next` as `before` for older ones.')
const issues = json(ContentProblemsSchema, 'The number of issues, and the first 100, errors first.')
const file = json(ContentFileSchema, 'The text, its revision, and the issues.')
const state = json(ContentStateSchema, 'The branch, pending commits, and steps to resolve a divergence.')
const stuck = json(StuckSavesSchema, 'The saves, the oldest first, and what each changed.')
const invalid = v.union([InvalidContentFileSchema, ErrorSchema])

/** The audit log, the content folder and its git checkout. */
export const siteOperations = [
  admin.get(adminPaths.audit, 'listAuditEvents', 'Lists who did what, newest first', auditEvents, {
    description:
      '`people` has the names of the ids in `by` and `about`. The files of the audit log have the same events, as JSON lines.',
    query: AuditQuerySchema,
    errors: [422, 503],
  }),
  admin.get(adminPaths.contentProblems, 'listContentProblems', 'Lists the issues of the content files', issues),
  admin.get(FILE, 'readContentFile', 'Returns a content file that has issues', file, {
    description: 'The text as it is on the disk. 404 for a file without an issue: no other file can be read here.',
    query: ContentFileQuerySchema,
    errors: [404, 422],
  }),
  admin.put(FILE, 'repairContentFile', 'Repairs a content file that has issues', message('Repaired: it is live.'), {
    description: '409 if the file has changed since `revision`.',
    body: jsonBody(RepairContentFileSchema),
    errors: [404, 409],
    errorResponses: { 422: json(invalid, 'Still invalid: where and why. Nothing was written.') },
  }),
  admin.get(adminPaths.contentState, 'readContentState', 'Returns the state of git and notifications', state),
  admin.get(adminPaths.stuckSaves, 'listStuckSaves', 'Lists the saves that no replica could merge', stuck, {
    errors: [503],
  }),
  admin.post(
    `${adminPaths.stuckSaves}/{id}/apply`,
    'applyStuckSave',
    'Applies such a save to the current files',
    message('The change is live.'),
    {
      description: 'Where others have changed the same lines, those of the save win. It becomes a separate save.',
      errors: [409, 422],
    },
  ),
  admin.delete(`${adminPaths.stuckSaves}/{id}`, 'discardStuckSave', 'Discards such a save', message('Discarded.'), {
    errorResponses: confirmationNeeded,
  }),
]
