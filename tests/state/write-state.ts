/**
 * Writes `tests/fixtures/state-VERSION`: all that a site has stored, as files and as a dump of PostgreSQL, and what its API
 * answered. `bun run release` runs it. By hand, in a checkout of the last commit of a version (with this file copied into it, where
 * that commit has none):
 *
 *     STATE=tests/fixtures/state-0.1.0 bun test ./tests/state/write-state.ts
 *     STATE=tests/fixtures/state-0.1.0 TEST_STORE=postgres bun test ./tests/state/write-state.ts
 */
import { expect, test } from 'bun:test'
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import { DOCUMENT_VERSION } from '#contract/stored-document.ts'
import { createRedirectFile } from '#server/content/redirects.ts'
import { createPasskeySite } from '#tests/admin/passkey-site.ts'
import { ANN, BOB } from '#tests/admin/people.ts'
import { codeOf, recoveryCodesIn, runAdmin } from '#tests/admin/shell.ts'
import { gitIn } from '#tests/helpers/git.ts'
import { findPostgres } from '#tests/helpers/postgres.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { databaseUrlOf, isPostgres } from '#tests/helpers/stores.ts'
import { ADMIN } from '#tests/helpers/test-app.ts'
import { makeZip } from '#tests/import/make-zip.ts'
import { png } from '#tests/media/inputs.ts'
import { another } from '#tests/registration/a-registration.ts'
import { aParagraph } from '#tests/writing/blocks.ts'

const folder = resolve(process.env.STATE ?? '')
const KEY = 'new-0123456789abcdef'

test('writes the state of this version', async () => {
  expect(process.env.STATE).toBeString()
  const hook = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const site = await createPasskeySite({
    files: { 'posts/bread.md': aPost({ title: 'Bread' }), 'posts/gone.md': aPost({ title: 'Gone' }) },
    env: {
      WEBHOOK_URL: hook.url.href,
      WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    },
    inGit: true,
  })
  const { token } = site
  async function call(method: string, path: string, json?: unknown, as = token) {
    const answer = await site.send(method, path, { json, token: as })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.json().catch(() => undefined)
  }
  async function join_(person: typeof ANN): Promise<string> {
    const { path } = await call('POST', adminPaths.invitations, { email: person.email })
    await site.post(adminPaths.acceptInvitation, { ...person, token: path.split('#')[1] })
    const login = await site.post(adminPaths.login, { email: person.email, password: person.password })
    return (await login.json()).token
  }

  const anns = await join_(ANN)
  await join_(BOB)
  const { administrators } = await call('GET', adminPaths.administrators)
  const idOf = (email: string) => administrators.find((one: { email: string }) => one.email === email).id
  await call('DELETE', adminPaths.administrator(idOf(BOB.email)))
  await call('POST', adminPaths.invitations, { email: 'carl@bakery.example' })

  for (const n of [1, 2, 3]) await site.post(apiPaths.register, another(n))
  const message = { email: 'dora@milk.example', phone: '', company: '', message: 'Hello?' }
  for (const name of ['Dora', 'Emil']) await site.post(apiPaths.contactMessages, { ...message, name })
  const { leads } = await call('GET', adminPaths.leads)
  expect(leads).toHaveLength(5)
  await call('POST', adminPaths.leadEvents(leads[0].id), { state: 'contacted' })
  await call('POST', adminPaths.leadEvents(leads[1].id), { read: true })
  await call('DELETE', adminPaths.lead(leads[4].id))

  const image = new FormData()
  image.set('image', new File([new Uint8Array(png(60, 40))], 'photo.png', { type: 'image/png' }))
  const stored = await (await site.send('POST', adminPaths.media, { token, form: image })).json()
  const fields = {
    format: 'md',
    title: 'Rye',
    content: `![A loaf](${JSON.stringify(stored).match(/\/storage\/[^"]+/)?.[0]})`,
  }
  const document = { version: DOCUMENT_VERSION, blocks: [aParagraph('Not written yet.')] }
  await call('PUT', adminPaths.workingCopy(KEY), { revision: null, fields, document })
  await call(
    'PUT',
    adminPaths.workingCopy('post-bread'),
    { revision: null, fields: { ...fields, title: 'Cake' } },
    anns,
  )

  await call('DELETE', apiPaths.post('gone'))
  await site.committed()
  if (!isPostgres) {
    const data = '---\ntitle: Old\ndate: 2024-05-06\n---\n\nText.\n'
    const zip = new Blob([
      makeZip([
        { name: 'old/_posts/2024-05-06-old.md', data },
        { name: 'old/_config.yml', data: 'a: b' },
      ]) as BlobPart,
    ])
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' }
    await site.get(`${adminPaths.imports}?name=old.zip&into=old`, { method: 'POST', body: zip, headers })
    await site.services.importer.idle()
    await call('POST', adminPaths.confirmImport((await call('GET', adminPaths.imports)).job.id))
    await site.services.importer.idle()
    await site.committed()
  }
  const storage = join(site.dir, 'storage')
  await createRedirectFile(join(storage, 'private/old-addresses.txt')).add([
    { kind: 'posts', from: 'loaf', to: 'bread' },
  ])
  const result = await runAdmin(site.shell, ['add-2fa', ADMIN.email], (asked) => codeOf(asked, site.now()))

  const session = await site.session()
  const read = async (path: string, as = session) => [path, await call('GET', path, undefined, as)]
  const lists = ['leads', 'account', 'administrators', 'passkeys', 'workingCopies', 'trash'] as const
  const paths = [
    ...lists.map((name) => adminPaths[name]),
    ...leads.slice(0, 4).map(({ id }: { id: string }) => adminPaths.lead(id)),
    adminPaths.workingCopy(KEY),
    adminPaths.audit,
    `${apiPaths.posts}?state=all&page=1`,
  ]
  const answers = Object.fromEntries(await Promise.all(paths.map((path) => read(path))))
  const annsAnswers = Object.fromEntries([
    await read(adminPaths.workingCopy('post-bread'), anns),
    await read(adminPaths.account, anns),
  ])
  await site.stop()
  await hook.stop(true)

  const store = isPostgres ? 'postgres' : 'files'
  const target = join(folder, store)
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  const facts = {
    password: site.password(),
    at: site.now().toISOString(),
    session,
    anns,
    secret: result.output.match(/otpauth:\S+/)?.[0],
    recovery: recoveryCodesIn(result.output),
  }
  await Bun.write(join(target, 'expected.json'), JSON.stringify({ ...facts, answers, annsAnswers }, null, 1))
  await gitIn(site.dir)(['bundle', 'create', join(target, 'checkout.bundle'), '--all'])
  await cp(storage, join(target, 'storage'), { recursive: true })
  const derived = (await readdir(join(target, 'storage/private'))).filter((name) =>
    /^cache-|\.lock$|^server\.json$/.test(name),
  )
  for (const name of derived) await rm(join(target, 'storage/private', name))
  await rm(join(target, 'storage/private/imports/work'), { recursive: true, force: true })
  await rename(join(target, 'storage/private'), join(target, 'private'))
  await rename(join(target, 'storage/public'), join(target, 'public')).catch(() => {})
  await rm(join(target, 'storage'), { recursive: true })
  if (isPostgres) await Bun.write(join(target, 'database.sql'), dumpOf(databaseUrlOf(storage) ?? ''))
})

/** The tables and their rows, in whichever schema is the first in the search path of the user. */
function dumpOf(url: string): string {
  const { username, searchParams } = new URL(url)
  const place = ['-h', searchParams.get('host') ?? '', '-p', searchParams.get('port') ?? '', '-U', username]
  const options = ['--schema', username, '--no-owner', '--no-privileges', '--inserts', 'postgres']
  const { stdout, stderr, exitCode } = Bun.spawnSync([join(findPostgres() ?? '', 'pg_dump'), ...place, ...options])
  if (exitCode !== 0) throw new Error(stderr.toString())
  return stdout
    .toString()
    .replaceAll(`${username}.`, '')
    .replace(/^(?:--|CREATE SCHEMA|SELECT pg_catalog\.set_config|SET|\\|$).*\n/gm, '')
}
