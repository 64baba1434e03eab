import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createWorkerClient } from '#server/lib/worker-client.ts'

const folder = await mkdtemp(join(tmpdir(), 'workers-'))
afterAll(() => rm(folder, { recursive: true }))
let workers = 0

/** A client of a worker whose first run does what `fails` says; the next ones double numbers. */
async function clientOf(fails: { start?: string; request?: string }) {
  const file = join(folder, `worker-${++workers}.ts`)
  const marker = `${file}.started`
  await writeFile(
    file,
    `import { existsSync, writeFileSync } from 'node:fs'
declare const self: Worker
const isFirst = !existsSync(${JSON.stringify(marker)})
writeFileSync(${JSON.stringify(marker)}, '')
// Keeps the worker alive while it waits.
setInterval(() => {}, 1_000)
self.onmessage = ({ data }) => {
  if (isFirst) { ${fails.request ?? ''} }
  postMessage(data * 2)
}
const start = () => {
  if (isFirst) { ${fails.start ?? ''} }
  postMessage('ready')
}
start()
`,
  )
  return createWorkerClient<number, number>({
    url: pathToFileURL(file),
    idleMs: 10_000,
    timeLimitMs: 10_000,
    silenceMs: 1_500,
  })
}

describe('after a worker that failed, the next request is answered:', () => {
  test.each([
    ['it sends no first message', { start: 'return' }],
    ['it throws when it is loaded', { start: "throw new Error('Not today.')" }],
    ['it ends when it is loaded', { start: 'process.exit(3)' }],
    ['it does not answer a request', { request: 'return' }],
    ['it throws at a request', { request: "throw new Error('Not today.')" }],
    ['it ends at a request', { request: 'process.exit(3)' }],
  ])('%s', async (_, fails) => {
    const { request, close } = await clientOf(fails)
    const answers = await Promise.allSettled([1, 2, 3].map(request))
    close()
    expect(answers[0]?.status).toBe('rejected')
    expect(answers.slice(1)).toEqual([
      { status: 'fulfilled', value: 4 },
      { status: 'fulfilled', value: 6 },
    ])
  })

  test('a request that cannot be sent', async () => {
    const { request, close } = await clientOf({})
    // The cast: a worker takes no function, which the types of the client do not allow either.
    const answers = await Promise.allSettled([(() => {}) as unknown as number, 2].map(request))
    close()
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  })
})
