import { cp, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeInodeBound } from '#server/storage/inode-bound-file.ts'
import { git } from '#tests/helpers/git.ts'
import { emptyDatabase, query } from '#tests/helpers/postgres.ts'

const FIRST = '0.1.0'
const folderOf = (version: string) => `tests/fixtures/state-${version}`

/** The versions whose state is here: `bun run release` adds each. */
export const storedVersions = [...new Bun.Glob('state-*').scanSync({ cwd: 'tests/fixtures', onlyFiles: false })]
  .map((name) => name.replace('state-', ''))
  .sort()

export type Store = 'files' | 'postgres'
type Expected = {
  /** The time at which the state was written. */
  at: string
  password: string
  /** Tokens of a session of the first administrator, and of one of Ann's. */
  session: string
  anns: string
  /** The `otpauth:` URL of the first administrator's second factor, and their recovery codes. */
  secret: string
  recovery: string[]
  /** What the API answered to the administrators, by path. */
  answers: Record<string, unknown>
  annsAnswers: Record<string, unknown>
}

/** A new folder with the state that a version has stored, and, for `postgres`, its database in a new one. */
export async function stateOfOldVersion(store: Store, version = FIRST) {
  const from = join(folderOf(version), store)
  const dir = await mkdtemp(join(tmpdir(), 'state-'))
  await git('.', 'clone', '-q', join(from, 'checkout.bundle'), dir)
  await cp(join(from, 'private'), join(dir, 'storage/private'), { recursive: true })
  await cp(join(from, 'public'), join(dir, 'storage/public'), { recursive: true })
  const sessions = join(dir, 'storage/private/sessions.json')
  const text = await readFile(sessions, 'utf8').catch(() => undefined)
  // The first line names the inode: copied sessions count as none.
  if (text !== undefined) await writeInodeBound(sessions, text.slice(text.indexOf('\n') + 1).trimEnd())
  const expected: Expected = await Bun.file(join(from, 'expected.json')).json()
  let time = Date.parse(expected.at)
  let url: string | undefined
  if (store === 'postgres') {
    url = await emptyDatabase()
    await query(url, await readFile(join(from, 'database.sql'), 'utf8'))
  }
  return {
    dir,
    privateDir: join(dir, 'storage/private'),
    url,
    expected,
    pass: (ms: number) => {
      time += ms
    },
    options: {
      dir,
      now: () => new Date(time),
      env: { RATE_LIMITS: 'off', ...(url !== undefined && { DATABASE_URL: url }) },
    },
  }
}
