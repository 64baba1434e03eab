import { Elysia } from 'elysia'
import { adminPaths } from '#contract/admin-paths.ts'
import type { DocumentFormat } from '#contract/document.ts'
import { DOCUMENT_MAX_BYTES, DOCUMENT_MAX_DEPTH, WORKING_COPY_MAX_BYTES } from '#contract/limits.ts'
import { ReadDocumentSchema, type TextDocument, WriteDocumentSchema, type WrittenText } from '#contract/writing.ts'
import { parseOrThrow, type RequireAdmin, readJson } from '#server/http/request.ts'
import { json, PRIVATE } from '#server/http/responses.ts'
import { parseBody, readDocument, writeDocument } from './documents.ts'

/** Texts as documents of the visual editor, and documents as texts. Nothing is stored. */
export function documentRoutes(requireAdmin: RequireAdmin) {
  async function read(request: Request) {
    await requireAdmin(request)
    const sent = await readJson(request, { maxBytes: WORKING_COPY_MAX_BYTES })
    const { content, format } = parseOrThrow(ReadDocumentSchema, sent)
    const blocks = readDocument(content, format)
    return json({ blocks, lines: linesOf(content, format) } satisfies TextDocument, PRIVATE)
  }

  async function write(request: Request) {
    await requireAdmin(request)
    const sent = await readJson(request, { maxBytes: DOCUMENT_MAX_BYTES, maxDepth: DOCUMENT_MAX_DEPTH })
    const { content, format, blocks } = parseOrThrow(WriteDocumentSchema, sent)
    const written = writeDocument(content, format, blocks)
    return json({ content: written, lines: linesOf(written, format) } satisfies WrittenText, PRIVATE)
  }

  return new Elysia({ name: 'documents' })
    .post(adminPaths.writingDocument, ({ request }) => read(request), { parse: 'none' })
    .post(adminPaths.writingText, ({ request }) => write(request), { parse: 'none' })
}

/** The lines that the top-level blocks begin at, from 1. */
function linesOf(content: string, format: DocumentFormat): number[] {
  const { text, blocks } = parseBody(content, format)
  let line = 1
  let offset = 0
  return blocks.map(({ from }) => {
    for (; offset < from; offset++) if (text[offset] === '\n') line++
    return line
  })
}
