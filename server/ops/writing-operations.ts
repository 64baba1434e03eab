import { adminPaths } from '#contract/admin-paths.ts'
import { WORKING_COPIES_MAX, WORKING_COPY_DAYS } from '#contract/limits.ts'
import {
  KeepWorkingCopySchema,
  WorkingCopiesSchema,
  WorkingCopyHeadSchema,
  WorkingCopySchema,
} from '#contract/writing.ts'
import { admin, json, jsonBody, message } from './operation.ts'

const COPY = `${adminPaths.workingCopies}/{key}`
const KEPT = `Of the administrator of the token only. Deleted when the post is saved, and ${WORKING_COPY_DAYS} days after the last change.`
const copies = json(WorkingCopiesSchema, 'Newest first.')
const copy = json(WorkingCopySchema, 'The text.')
const stored = json(WorkingCopyHeadSchema, 'Stored. `saved_at` is what the next copy replaces.')

/** What the writing page exchanges with the server. */
export const writingOperations = [
  admin.get(adminPaths.workingCopies, 'listWorkingCopies', 'Lists unsaved texts', copies, { description: KEPT }),
  admin.get(COPY, 'readWorkingCopy', 'Returns an unsaved text', copy, {
    description: 'The key is `post-` and the id of a post, or `new-` and 16 hexadecimal digits for one without a file.',
  }),
  admin.put(COPY, 'keepWorkingCopy', 'Stores an unsaved text', stored, {
    description: `At most ${WORKING_COPIES_MAX}. Nothing changes for visitors, and nothing is in git.`,
    body: jsonBody(KeepWorkingCopySchema),
    errors: [409],
  }),
  admin.delete(COPY, 'discardWorkingCopy', 'Discards an unsaved text', message('Discarded.')),
]
