import { Elysia } from 'elysia'
import { adminPaths } from '#contract/admin-paths.ts'
import { DOCUMENT_MAX_BYTES, DOCUMENT_MAX_DEPTH, WORKING_COPY_MAX_BYTES } from '#contract/limits.ts'
import { ReadDocumentSchema, WriteDocumentSchema } from '#contract/writing.ts'
import { parseOrThrow, type RequireAdmin, readJson } from '#server/http/request.ts'
import { json, PRIVATE } from '#server/http/responses.ts'
import type { Converter } from './converter.ts'

/** Texts as documents of the visual editor, and documents as texts. Nothing is stored. */
export function documentRoutes(converter: Converter, requireAdmin: RequireAdmin) {
  async function read(request: Request) {
    await requireAdmin(request)
    const sent = await readJson(request, { maxBytes: WORKING_COPY_MAX_BYTES })
    const { content, format } = parseOrThrow(ReadDocumentSchema, sent)
    return json(await converter.read(content, format), PRIVATE)
  }

  async function write(request: Request) {
    await requireAdmin(request)
    const sent = await readJson(request, { maxBytes: DOCUMENT_MAX_BYTES, maxDepth: DOCUMENT_MAX_DEPTH })
    const { content, format, blocks } = parseOrThrow(WriteDocumentSchema, sent)
    return json(await converter.write(content, format, blocks), PRIVATE)
  }

  return new Elysia({ name: 'documents' })
    .post(adminPaths.writingDocument, ({ request }) => read(request), { parse: 'none' })
    .post(adminPaths.writingText, ({ request }) => write(request), { parse: 'none' })
}
