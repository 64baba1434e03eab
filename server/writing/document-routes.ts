import { Elysia } from 'elysia'
import { adminPaths } from '#contract/admin-paths.ts'
import { DOCUMENT_MAX_BYTES, DOCUMENT_MAX_DEPTH, WORKING_COPY_MAX_BYTES } from '#contract/limits.ts'
import { ReadDocumentSchema, type TextDocument, WriteDocumentSchema } from '#contract/writing.ts'
import { parseOrThrow, type RequireAdmin, readJson } from '#server/http/request.ts'
import { json, PRIVATE } from '#server/http/responses.ts'
import { createKeyedMutex } from '#server/lib/mutex.ts'
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

  return new Elysia({ name: 'documents' })
    .post(adminPaths.writingDocument, ({ request }) => read(request), { parse: 'none' })
    .post(adminPaths.writingText, ({ request }) => write(request), { parse: 'none' })
}
