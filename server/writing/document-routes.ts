import { Elysia } from 'elysia'
import { adminPaths } from '#contract/admin-paths.ts'
import {
  CONTENT_MAX_CHARACTERS,
  DOCUMENT_MAX_BYTES,
  DOCUMENT_MAX_DEPTH,
  WORKING_COPY_MAX_BYTES,
} from '#contract/limits.ts'
import {
  type MergedText,
  MergeTextsSchema,
  ReadDocumentSchema,
  type TextDocument,
  WriteDocumentSchema,
} from '#contract/writing.ts'
import { parseOrThrow, type RequireAdmin, readJson } from '#server/http/request.ts'
import { json, PRIVATE } from '#server/http/responses.ts'
import { createKeyedMutex } from '#server/lib/mutex.ts'
import { mergeTexts } from '#server/text/merge/merge3.ts'
import type { Converter } from './converter.ts'

/** Returns the URLs of the images in the folder of a post by name. */
export type FolderImages = (id: string) => Promise<TextDocument['images']>
type DocumentRoutesDeps = { converter: Converter; folderImages: FolderImages }

/**
 * Texts as documents of the visual editor, and documents as texts. Nothing is stored. The requests of an administrator run one
 * at a time, so that texts that take long delay only the person who sent them.
 */
export function documentRoutes({ converter, folderImages }: DocumentRoutesDeps, requireAdmin: RequireAdmin) {
  const inTurn = createKeyedMutex()

  async function read(request: Request) {
    const { administrator } = await requireAdmin(request)
    const sent = await readJson(request, { maxBytes: WORKING_COPY_MAX_BYTES })
    const { content, format, id } = parseOrThrow(ReadDocumentSchema, sent)
    const [read, images] = await Promise.all([
      inTurn([administrator.id], () => converter.read(content, format)),
      id === undefined ? {} : folderImages(id),
    ])
    return json({ ...read, images } satisfies TextDocument, PRIVATE)
  }

  async function write(request: Request) {
    const { administrator } = await requireAdmin(request)
    const sent = await readJson(request, { maxBytes: DOCUMENT_MAX_BYTES, maxDepth: DOCUMENT_MAX_DEPTH })
    const { content, format, blocks } = parseOrThrow(WriteDocumentSchema, sent)
    const written = await inTurn([administrator.id], () => converter.write(content, format, blocks))
    return json(written, PRIVATE)
  }

  async function merge(request: Request) {
    await requireAdmin(request)
    const { base, mine, theirs } = parseOrThrow(
      MergeTextsSchema,
      await readJson(request, { maxBytes: DOCUMENT_MAX_BYTES }),
    )
    const { text, conflicts } = mergeTexts(ended(base), ended(mine), ended(theirs))
    const isMerged = conflicts.length === 0 && text.length <= CONTENT_MAX_CHARACTERS
    return json({ content: isMerged ? text.replace(/\n$/, '') : null } satisfies MergedText, PRIVATE)
  }

  return new Elysia({ name: 'documents' })
    .post(adminPaths.writingDocument, ({ request }) => read(request), { parse: 'none' })
    .post(adminPaths.writingText, ({ request }) => write(request), { parse: 'none' })
    .post(adminPaths.writingMerge, ({ request }) => merge(request), { parse: 'none' })
}

/** The last line of a text has no line break, but is a line like the others. */
const ended = (text: string) => (text === '' ? '' : `${text}\n`)
