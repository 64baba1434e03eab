import { existsSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQL } from 'bun'

const FOLDERS = ['/usr/lib/postgresql/18/bin', '/usr/lib/postgresql/17/bin', '/usr/lib/postgresql/16/bin']
/** PostgreSQL does not run as root. */
const isRoot = process.getuid?.() === 0

/** Returns the folder of the programs of PostgreSQL, if a server can be started here. */
export function findPostgres(): string | undefined {
  const folder = [...FOLDERS, '/usr/lib/postgresql/15/bin', '/usr/local/bin', '/usr/bin'].find(
    (one) => existsSync(join(one, 'postgres')) && existsSync(join(one, 'initdb')),
  )
  const hasUser = !isRoot || Bun.spawnSync(['id', 'postgres']).exitCode === 0
  return hasUser ? folder : undefined
}
const BIN = findPostgres()
export const hasPostgres = BIN !== undefined

/** `runuser` would stay as the parent, and stop when the server is stopped. */
const asUser = (command: string[]) =>
  isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...command] : command
const PORT = 5432
const USER = 'site'

/** For data that no server outlives: nothing is synced. */
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
const SETTINGS = ['listen_addresses=', 'autovacuum=off']
const SIZES = ['shared_buffers=16MB', 'max_connections=500', 'max_wal_size=64MB', 'min_wal_size=32MB']

/** Waits for the end of its input, which is when this process has ended in any way, and removes the server. */
const WATCH = 'cat >/dev/null; kill -QUIT "$(head -1 "$0/data/postmaster.pid")"; rm -rf "$0"'

/** The user of the server cannot enter the folders of root. */
const temporary = () => (isRoot ? ['/dev/shm', '/tmp'].find(existsSync) : undefined) ?? tmpdir()

/**
 * Starts a server of its own. `isDurable`: what it has committed survives `stop('SIGKILL')`; otherwise it is faster. It is
 * removed when this process ends, or by `close`.
 */
export async function startPostgres({ isDurable = false } = {}) {
  const folder = await mkdtemp(join(temporary(), 'postgres-'))
  if (isRoot) Bun.spawnSync(['chown', 'postgres', folder])
  else await chmod(folder, 0o700)
  const data = join(folder, 'data')
  const init = ['-D', data, '-A', 'trust', '-U', USER, '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions']
  const made = Bun.spawnSync(asUser([join(BIN ?? '', 'initdb'), ...init]))
  if (made.exitCode !== 0) throw new Error(`initdb: ${made.stderr}`)
  const start = () => {
    const settings = [
      ...SETTINGS,
      ...SIZES,
      ...(isDurable ? [] : FAST),
      `port=${PORT}`,
      `unix_socket_directories=${folder}`,
    ]
    const flags = settings.flatMap((setting) => ['-c', setting])
    return Bun.spawn(asUser([join(BIN ?? '', 'postgres'), '-D', data, ...flags]), {
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: Bun.file(join(folder, 'log')),
    })
  }
  /** The first line of this file is the server's process. */
  const pid = async () => Number((await Bun.file(join(data, 'postmaster.pid')).text()).split('\n')[0])
  const urlOf = (user: string, database = 'postgres') =>
    `postgres://${user}@localhost/${database}?host=${encodeURIComponent(folder)}&port=${PORT}`
  const watcher = Bun.spawn(asUser(['sh', '-c', WATCH, folder]), { stdin: 'pipe', stdout: 'ignore', stderr: 'ignore' })
  watcher.unref()
  let child = start()

  async function isReady(): Promise<boolean> {
    const sql = new SQL(urlOf(USER), { max: 1 })
    const isAnswered = await sql`select 1`.then(
      () => true,
      () => false,
    )
    await sql.close({ timeout: 0 }).catch(() => {})
    return isAnswered
  }

  async function untilReady() {
    for (;;) {
      if (await isReady()) return
      if (child.exitCode !== null || child.signalCode !== null) {
        const log = await Bun.file(join(folder, 'log')).text()
        // The processes of a killed server end a moment later.
        if (!/still in use|lock file "[^"]+" already exists/.test(log)) throw new Error(log)
        child = start()
      }
      await Bun.sleep(20)
    }
  }
  await untilReady()

  return {
    watcher,
    urlOf,
    isReady,
    /** Stops answering, or goes on, without closing connections. */
    async signal(name: 'SIGSTOP' | 'SIGCONT') {
      const parent = await pid()
      const children = Bun.spawnSync(['pgrep', '-P', String(parent)])
        .stdout.toString()
        .trim()
        .split('\n')
      for (const process_ of [parent, ...children.map(Number)]) process.kill(process_, name)
    },
    async stop(signal: NodeJS.Signals = 'SIGINT') {
      process.kill(await pid(), signal)
      await child.exited
    },
    async start() {
      child = start()
      await untilReady()
    },
    /** Stops the server and removes its folder. */
    async close() {
      watcher.stdin.end()
      await watcher.exited
    },
  }
}
export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>

let server: Promise<PostgresServer> | undefined

/**
 * The server of this test process: started on first use, stopped when the process ends. A test that times out ends all processes
 * that its test process has started: another server is for the tests after it.
 */
export async function postgresServer(): Promise<PostgresServer> {
  if (server && !(await (await server).isReady())) server = undefined
  server ??= startPostgres()
  return server
}

let databases = 0

/** The URL of an empty database of its own: a schema, which is the first in the search path of the user of this name. */
export async function emptyDatabase(server = postgresServer()): Promise<string> {
  const { urlOf } = await server
  const name = `site_${process.pid}_${++databases}`
  const sql = new SQL(urlOf(USER), { max: 1 })
  await sql.unsafe(`create role ${name} login; create schema ${name} authorization ${name}`)
  await sql.close()
  return urlOf(name)
}

/** Runs queries on a database of `emptyDatabase`. */
export async function query<Row>(url: string, text: string): Promise<Row[]> {
  const sql = new SQL(url, { max: 1 })
  try {
    return [...(await sql.unsafe<Row[]>(text))]
  } finally {
    await sql.close()
  }
}
