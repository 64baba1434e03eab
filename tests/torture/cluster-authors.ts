import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiPaths } from '#contract/paths.ts'
import { bodyOf, decodeFields } from '#server/content/files/post-file.ts'
import type { TestCluster } from '#tests/helpers/cluster.ts'
import { aPost } from '#tests/helpers/small-content.ts'

/** Long enough that a partial file is detected. */
const LINES = 400
/** The maximum wait for a response. */
const TIMEOUT_MS = 30_000

const titleOf = (round: number) => `Round ${round}`
const bodyAt = (round: number) => `${titleOf(round)}\n`.repeat(LINES).trimEnd()
export const fileOf = (id: string) => `posts/${id}.md`
export const firstPost = aPost({ title: titleOf(0), body: bodyAt(0) })

type Round = { sentAt: number; acknowledgedAt?: number }
/** The rounds of one post, by their number less one, of all of its authors. */
export type Rounds = Round[]

type AuthorOptions = {
  id: string
  rounds: Rounds
  /** Any replica's. */
  anyUrl(): string
  token: string
  report(what: string): void
}

/** Saves one post again and again, each time as another round, through any replica. Others save the same post. */
export function createAuthor({ id, rounds, anyUrl, token, report }: AuthorOptions) {
  let acknowledged = 0
  let rejected = 0

  function form(round: number): FormData {
    const form = new FormData()
    const fields = { title: titleOf(round), summary: '<p>In short.</p>', content: bodyAt(round), format: 'md' }
    for (const [name, value] of Object.entries({ ...fields, category_id: 'production' })) form.set(name, value)
    return form
  }

  return {
    /** `false`: not accepted, or the replica is gone. */
    async save(): Promise<boolean> {
      const mine: Round = { sentAt: performance.now() }
      const round = rounds.push(mine)
      const url = `${anyUrl()}${apiPaths.post(id)}?_method=PUT`
      const headers = { authorization: `Bearer ${token}` }
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      try {
        const answer = await fetch(url, { method: 'POST', headers, body: form(round), keepalive: false, signal })
        if (answer.ok) {
          mine.acknowledgedAt = performance.now()
          acknowledged++
        } else if (answer.status === 503) rejected++
        else report(`${id}, round ${round}, was answered ${answer.status}: ${await answer.text()}`)
        return answer.ok
      } catch (error) {
        if (signal.aborted) report(`${id}, round ${round}, was not answered: ${error}`)
        return false
      }
    },
    /** Every acknowledged round is a commit, and every replica has one as a whole that no acknowledged one came after. */
    check({ remote, replicas }: TestCluster): void {
      const subjects = new Set(remote.git('log', '--format=%s', 'main', '--', `content/${fileOf(id)}`).split('\n'))
      for (const [at, { acknowledgedAt }] of rounds.entries()) {
        const round = at + 1
        if (acknowledgedAt !== undefined && !subjects.has(`post: update "${titleOf(round)}"`))
          report(`${id}, round ${round}, was acknowledged and is no commit`)
      }
      for (const replica of replicas) {
        const text = readFileSync(join(replica.content, fileOf(id)), 'utf8')
        const { title } = decodeFields(text)
        const round = Number(/^Round (\d+)$/.exec(title)?.[1])
        const { acknowledgedAt = Number.POSITIVE_INFINITY } = rounds[round - 1] ?? {}
        const later = rounds.findIndex((one) => one.acknowledgedAt !== undefined && one.sentAt > acknowledgedAt)
        if (later >= 0) report(`${id} says ${title}, and ${later + 1} was sent and acknowledged after that`)
        if (bodyOf(text).trimEnd() !== bodyAt(round)) report(`${id} is not whole: ${title}`)
      }
    },
    acknowledged: () => acknowledged,
    rejected: () => rejected,
  }
}
