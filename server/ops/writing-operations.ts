import { adminPaths } from '#contract/admin-paths.ts'
import { WORKING_COPIES_MAX, WORKING_COPY_DAYS } from '#contract/limits.ts'
import { PRESENCE_HEARTBEAT_MS } from '#contract/presence.ts'
import {
  CheckedPostSchema,
  DocumentSchema,
  KeepWorkingCopySchema,
  MergedTextSchema,
  MergeTextsSchema,
  PreviewRequestSchema,
  ReadDocumentSchema,
  RenderedPreviewSchema,
  WorkingCopiesSchema,
  WorkingCopyHeadSchema,
  WorkingCopySchema,
  WorkingFieldsSchema,
  WriteDocumentSchema,
  WrittenTextSchema,
} from '#contract/writing.ts'
import { importOperations } from './import-operations.ts'
import { mediaOperations } from './media-operations.ts'
import { admin, json, jsonBody, message, type Operation } from './operation.ts'

const PRESENCE = '/api/presence'
const COPY = `${adminPaths.workingCopies}/{key}`
const RETENTION = `Of the administrator of the token only. Deleted when the post is saved, and ${WORKING_COPY_DAYS} days after the last change.`
const copies = json(WorkingCopiesSchema, 'Newest first.')
const copy = json(WorkingCopySchema, 'The text.')
const stored = json(WorkingCopyHeadSchema, 'Stored. `saved_at` is what the next copy replaces.')

const lines = {
  description: 'JSON lines without an end. Each is the complete state.',
  type: 'application/x-ndjson',
}

const document = json(DocumentSchema, 'The blocks in order. What the visual editor cannot show is a `source_block`.')
const written = json(WrittenTextSchema, 'The text. Only what changed is written again. Nothing is stored.')

const merged = json(MergedTextSchema, 'The text with both changes; null where both changed the same lines.')

const preview = json(
  RenderedPreviewSchema,
  'Sanitized HTML. `data-line` is the line of the content that a top-level element begins at.',
)

const checked = json(
  CheckedPostSchema,
  'At most about 100 problems, with line and column in the content where they are known.',
)

/** What the writing page exchanges with the server. */
const writingOperations = [
  admin.post(adminPaths.writingDocument, 'readDocument', 'Returns a text as blocks of the visual editor', document, {
    description: 'Blocks are nodes of ProseMirror as JSON. `id`: the post whose folder the images are in.',
    body: jsonBody(ReadDocumentSchema),
  }),
  admin.post(adminPaths.writingText, 'writeDocument', 'Returns edited blocks as text', written, {
    description:
      '`blocks` has all blocks in their order: a number for one of `content` that did not change, from 0. A block that the format cannot express is written in the nearest form that it can, which is in `reread`, and `repaired` says what was left out. 422 for blocks that are no document, and for too many or too deep ones.',
    body: jsonBody(WriteDocumentSchema),
  }),
  admin.post(adminPaths.writingMerge, 'mergeTexts', 'Merges two changes of a text, by line', merged, {
    description: 'Nothing is stored.',
    body: jsonBody(MergeTextsSchema),
  }),
  admin.get(`${PRESENCE}/{id}`, 'followPost', 'Streams who else has a post open, and its saves', lines, {
    description: `\`others\` are names, \`revision\` is the file's, \`saved\` is its last change since the stream began: \`by\` (null outside the dashboard), \`own\` and \`at\`. A line is repeated every ${PRESENCE_HEARTBEAT_MS / 1000} seconds. Ends with the session.`,
    errors: [503],
  }),
  admin.post(adminPaths.writingPreview, 'previewText', 'Renders a text as visitors would see it', preview, {
    description: 'Nothing is stored. `id`: the post whose folder the images are in.',
    body: jsonBody(PreviewRequestSchema),
  }),
  admin.post(adminPaths.writingCheck, 'checkPost', 'Returns what to mend before a post is published', checked, {
    description: 'Errors prevent publishing, warnings do not. Nothing is stored.',
    body: jsonBody(WorkingFieldsSchema),
  }),
  admin.get(adminPaths.workingCopies, 'listWorkingCopies', 'Lists unsaved texts', copies, { description: RETENTION }),
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

/** By tag. */
export const editorOperations: Readonly<Record<string, readonly Operation[]>> = {
  Writing: writingOperations,
  'Media library': mediaOperations,
  Imports: importOperations,
}
