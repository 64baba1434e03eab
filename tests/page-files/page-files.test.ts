import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { pageFilePaths } from '#contract/page-file-paths.ts'
import type { FormValues, PageFile, PageFiles, PageHistory, PageVersionDetail } from '#contract/page-files.ts'
import { gitIn } from '#tests/helpers/git.ts'
import { smallContent } from '#tests/helpers/small-content.ts'
import { ADMIN, type TestApp, testApp } from '#tests/helpers/test-app.ts'

const LANDING = 'landings/bakery-erp.yml'
const site = (smallContent['site.yml'] ?? '').replace('contact:', '# a remark\ncontact:')
const files = {
  'site.yml': site,
  'authors/ann-lee.yml': 'name: Ann Lee\n',
  'posts/first.md': '---\ntitle: First\nauthor: ann-lee\ndate: 2026-01-01\n---\nText.\n',
  [LANDING]: await Bun.file('content/landings/bakery-erp.yml').text(),
  'landings/importers.yml': 'title: [',
}

let app: TestApp
let token: string
let timeMs = Date.parse('2026-03-01T10:00:00Z')
beforeAll(async () => {
  app = await testApp({ files, inGit: true, now: () => new Date(timeMs) })
  token = await app.login()
})
afterAll(() => app.close())

const query = (path: string, values: Record<string, string>) => `${path}?${new URLSearchParams(values)}`
const get = async (path: string) => app.send('GET', path, { token })
const open = async (file: string): Promise<PageFile> => (await get(query(pageFilePaths.file, { file }))).json()
const put = (json: unknown) => app.send('PUT', pageFilePaths.file, { token, json })
const disk = (file: string) => Bun.file(join(app.dir, 'content', file)).text()
const html = async (path: string) => (await app.get(path, { headers: { accept: 'text/html' } })).text()
/** Saves changes of a form that was opened a moment ago. */
async function save(file: string, changes: FormValues) {
  const { values: base } = await open(file)
  const answer = await put({ file, base, values: { ...base, ...changes } })
  return { status: answer.status, body: await answer.json() }
}

describe('the list of files with forms', () => {
  test('has the facts, the texts, the trades that have a file and the authors, and says which are invalid', async () => {
    const { groups }: PageFiles = await (await get(pageFilePaths.list)).json()
    const shown = groups.map(({ title, files }) => [
      title,
      ...files.map(({ file, isValid }) => `${file}${isValid ? '' : ' (invalid)'}`),
    ])
    expect(shown).toEqual([
      ['The site', 'site.yml', 'plans.yml'],
      ['Texts of pages', 'pages/home.yml', 'pages/features.yml', 'pages/pricing.yml', 'pages/learn-more.yml'],
      ['Pages of trades', LANDING, 'landings/importers.yml (invalid)'],
      ['Authors', 'authors/ann-lee.yml'],
    ])
  })

  test.each([
    'posts/first.md',
    'legal/privacy-policy.md',
    '../storage/private/admin.json',
    'tags/bakery.yml',
    'site.yml/',
    '',
  ])('is the only way to a file: there is no form of “%s”', async (file) => {
    expect((await get(query(pageFilePaths.file, { file }))).status).toBe(404)
    expect((await put({ file, base: {}, values: {} })).status).toBe(404)
    expect((await get(query(pageFilePaths.history, { file }))).status).toBe(404)
  })

  test('and everything behind it needs a session', async () => {
    for (const path of [pageFilePaths.list, query(pageFilePaths.file, { file: 'site.yml' })])
      expect((await app.get(path)).status).toBe(401)
    expect((await app.send('PUT', pageFilePaths.file, { json: {} })).status).toBe(401)
  })
})

describe('a form', () => {
  test('has a field for each key with a title, and shows the others', async () => {
    const { sections, values, others } = await open('site.yml')
    expect(sections.map(({ title }) => title)).toEqual(['', 'Contact and hours', 'Company', 'Founder'])
    expect(values['contact.phone']).toBe('(555) 010-0199')
    expect(others.map(({ key }) => key)).toEqual(['name', 'slug', 'social', 'documents'])
  })

  test('of a file that is missing has what is shipped beside its empty fields', async () => {
    const { sections, values, isStored } = await open('pages/home.yml')
    expect([values['hero.headline'], isStored]).toEqual(['', false])
    const [hero] = sections
    expect(hero?.fields[0]).toMatchObject({
      path: 'hero.headline',
      required: false,
      max: 60,
      shipped: 'Food businesses run smoother on',
    })
  })

  test('of an invalid file cannot be opened or saved', async () => {
    const answer = await get(query(pageFilePaths.file, { file: 'landings/importers.yml' }))
    expect([answer.status, (await answer.json()).message]).toEqual([422, expect.stringContaining('Repair it first')])
    expect((await put({ file: 'landings/importers.yml', base: {}, values: {} })).status).toBe(422)
  })
})

describe('a save', () => {
  test('is live, changes only its line, and is one commit of the administrator', async () => {
    expect((await save('site.yml', { 'contact.hours': 'Always' })).status).toBe(200)
    expect(await html('/contact-us')).toContain('Always')
    expect(await disk('site.yml')).toBe(site.replace('hours: Monday to Friday, 8 to 5', 'hours: Always'))
    await app.committed()
    const log = await gitIn(app.dir)(['log', '-1', '--format=%s %ae', '--name-only'])
    expect(log).toContain(`page: update "Contact, hours and company" ${ADMIN.email}`)
  })

  test('changes prices, texts of pages, of trades, and of authors', async () => {
    const { values } = await open('plans.yml')
    const [first, ...others] = values.plans as Record<string, string>[]
    expect((await save('plans.yml', { plans: [{ ...first, monthly_price: '11.5' }, ...others] as never })).status).toBe(
      200,
    )
    expect((await (await app.get('/pricing')).json())[0]).toEqual({ monthly_price: 11.5, annual_price: 8 })
    await save('pages/home.yml', { 'hero.headline': 'Bread & jam' })
    expect(await html('/')).toContain('Bread &amp; jam')
    await save(LANDING, { 'closing.title': 'Call us' })
    expect(await html('/bakery-erp')).toContain('<h2>Call us</h2>')
    await save('authors/ann-lee.yml', { name: 'Ann Leigh' })
    expect(await html('/blog/first')).toContain('Ann Leigh')
  })

  test('of a page whose texts are all empty again deletes its file', async () => {
    await save('pages/home.yml', { 'hero.headline': '' })
    expect(await Bun.file(join(app.dir, 'content/pages/home.yml')).exists()).toBe(false)
    expect(await html('/')).toContain('Food businesses run smoother on')
  })

  test('merges what others have changed in other fields, and rejects what they changed in the same', async () => {
    const { values: base } = await open('site.yml')
    await save('site.yml', { footer: 'By another person.' })
    const merged = await put({ file: 'site.yml', base, values: { ...base, 'contact.phone': '1' } })
    expect([merged.status, await merged.json()]).toMatchObject([
      200,
      { merged: ['footer'], values: { footer: 'By another person.' } },
    ])
    const stale = await put({ file: 'site.yml', base, values: { ...base, 'contact.phone': '2' } })
    expect([stale.status, await stale.json()]).toMatchObject([
      409,
      { conflicts: ['contact.phone'], values: { 'contact.phone': '1' } },
    ])
    expect(await disk('site.yml')).toContain('phone: "1"')
  })

  test('is undone by a save of the values before', async () => {
    const text = await disk(LANDING)
    const { values } = await open(LANDING)
    const { body } = await save(LANDING, { setup: ['a', 'b'] })
    expect((await put({ file: LANDING, base: body.values, values })).status).toBe(200)
    expect((await open(LANDING)).values).toEqual(values)
    expect((await disk(LANDING)).replace(/^setup:[\s\S]*?\n\n/m, '')).toBe(text.replace(/^setup:[\s\S]*?\n\n/m, ''))
  })

  test('cannot change a key without a field', async () => {
    const { values: base } = await open('site.yml')
    const values = {
      ...base,
      slug: 'other',
      login_url: 'https://evil.example',
      trial_redirect: 'https://evil.example',
      'contact.fax': '1',
    }
    const before = await disk('site.yml')
    expect((await put({ file: 'site.yml', base, values })).status).toBe(200)
    expect(await disk('site.yml')).toBe(before)
  })

  test('of an old session needs a confirmation, and is in the audit log', async () => {
    const { values: base } = await open('site.yml')
    timeMs += 11 * 60_000
    const change = { file: 'site.yml', base, values: { ...base, 'contact.phone': '9' } }
    const asked = await put(change)
    expect([asked.status, await asked.json()]).toMatchObject([403, { confirmation: 'password' }])
    await app.send('POST', adminPaths.confirmation, { token, json: { password: ADMIN.password } })
    expect((await put(change)).status).toBe(200)
    const { events } = await (await get(query(adminPaths.audit, { event: 'page.changed' }))).json()
    expect(events[0]).toMatchObject({ event: 'page.changed', subject: 'site.yml' })
  })
})

describe('a value that no page may have', () => {
  const required = 'This is required.'
  test.each<[string, FormValues, string, string]>([
    ['site.yml', { 'contact.email': 'javascript:alert(1)' }, 'contact.email', 'Must be an e-mail address.'],
    ['site.yml', { 'contact.phone': '' }, 'contact.phone', required],
    ['site.yml', { 'company.name': 'Miller' }, 'company.address', required],
    ['site.yml', { footer: 'x'.repeat(201) }, 'footer', 'Must be at most 200 characters long.'],
    ['site.yml', { footer: 'a\u0000b' }, 'footer', 'Must not contain control characters.'],
    ['site.yml', { footer: 'a\u202eb' }, 'footer', 'Must not contain control characters.'],
    ['site.yml', { footer: '\ud800' }, 'footer', 'Must not contain control characters.'],
    ['site.yml', { footer: true }, 'footer', 'Please write text.'],
    ['site.yml', { footer: ['a'] }, 'footer', 'Please write text.'],
    [
      'plans.yml',
      { plans: [{ monthly_price: '1e3' }] },
      'plans.0.monthly_price',
      'Must be a number such as 24 or 24.50.',
    ],
    [
      'plans.yml',
      { 'plugin_prices.client_login': '-1' },
      'plugin_prices.client_login',
      'Must be a number such as 24 or 24.50.',
    ],
    [
      'authors/ann-lee.yml',
      { links: [{ label: 'x', url: 'javascript:alert(1)' }] },
      'links.0.url',
      'Must be a complete URL that begins with https:// or http://.',
    ],
    ['authors/ann-lee.yml', { biography: 'ann@bakery.example' }, 'biography', 'Must not contain an e-mail address.'],
    [LANDING, { setup: ['a'] }, 'setup', 'Must have at least 2 entries.'],
    [LANDING, { 'screen.show': 'film' }, 'screen.show', 'Must be one of board, clients, order, receivables.'],
    [
      LANDING,
      {
        'pains.list': [
          { day: 'mon', title: '', text: 'x' },
          { day: 'mon', title: 'x', text: 'x' },
        ],
      },
      'pains.list.0.title',
      required,
    ],
    ['pages/home.yml', { 'hero.benefits': ['a', 'b'] }, 'hero.benefits', 'Must have at least 3 entries.'],
  ])('in %s is rejected at its field: %j', async (file, changes, path, message) => {
    const before = file.startsWith('pages/') ? undefined : await disk(file)
    const { status, body } = await save(file, changes)
    expect([status, body.errors]).toEqual([422, expect.objectContaining({ [path]: { message } })])
    if (before !== undefined) expect(await disk(file)).toBe(before)
  })

  test('such as HTML is text on the page', async () => {
    await save(LANDING, { 'closing.text': '<img src=x onerror=alert(1)> & more' })
    expect(await html('/bakery-erp')).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; more')
    await save('authors/ann-lee.yml', { biography: '<script>alert(1)</script>[x](javascript:alert(1))' })
    const page = await html('/blog/author/ann-lee')
    expect(page).not.toContain('alert(1)</script>')
    expect(page).not.toContain('href="javascript')
  })

  test('and one that has no form is not stored: a second line is a blank', async () => {
    await save('site.yml', { 'contact.hours': 'Monday\nslug: evil' })
    expect(await disk('site.yml')).toContain('hours: "Monday slug: evil"')
  })
})

describe('a preview', () => {
  async function sign(file: string, changes: FormValues, path: string) {
    const { values: base } = await open(file)
    return app.send('POST', pageFilePaths.preview, {
      token,
      json: { file, base, values: { ...base, ...changes }, path },
    })
  }
  const show = (form: Record<string, string>) => app.send('POST', pageFilePaths.shownPreview, { form })

  test('shows the page with the values, stores nothing, and only the dashboard can frame it', async () => {
    const before = await disk(LANDING)
    const preview = await (await sign(LANDING, { 'closing.title': 'Not yet' }, '/bakery-erp')).json()
    const answer = await show(preview)
    const page = await answer.text()
    expect([answer.status, page.includes('<h2>Not yet</h2>'), page.includes('type="module"')]).toEqual([
      200,
      true,
      false,
    ])
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    expect(answer.headers.get('content-security-policy')).toContain('sandbox allow-same-origin')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect([await disk(LANDING), (await html('/bakery-erp')).includes('Not yet')]).toEqual([before, false])
  })

  test.each<[string, FormValues, string]>([
    ['site.yml', { 'contact.hours': 'Seen before' }, '/contact-us'],
    ['site.yml', { 'company.name': 'Seen before', 'company.address': 'Portland' }, '/'],
    ['plans.yml', { 'plugin_prices.client_login': '98765' }, '/pricing'],
    ['pages/home.yml', { 'hero.headline': 'Seen before' }, '/'],
    ['authors/ann-lee.yml', { biography: 'Seen before' }, '/blog/author/ann-lee'],
  ])('of %s shows %j', async (file, changes, path) => {
    const page = await (await show(await (await sign(file, changes, path)).json())).text()
    expect(page).toMatch(/Seen before|98,765/)
  })

  test('rejects values that could not be saved, and anything that was not signed', async () => {
    expect((await sign('site.yml', { 'contact.phone': '' }, '/contact-us')).status).toBe(422)
    const { token: signed, change } = await (await sign('site.yml', {}, '/contact-us')).json()
    for (const form of [
      { token: signed, change: change.replace('contact-us', 'pricing') },
      { token, change },
      { token: '', change },
      { change },
    ] as Record<string, string>[])
      expect((await show(form)).status).toBe(404)
    timeMs += 11 * 60_000
    expect((await show({ token: signed, change })).status).toBe(404)
    await app.send('POST', adminPaths.confirmation, { token, json: { password: ADMIN.password } })
  })

  test('has no page of the dashboard, and says where there is none', async () => {
    for (const path of ['/admin/blog', '/nothing', '/blog/author/nobody', '/%']) {
      const answer = await show(await (await sign('site.yml', {}, path)).json())
      expect([path, answer.status, (await answer.text()).includes('There is no such page')]).toEqual([path, 404, true])
    }
  })

  test('from another website is rejected', async () => {
    const form = await (await sign('site.yml', {}, '/contact-us')).json()
    const answer = await app.send('POST', pageFilePaths.shownPreview, {
      form,
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    })
    expect(answer.status).not.toBe(200)
  })
})

describe('the history of a file', () => {
  test('has its versions with the values of each and those before, and says what has no field', async () => {
    await save('site.yml', { 'contact.phone': '77' })
    await app.committed()
    const history: PageHistory = await (await get(query(pageFilePaths.history, { file: 'site.yml' }))).json()
    if (!history.kept) throw new Error(history.reason)
    const [newest] = history.versions
    const detail: PageVersionDetail = await (
      await get(query(pageFilePaths.version, { file: 'site.yml', commit: newest?.commit ?? '' }))
    ).json()
    expect(newest?.subject).toBe('page: update "Contact, hours and company"')
    expect(detail.values?.['contact.phone']).toBe('77')
    expect(detail.before?.['contact.phone']).not.toBe('77')
    expect(detail.changesOthers).toBe(false)
    const first = history.versions.at(-1)?.commit ?? ''
    expect(await (await get(query(pageFilePaths.version, { file: 'site.yml', commit: first }))).json()).toMatchObject({
      before: null,
      values: { 'contact.hours': 'Monday to Friday, 8 to 5' },
    })
  })

  test('shows no commit of another file', async () => {
    const other: PageHistory = await (await get(query(pageFilePaths.history, { file: LANDING }))).json()
    const commit = other.kept ? (other.versions[0]?.commit ?? '') : ''
    expect((await get(query(pageFilePaths.version, { file: 'authors/ann-lee.yml', commit }))).status).toBe(404)
    expect((await get(query(pageFilePaths.version, { file: LANDING, commit: 'HEAD' }))).status).toBe(422)
  })
})
