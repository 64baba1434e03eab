import { expect, test } from 'bun:test'
import type { PageFile, PageHistory } from '#contract/page-files.ts'
import type { Sent } from './asking.ts'

/** The responses about forms of content files. `landings/importers.yml` is invalid. */
export function testPageFiles(good: (name: string, sent?: Sent) => Promise<Response>): void {
  test('for forms of content files', async () => {
    const query = (fields: Record<string, string>) => ({ query: `?${new URLSearchParams(fields)}` })
    const status = async (name: string, sent: Sent) => (await good(name, sent)).status
    const [site, invalid, none] = ['site.yml', 'landings/importers.yml', 'tags/bakery.yml']
    await good('GET /api/page-files')
    const { values: base }: PageFile = await (await good('GET /api/page-files/file', query({ file: site }))).json()
    const change = (file: string, phone: string) => ({
      json: { file, base, values: { ...base, 'contact.phone': phone }, path: '/contact-us' },
    })
    expect(await status('GET /api/page-files/file', query({ file: invalid }))).toBe(422)
    expect(await status('GET /api/page-files/file', query({ file: none }))).toBe(404)
    expect(await status('GET /api/page-files/file', {})).toBe(422)
    for (const name of ['PUT /api/page-files/file', 'POST /api/page-files/preview']) {
      expect(await status(name, change(site, '1'))).toBe(200)
      expect(await status(name, change(none, '1'))).toBe(404)
      expect(await status(name, change(invalid, '1'))).toBe(422)
      expect(await status(name, change(site, ''))).toBe(422)
    }
    expect(await status('PUT /api/page-files/file', change(site, '2'))).toBe(409)
    for (const name of ['GET /api/page-files/history', 'GET /api/page-files/version']) {
      expect(await status(name, query({ file: none, commit: 'a'.repeat(40) }))).toBe(404)
      expect(await status(name, {})).toBe(422)
    }
    const history: PageHistory = await (await good('GET /api/page-files/history', query({ file: site }))).json()
    const commit = history.kept ? (history.versions[0]?.commit ?? '') : ''
    expect(await status('GET /api/page-files/version', query({ file: site, commit }))).toBe(200)
  })
}
