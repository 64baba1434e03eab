import { adminPaths } from '#contract/admin-paths.ts'
import {
  CONTENT_MAX_CHARACTERS,
  DOCUMENT_MAX_BYTES,
  DOCUMENT_MAX_DEPTH,
  WORKING_COPY_MAX_BYTES,
} from '#contract/limits.ts'
import {
  DocumentSchema,
  MergedTextSchema,
  MergeTextsSchema,
  ReadDocumentSchema,
  type TextDocument,
  WriteDocumentSchema,
  WrittenTextSchema,
} from '#contract/writing.ts'
import { endpoint, jsonBody, ok, privately } from '#server/http/endpoint.ts'
import { createKeyedMutex } from '#server/lib/mutex.ts'
import { mergeTexts } from '#server/text/merge/merge3.ts'
import type { Converter } from './converter.ts'

/** Returns the URLs of the images in the folder of a post by name. */
export type FolderImages = (id: string) => Promise<TextDocument['images']>
type DocumentEndpointsDeps = { converter: Converter; folderImages: FolderImages }

/**
 * Texts as documents of the visual editor, and documents as texts. Nothing is stored. The requests of an administrator run one
 * at a time, so that texts that take long delay only the person who sent them.
 */
export function documentEndpoints({ converter, folderImages }: DocumentEndpointsDeps) {
  const keyedMutex = createKeyedMutex()

  return [
    endpoint({
      id: 'readDocument',
      summary: 'Returns a text as blocks of the visual editor',
      description: 'Blocks are nodes of ProseMirror as JSON. `id`: the post whose folder the images are in.',
      method: 'POST',
      path: adminPaths.writingDocument,
      access: 'administrator',
      body: jsonBody(ReadDocumentSchema, { maxBytes: WORKING_COPY_MAX_BYTES }),
      response: privately(
        ok(DocumentSchema, 'The blocks in order. What the visual editor cannot show is a `source_block`.'),
      ),
      async handle({ body: { content, format, id }, who }) {
        const [read, images] = await Promise.all([
          keyedMutex([who.person.id], () => converter.read(content, format)),
          id === undefined ? {} : folderImages(id),
        ])
        return { ...read, images }
      },
    }),
    endpoint({
      id: 'writeDocument',
      summary: 'Returns edited blocks as text',
      description:
        '`blocks` has all blocks in their order: a number for one of `content` that did not change, from 0. A block that the format cannot express is written in the nearest form that it can, which is in `reread`, and `repaired` says what was left out. 422 for blocks that are no document, and for too many or too deep ones.',
      method: 'POST',
      path: adminPaths.writingText,
      access: 'administrator',
      body: jsonBody(WriteDocumentSchema, { maxBytes: DOCUMENT_MAX_BYTES, maxDepth: DOCUMENT_MAX_DEPTH }),
      response: privately(ok(WrittenTextSchema, 'The text. Only what changed is written again. Nothing is stored.')),
      handle: ({ body: { content, format, blocks }, who }) =>
        keyedMutex([who.person.id], () => converter.write(content, format, blocks)),
    }),
    endpoint({
      id: 'mergeTexts',
      summary: 'Merges two changes of a text, by line',
      description: 'Nothing is stored.',
      method: 'POST',
      path: adminPaths.writingMerge,
      access: 'administrator',
      body: jsonBody(MergeTextsSchema, { maxBytes: DOCUMENT_MAX_BYTES }),
      response: privately(ok(MergedTextSchema, 'The text with both changes; null where both changed the same lines.')),
      handle({ body: { base, mine, theirs } }) {
        const { text, conflicts } = mergeTexts(ended(base), ended(mine), ended(theirs))
        const isMerged = conflicts.length === 0 && text.length <= CONTENT_MAX_CHARACTERS
        return { content: isMerged ? text.replace(/\n$/, '') : null }
      },
    }),
  ]
}

/** The last line of a text has no line break, but is a line like the others. */
const ended = (text: string) => (text === '' ? '' : `${text}\n`)
