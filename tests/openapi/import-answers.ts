import { expect, test } from 'bun:test'
import type { TestApp } from '#tests/helpers/test-app.ts'
import type { Sent } from './asking.ts'

type Good = (name: string, sent?: Sent) => Promise<Response>

/** The responses about imports; `running` returns the app once it has started. */
export function testImports(good: Good, running: () => TestApp): void {
  test('for imports', async () => {
    const { content, importer } = running().services
    expect(await (await good('GET /api/import')).json()).toEqual({ job: null })
    const octets = { 'content-type': 'application/octet-stream' }
    const upload = (body: string, query = '?name=old.json', headers = {}) =>
      good('POST /api/import', { body, query, headers: { ...octets, ...headers } })
    expect((await good('POST /api/import', { query: '?name=old.json', headers: octets })).status).toBe(400)
    expect((await upload('')).status).toBe(422)
    expect((await upload('x', '?name=old.exe')).status).toBe(422)
    expect((await upload('x', '?name=old.json', { 'content-type': 'text/css' })).status).toBe(415)
    expect((await upload('x', '?name=old.json', { 'content-length': '1000000001' })).status).toBe(413)
    const wxr = '<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:wxr_version>1.2</wp:wxr_version>'
    const item = '<item><title>A</title><wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type></item>'
    const { job } = await (await upload(`${wxr}${item}</channel></rss>`, '?name=old.xml')).json()
    const at = { id: job.id }
    await importer.idle()
    expect((await upload('x')).status).toBe(409)
    const held = Promise.withResolvers<void>()
    const holding = content.exclusively(async () => {
      await held.promise
      return []
    })
    await good('POST /api/import/{id}/confirm', { at })
    expect((await good('POST /api/import/{id}/confirm', { at })).status).toBe(409)
    expect((await good('DELETE /api/import/{id}', { at })).status).toBe(409)
    held.resolve()
    await holding
    await importer.idle()
    await good('DELETE /api/import/{id}', { at })
    expect((await good('DELETE /api/import/{id}', { at })).status).toBe(404)
  })
}
