import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startCluster, type TestCluster } from '#tests/helpers/cluster.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { runGit } from '#tests/helpers/git-remote.ts'
import { hasPostgres, query } from '#tests/helpers/postgres.ts'
import { smallContent } from '#tests/helpers/small-content.ts'
import { createAuthor, fileOf, firstPost, type Rounds } from './cluster-authors.ts'
import type { Random } from './random.ts'
import { login } from './saving.ts'
import type { Outcome, Scenario, Torture } from './scenario.ts'
import { spread } from './scenario.ts'
import { signUp, usernameOf } from './send.ts'
import { CHEAP_SERVER } from './site.ts'

/** A share of the requested cycles: 300 of 1,000. */
const SHARE = 0.3
/** The site starts over after so many kills, because its history and its sign-ups grow. */
const KILLS_PER_CLUSTER = 30
const REPLICAS = 3
/** Several save the same post, each through any replica. */
const AUTHORS = 8
const POSTS = 3
const COMPANIES_MAX = 10
/** Every so many kills, the replica's folders are deleted, and the database is restarted. */
const DELETE_EVERY = 3
const RESTART_EVERY = 15
/** A kill comes within this time after the last replica was ready. */
const LIFE_MAX_MS = 1_500
/** After the load, for saves of replicas that were killed to be recovered. */
const SETTLE_LIMIT_MS = 120_000
/** A client that was told to try again. */
const AGAIN_MS = 250
/** Between two sign-ups of a client: they take CPU time from the saves. */
const PAUSE_MS = 100

/** A cycle is one `kill -9` of a replica. */
export const clusterScenario: Scenario = {
  name: 'cluster',
  title:
    'kill -9 of replicas, with their folders, and restarts of PostgreSQL: nothing acknowledged is lost or there twice',
  async run({ cycles, concurrency, random, folder, progress }: Torture) {
    if (!hasPostgres) return { figures: [], violations: ['PostgreSQL is not installed, which proves nothing'] }
    const kills = Math.ceil(cycles * SHARE)
    const all: Found[] = []
    for (let done = 0; done < kills; done += KILLS_PER_CLUSTER) {
      const place = join(folder, String(done))
      await mkdir(place)
      const broken = all.reduce((sum, { violations }) => sum + violations.length, 0)
      const found = await oneCluster({
        concurrency,
        random,
        folder: place,
        kills: Math.min(KILLS_PER_CLUSTER, kills - done),
        progress: (kill) => progress(`kill ${done + kill} of ${kills}, ${broken} violations`),
      })
      all.push(found)
      // Otherwise they may tell why.
      if (found.violations.length === 0) await rm(place, { recursive: true })
    }
    return outcomeOf(all)
  },
}

type Plan = Pick<Torture, 'concurrency' | 'random' | 'folder'> & { kills: number; progress(kill: number): void }

async function oneCluster({ concurrency, random, folder, kills, progress }: Plan): Promise<Found> {
  const ids = Array.from({ length: POSTS }, (_, index) => `post-${index}`)
  const files = { ...smallContent, ...Object.fromEntries(ids.map((id) => [fileOf(id), firstPost])) }
  const [file = '', ...words] = CHEAP_SERVER
  const cluster = await startCluster({ replicas: REPLICAS, folder, files, server: [file, ...words], proxy: false })
  try {
    const people = { authors: Math.min(AUTHORS, concurrency), companies: Math.min(COMPANIES_MAX, concurrency) }
    const load = await createLoad(cluster, random, { ids, ...people })
    const restarts = await strike({ cluster, random, kills, report: load.report, progress })
    await load.finish()
    const settledMs = await settle(cluster, load.report)
    return { ...(await load.check()), kills, ...restarts, settledMs, violations: load.violations }
  } finally {
    await cluster.close()
  }
}

type Strike = {
  cluster: TestCluster
  random: Random
  kills: number
  report(what: string): void
  progress(kill: number): void
}

/** Kills replicas, one at a time, and restarts the database. */
async function strike({ cluster, random, kills, report, progress }: Strike) {
  const starts: number[] = []
  const recoveries: number[] = []
  let deletions = 0
  for (let kill = 1; kill <= kills; kill++) {
    await Bun.sleep(random.below(LIFE_MAX_MS))
    const replica = cluster.replicas[random.below(REPLICAS)]
    if (!replica) continue
    await replica.kill()
    if (kill % DELETE_EVERY === 0) {
      await replica.deleteFolders()
      deletions++
    }
    const restarting =
      kill % RESTART_EVERY === 0 ? restartDatabase(cluster).then((ms) => recoveries.push(ms)) : undefined
    const began = performance.now()
    await replica.start().catch((error) => report(`kill ${kill}: ${error}`))
    starts.push(performance.now() - began)
    await restarting
    progress(kill)
  }
  return { starts, recoveries, deletions }
}

/** Returns how long the replicas took to use it again. */
async function restartDatabase({ database, replicas }: TestCluster): Promise<number> {
  await database.restart()
  const began = performance.now()
  // One of them may be starting.
  const uses = async (url: string) => {
    const answer = await fetch(`${url}/readyz`, { keepalive: false }).catch(() => undefined)
    return answer === undefined || (await answer.json()).database === 'ok'
  }
  await Promise.all(replicas.map(({ url }) => eventually(() => uses(url), Boolean)))
  return performance.now() - began
}

/** Companies that sign up and authors who save, each through a replica at random. */
async function createLoad(
  cluster: TestCluster,
  random: Random,
  { ids, authors: count, companies }: { ids: string[]; authors: number; companies: number },
) {
  const violations: string[] = []
  const report = (what: string) => void violations.push(what)
  const anyUrl = () => cluster.replicas[random.below(cluster.replicas.length)]?.url ?? ''
  const token = await login(anyUrl())
  const signedUp: string[] = []
  let number = 0
  let finishing = false

  /** Repeats the same sign-up until it is acknowledged, as the form does. */
  async function company(): Promise<void> {
    while (!finishing) {
      const mine = ++number
      for (;;) {
        const answer = await signUp(anyUrl(), mine)
        if (answer?.status === 200) break
        if (answer && answer.status !== 503) report(`${usernameOf(mine)} was answered ${answer.status}: ${answer.text}`)
        await Bun.sleep(AGAIN_MS)
      }
      signedUp.push(usernameOf(mine))
      await Bun.sleep(PAUSE_MS)
    }
  }
  const posts = ids.map((id) => ({ id, rounds: [] as Rounds }))
  const authors = Array.from({ length: Math.max(count, posts.length) }, (_, at) =>
    createAuthor({ ...(posts[at % posts.length] ?? { id: '', rounds: [] }), anyUrl, token, report }),
  )
  async function write(author: (typeof authors)[number]): Promise<void> {
    while (!finishing) if (!(await author.save())) await Bun.sleep(AGAIN_MS)
  }
  const working = [...Array.from({ length: companies }, company), ...authors.map(write)]

  return {
    violations,
    report,
    /** Every client finishes its request. */
    async finish() {
      finishing = true
      await Promise.all(working)
    },
    /** Compares what was acknowledged with what is there. Returns counts. */
    async check() {
      const rows = await query<{ username: string; n: string }>(
        cluster.database.url,
        "select line::json ->> 'username' as username, count(*) as n from site_record where log = 'registrations' group by 1",
      )
      const counts = new Map(rows.map(({ username, n }) => [username, Number(n)]))
      for (const username of signedUp)
        if (counts.get(username) !== 1)
          report(`${username} was acknowledged and is there ${counts.get(username) ?? 0} times`)
      for (const author of authors.slice(0, posts.length)) author.check(cluster)
      const saves = authors.reduce((sum, author) => sum + author.acknowledged(), 0)
      const rejected = authors.reduce((sum, author) => sum + author.rejected(), 0)
      return { signUps: signedUp.length, saves, rejected }
    },
  }
}

/** Waits until all replicas have the same, and returns how long that took. */
async function settle({ replicas, database, remote }: TestCluster, report: (what: string) => void): Promise<number> {
  const began = performance.now()
  const state = async () => {
    const waiting = await query<object>(
      database.url,
      'select id, recorded, files, problem from site_save where pushed is null',
    )
    const heads = replicas.map(({ folder }) => runGit(`${folder}/site`, 'rev-parse', 'HEAD'))
    const dirty = replicas.map(({ folder }) => runGit(`${folder}/site`, 'status', '--porcelain'))
    return { waiting, heads: [...heads, remote.git('rev-parse', 'main')], dirty }
  }
  const isSettled = ({ waiting, heads, dirty }: Awaited<ReturnType<typeof state>>) =>
    waiting.length === 0 && new Set(heads).size === 1 && dirty.join('') === ''
  await eventually(state, isSettled, SETTLE_LIMIT_MS).catch((error) => {
    report(`the replicas did not become equal. ${error}`)
    for (const { url, output } of replicas) report(`${url} has printed: ${output()}`)
  })
  return performance.now() - began
}

type Found = {
  kills: number
  deletions: number
  recoveries: number[]
  starts: number[]
  settledMs: number
  signUps: number
  saves: number
  rejected: number
  violations: string[]
}

function outcomeOf(all: readonly Found[]): Outcome {
  const sum = (key: 'kills' | 'deletions' | 'signUps' | 'saves' | 'rejected') =>
    all.reduce((total, one) => total + one[key], 0)
  const starts = all.flatMap((one) => one.starts)
  const recoveries = all.flatMap((one) => one.recoveries)
  const isIdle = all.some(({ signUps, saves }) => signUps === 0 || saves === 0)
  return {
    figures: [
      ['kills', sum('kills')],
      ['… with deleted folders', sum('deletions')],
      ['restarts of PostgreSQL', recoveries.length],
      ...spread('… used again after', recoveries),
      ['sign-ups acknowledged', sum('signUps')],
      ['saves acknowledged', sum('saves')],
      ['… not accepted: try again', sum('rejected')],
      ...spread('start', starts),
      ['all equal after the load', `${Math.round(Math.max(...all.map(({ settledMs }) => settledMs)))} ms`],
    ],
    violations: [
      ...all.flatMap(({ violations }) => violations),
      ...(isIdle ? ['no request was answered, which proves nothing'] : []),
    ],
  }
}
