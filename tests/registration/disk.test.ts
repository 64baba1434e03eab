import { beforeEach, describe, expect, test } from 'bun:test'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiPaths } from '#contract/paths.ts'
import { readConfig } from '#server/config.ts'
import { contactEndpoint, signUpEndpoints } from '#server/leads/form-endpoints.ts'
import { createMessages } from '#server/leads/messages.ts'
import { createSignUps } from '#server/leads/sign-ups.ts'
import { createLog } from '#server/lib/log.ts'
import { createOps } from '#server/ops/ops.ts'
import { failingLogDisk } from '#tests/files/failing-log-disk.ts'
import { appWith } from '#tests/helpers/endpoints.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import { openLogs } from '#tests/leads/open-logs.ts'
import { another } from './a-registration.ts'

const message = { name: 'Ann', email: 'ann@bakery.example', message: 'Hello' }
const ends = endsOfEachTest()

/** Both forms on a fake disk. */
async function forms() {
  const { disk, be } = failingLogDisk()
  const dir = await mkdtemp(join(tmpdir(), 'forms-'))
  const log = createLog('error', () => {})
  const now = () => new Date()
  const file = (name: string) => join(dir, name)
  const { logs, model, close } = await openLogs(dir, { log, disk })
  const hash = async () => '$argon2id$'
  const signUps = createSignUps({ lines: logs.registration, model, hash, now, log })
  const messages = createMessages({ lines: logs.message, model, now, log })
  ends.push(close)
  const form = { limits: undefined, email: () => '', tls: undefined }
  const app = appWith(
    [...signUpEndpoints({ ...form, signUps, redirect: () => '/welcome' }), contactEndpoint({ ...form, messages })],
    log,
  )
  const post = (path: string, body: unknown) =>
    app.handle(
      new Request(`http://localhost${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
  const lines = async (name: string) => (await readFile(file(name), 'utf8')).split('\n').length - 1
  return { be, post, lines, signUps, messages }
}

describe('POST /company/register on a full or broken disk', () => {
  let site: Awaited<ReturnType<typeof forms>>
  beforeEach(async () => {
    site = await forms()
  })

  test.each(['full', 'sync'] as const)(
    '%s: answers 503 with a sentence, writes no line, recovers, and keeps the names available',
    async (trouble) => {
      const { be, post, lines, signUps, messages } = site
      expect((await post(apiPaths.register, another(1))).status).toBe(200)
      be(trouble)
      const rejected = await Promise.all([
        post(apiPaths.register, another(2)),
        post(apiPaths.register, another(2)),
        post(apiPaths.contactMessages, message),
      ])
      for (const answer of rejected) {
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30'])
        expect(await answer.json()).toEqual({ message: 'This could not be stored. Please try again in a while.' })
      }
      expect([await lines('registrations.jsonl'), await lines('contact-messages.jsonl')]).toEqual([1, 0])
      expect([signUps.isHealthy(), messages.isHealthy()]).toEqual([false, false])
      be('none')
      expect((await post(apiPaths.register, another(2))).status).toBe(200)
      expect((await post(apiPaths.contactMessages, message)).status).toBe(201)
      expect([await lines('registrations.jsonl'), await lines('contact-messages.jsonl')]).toEqual([2, 1])
      expect([signUps.isHealthy(), messages.isHealthy()]).toEqual([true, true])
    },
  )
})

test('GET /readyz reports degraded while submissions cannot be stored', async () => {
  const app = await testApp()
  ends.push(app.close)
  const { isHealthy } = app.services.leads.signUps
  expect(isHealthy()).toBe(true)
  const ops = await createOps({
    ...app.services,
    ...app.services.leads,
    manifest: { buildId: '' },
    loginFailures: app.services.admin.auditLog.failures,
    settings: { ...readConfig({ STORAGE_DIR: join(app.dir, 'storage') }), hints: [] },
    metricsSettings: undefined,
    waitingImages: () => 0,
    storage: [{ isHealthy }, { isHealthy: () => false }],
  })
  const answer = await appWith(ops.forMachines(() => [])).handle(new Request('http://localhost/readyz'))
  expect(await answer.json()).toMatchObject({ status: 'degraded', content: 'ok', storage: 'failing' })
})
