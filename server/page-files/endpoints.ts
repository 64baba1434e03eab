import * as v from 'valibot'
import { JSON_MAX_BYTES } from '#contract/limits.ts'
import { pageFilePaths } from '#contract/page-file-paths.ts'
import * as contract from '#contract/page-files.ts'
import type { Blog } from '#server/blog/blog.ts'
import type { Renderer } from '#server/blog/render/renderer.ts'
import { parseOrThrow, readFields } from '#server/http/body.ts'
import { type Endpoint, endpoint, formBody, jsonBody, ok, parameters, privately } from '#server/http/endpoint.ts'
import { json } from '#server/http/responses.ts'
import { NotFoundError } from '#server/lib/errors.ts'
import type { ChangedPages } from '#server/pages/changed-pages.tsx'
import { createSiteData } from '#server/pages/site-data.ts'
import { createPageFiles, type PageFilesDeps } from './page-files.ts'

/** Signs what may be shown. `read` returns `undefined` for a token that is invalid or expired. */
type PreviewTokens = {
  issue(change: string, administrator: string): Promise<{ token: string }>
  read(token: string): Promise<string | undefined>
}

type Options = PageFilesDeps & {
  tokens: PreviewTokens
  pages: ChangedPages
  blog: Pick<Blog, 'queriesAt' | 'colocatedImages'>
  renderer: Pick<Renderer, 'html'>
  now(): Date
}

/** A form spells each sign of a text with up to three bytes for each of its own. */
const SIGNED_MAX_BYTES = 3 * JSON_MAX_BYTES
const hashOf = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex')
const stale = {
  409: ok(contract.StalePageFileSchema, 'Others have changed the same fields. Nothing was written.'),
}

/** The forms of content files: values, saves, versions, and previews of their pages. */
export function pageFileEndpoints(options: Options): Endpoint[] {
  const { tokens, pages, content, blog, renderer, now } = options
  const pageFiles = createPageFiles(options)

  /** The page that a form would change, with its values. */
  async function show({ path, ...sent }: contract.PreviewPageFile): Promise<Response> {
    const snapshot = await pageFiles.preview(sent)
    const changed = { snapshot: () => snapshot, text: content.text }
    const { api } = blog.queriesAt(changed, now, blog.colocatedImages)
    return pages.show(path, createSiteData({ content: changed, blog: () => api, renderer, now }))
  }

  return [
    endpoint({
      id: 'listPageFiles',
      summary: 'Lists the content files that have forms',
      method: 'GET',
      path: pageFilePaths.list,
      access: 'administrator',
      response: privately(ok(contract.PageFilesSchema, 'By the headings of their list.')),
      handle: () => pageFiles.list(),
    }),
    endpoint({
      id: 'readPageFile',
      summary: 'Returns the form of a content file, and its values',
      method: 'GET',
      path: pageFilePaths.file,
      access: 'administrator',
      query: parameters(contract.PageFileQuerySchema),
      response: privately(ok(contract.PageFileSchema, '`others` are the keys without a field.')),
      errors: [404, 422],
      handle: ({ query }) => pageFiles.read(query.file),
    }),
    endpoint({
      id: 'savePageFile',
      summary: 'Changes the values of a content file',
      description:
        'Only the lines of changed fields are written. What others have changed since `base` is merged; if both changed the same field, the response is 409.',
      method: 'PUT',
      path: pageFilePaths.file,
      access: 'administrator',
      confirms: { effect: 'changes what pages say' },
      body: jsonBody(contract.SavePageFileSchema),
      response: privately(ok(contract.SavedPageFileSchema, 'The values now.')),
      errors: [404],
      errorResponses: stale,
      async handle({ body, who, audit }) {
        const saved = await pageFiles.save(body, who.person)
        if ('stale' in saved) return json(saved.stale, { status: 409 })
        await audit('page.changed', { subject: body.file })
        return saved
      },
    }),
    endpoint({
      id: 'previewPageFile',
      summary: 'Signs the values of a form for a preview of their page',
      description: `Nothing is stored. A form sends the token and the signed text, as \`token\` and \`change\`, to \`${pageFilePaths.shownPreview}\` within ten minutes.`,
      method: 'POST',
      path: pageFilePaths.preview,
      access: 'administrator',
      body: jsonBody(contract.PreviewPageFileSchema),
      response: privately(ok(contract.PagePreviewSchema, 'The token, and the signed text.')),
      errors: [404],
      async handle({ body, who }) {
        const { path, ...sent } = body
        await pageFiles.preview(sent)
        const change = JSON.stringify(body)
        const { token } = await tokens.issue(hashOf(change), who.person.id)
        return { token, change }
      },
    }),
    endpoint({
      id: 'showPagePreview',
      summary: 'Shows a page with the values of a form',
      method: 'POST',
      path: pageFilePaths.shownPreview,
      access: 'form',
      isHidden: true,
      body: formBody(contract.PagePreviewSchema),
      response: { description: 'The page, which only the dashboard shows in a frame.', type: 'text/html' },
      async handle({ request, assertSameOrigin }) {
        try {
          assertSameOrigin()
          const { token, change } = parseOrThrow(
            contract.PagePreviewSchema,
            await readFields(request, { maxBytes: SIGNED_MAX_BYTES }),
          )
          if ((await tokens.read(token)) !== hashOf(change)) throw new NotFoundError()
          return await show(v.parse(contract.PreviewPageFileSchema, JSON.parse(change)))
        } catch (error) {
          return pages.failed(error)
        }
      },
    }),
    endpoint({
      id: 'listPageVersions',
      summary: 'Lists the versions of a content file in git',
      method: 'GET',
      path: pageFilePaths.history,
      access: 'administrator',
      query: parameters(contract.PageFileQuerySchema),
      response: privately(ok(contract.PageHistorySchema, 'The versions, newest first, or why there are none.')),
      errors: [404, 422, 503],
      handle: ({ query }) => pageFiles.history(query.file),
    }),
    endpoint({
      id: 'readPageVersion',
      summary: 'Returns the values of an old version, and those before it',
      method: 'GET',
      path: pageFilePaths.version,
      access: 'administrator',
      query: parameters(contract.PageVersionQuerySchema),
      response: privately(ok(contract.PageVersionDetailSchema, 'The version.')),
      errors: [404, 422, 503],
      handle: ({ query }) => pageFiles.version(query.file, query.commit),
    }),
  ]
}
