import { mkdtemp, rm } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SOCKET = '.s.PGSQL.5432'
/** The tag with which the server confirms a transaction. */
const COMMITTED = Buffer.from('COMMIT\0')
const STEP_MS = 20

/** A proxy between a site and the database of a URL: it can lose answers to COMMIT, and be a slow link. */
export async function databaseProxy(url: string) {
  const target = join(new URL(url).searchParams.get('host') ?? '', SOCKET)
  const folder = await mkdtemp(join(tmpdir(), 'proxy-'))
  const sockets = new Set<Socket>()
  let toConfirm = 0
  let losing: (() => Promise<unknown>) | undefined
  let lost = 0
  let bytesPerSecond = Number.POSITIVE_INFINITY

  const server = createServer((client) => {
    const upstream = createConnection(target)
    for (const one of [client, upstream]) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => sockets.delete(one))
    }
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
    void pass(client, upstream)
    upstream.on('data', (bytes) => {
      const isLost = losing !== undefined && Buffer.from(bytes).includes(COMMITTED) && --toConfirm === 0
      if (!isLost) return client.write(bytes)
      lost++
      const between = losing
      losing = undefined
      void between?.().finally(() => client.destroy())
    })
  })

  async function pass(client: Socket, upstream: Socket) {
    try {
      for await (const chunk of client)
        for (let at = 0; at < chunk.length; ) {
          const size = Math.min(chunk.length, Math.ceil((bytesPerSecond * STEP_MS) / 1000))
          if (Number.isFinite(bytesPerSecond) && chunk.length > size / 2) await Bun.sleep(STEP_MS)
          upstream.write(chunk.subarray(at, at + size))
          at += size
        }
    } catch {
      upstream.destroy()
    }
  }

  await new Promise<void>((resolve) => server.listen(join(folder, SOCKET), resolve))
  const through = new URL(url)
  through.searchParams.set('host', folder)
  return {
    url: through.href,
    /** Loses the answer to the `nth` COMMIT from now on, after `between`. */
    loseCommit(nth: number, between: () => Promise<unknown> = async () => {}) {
      toConfirm = nth
      losing = between
    },
    /** How many answers were lost. */
    lost: () => lost,
    slowDown(bytes: number) {
      bytesPerSecond = bytes
    },
    async close() {
      for (const one of sockets) one.destroy()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
