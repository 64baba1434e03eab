import { apiPaths } from '#contract/paths.ts'
import { startCluster, type TestCluster } from '#tests/helpers/cluster.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { hasPostgres } from '#tests/helpers/postgres.ts'
import { aPost, smallContent } from '#tests/helpers/small-content.ts'
import { login } from './saving.ts'
import type { Figure, Scenario, Torture } from './scenario.ts'
import { CHEAP_SERVER } from './site.ts'

const POSTS = 1_000
const REPLICAS = 3
/** A share of the requested cycles: 100 saves of 1,000, one at a time. */
const SHARE = 0.1
/** Of each replica, at once. */
const BURST_PER_SECOND = 7
const BURST_MS = 20_000
const LIMIT_MS = 120_000

const fileOf = (id: string) => `posts/${id}.md`
const titleOf = (save: number) => `Save number ${save}.`

/** A cycle is one save on a replica that is awaited on another; then a burst on all. */
export const liveScenario: Scenario = {
  name: 'live',
  title: 'a save on one replica is live on the others; a burst on all arrives in order, and no replica starves',
  async run({ cycles, random, progress }: Torture) {
    if (!hasPostgres) return { figures: [], violations: ['PostgreSQL is not installed, which proves nothing'] }
    const ids = Array.from({ length: POSTS }, (_, index) => `post-${index}`)
    const posts = Object.fromEntries(ids.map((id) => [fileOf(id), aPost({ title: id, date: '2026-01-01' })]))
    const [file = '', ...words] = CHEAP_SERVER
    const options = { replicas: REPLICAS, files: { ...smallContent, ...posts }, proxy: false }
    const cluster = await startCluster({ ...options, server: [file, ...words] })
    try {
      const urls = cluster.replicas.map(({ url }) => url)
      const token = await login(urls[0] ?? '')
      const editor = createEditor(token)
      const times: number[] = []
      const saves = Math.ceil(cycles * SHARE)
      for (let save = 1; save <= saves; save++) {
        const at = random.below(REPLICAS)
        const id = ids[random.below(POSTS)] ?? ''
        const began = performance.now()
        await editor.save(urls[at] ?? '', id, save)
        const other = urls[(at + 1 + random.below(REPLICAS - 1)) % REPLICAS] ?? ''
        await eventually(() => isLive(other, id, save), Boolean)
        times.push(performance.now() - began)
        progress(`save ${save} of ${saves}`)
      }
      const burst = await burstOnAll(cluster, editor, ids, saves)
      return { figures: [...quantiles(times), ...burst.figures], violations: burst.violations }
    } finally {
      await cluster.close()
    }
  },
}

function createEditor(token: string) {
  return {
    /** Throws unless it is acknowledged. */
    async save(url: string, id: string, save: number): Promise<void> {
      const fields = { title: titleOf(save), summary: '<p>Short.</p>', content: 'Text.', format: 'md' }
      const form = new FormData()
      for (const [name, value] of Object.entries({ ...fields, category_id: 'production' })) form.set(name, value)
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetch(`${url}${apiPaths.post(id)}?_method=PUT`, { method: 'POST', headers, body: form })
      if (!answer.ok) throw new Error(`${id} was answered ${answer.status}: ${await answer.text()}`)
      await answer.body?.cancel()
    },
  }
}
type Editor = ReturnType<typeof createEditor>

const isLive = async (url: string, id: string, save: number) =>
  (await (await fetch(`${url}/blog/${id}`)).text()).includes(titleOf(save))

/** Each replica saves different posts. */
async function burstOnAll({ replicas, remote }: TestCluster, editor: Editor, ids: readonly string[], after: number) {
  const violations: string[] = []
  const acknowledged = replicas.map((): Save[] => [])
  const own = ids.length / replicas.length
  const began = performance.now()
  const working = replicas.map(async ({ url }, at) => {
    const pending: Promise<void>[] = []
    for (let n = 0; performance.now() - began < BURST_MS; n++) {
      const save = after + 1 + n * replicas.length + at
      const id = ids[Math.floor(at * own + (n % own))] ?? ''
      const sent = performance.now()
      pending.push(
        editor.save(url, id, save).then(
          () => void acknowledged[at]?.push({ number: save, sent, acknowledged: performance.now() }),
          (error) => void violations.push(String(error)),
        ),
      )
      await Bun.sleep(1_000 / BURST_PER_SECOND)
    }
    await Promise.all(pending)
  })
  await Promise.all(working)
  const ended = performance.now()
  const subjects = () => remote.git('log', '--topo-order', '--reverse', '--format=%s', 'main').split('\n')
  const pushed = () => subjects().flatMap((subject) => Number(/Save number (\d+)\./.exec(subject)?.[1] ?? []))
  const all = acknowledged.flat()
  const found = await eventually(pushed, (numbers) => all.every((save) => numbers.includes(save.number)), LIMIT_MS)
  for (const [at, saves] of acknowledged.entries()) {
    if (!isInOrder(saves, found)) violations.push(`saves of replica ${at + 1} are not in order`)
    if (saves.length === 0) violations.push(`replica ${at + 1} has saved nothing`)
  }
  const measured: Figure[] = [
    ['burst: saves acknowledged by each replica', acknowledged.map(({ length }) => length).join(', ')],
    ['burst: all pushed after its end', `${Math.round(performance.now() - ended)} ms`],
  ]
  return { figures: measured, violations }
}

type Save = { number: number; sent: number; acknowledged: number }

/** Whether each save comes after all that were acknowledged before it was sent. Others may have overtaken it on the way. */
function isInOrder(saves: readonly Save[], found: readonly number[]): boolean {
  const order = saves.toSorted((one, other) => found.indexOf(one.number) - found.indexOf(other.number))
  return order.every(({ sent }, index) => order.slice(index + 1).every((later) => later.acknowledged > sent))
}

function quantiles(times: readonly number[]): Figure[] {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => `${Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)} ms`
  return [
    ['saves, one at a time', times.length],
    ['sent to one → live on another, median', at(0.5)],
    ['sent to one → live on another, p95', at(0.95)],
  ]
}
