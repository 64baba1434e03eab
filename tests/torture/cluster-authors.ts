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

type AuthorOptions = {
  id: string
  /** Any replica's. */
  anyUrl(): string
  token: string
  report(what: string): void
}

/** Saves one post again and again, each time as another round, through any replica. */
export function createAuthor({ id, anyUrl, token, report }: AuthorOptions) {
  const acknowledged: number[] = []
  let sent = 0
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
      const round = ++sent
      const url = `${anyUrl()}${apiPaths.post(id)}?_method=PUT`
      const headers = { authorization: `Bearer ${token}` }
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      try {
        const answer = await fetch(url, { method: 'POST', headers, body: form(round), keepalive: false, signal })
        if (answer.ok) acknowledged.push(round)
        else if (answer.status === 503) rejected++
        else report(`${id}, round ${round}, was answered ${answer.status}: ${await answer.text()}`)
        return answer.ok
      } catch (error) {
        if (signal.aborted) report(`${id}, round ${round}, was not answered: ${error}`)
        return false
      }
    },
    /** Every acknowledged round is a commit, and every replica has the last one, or a later one, as a whole. */
    check({ remote, replicas }: TestCluster): void {
      const subjects = new Set(remote.git('log', '--format=%s', 'main', '--', `content/${fileOf(id)}`).split('\n'))
      for (const round of acknowledged)
        if (!subjects.has(`post: update "${titleOf(round)}"`))
          report(`${id}, round ${round}, was acknowledged and is no commit`)
      for (const replica of replicas) {
        const text = readFileSync(join(replica.content, fileOf(id)), 'utf8')
        const { title } = decodeFields(text)
        const round = Number(/^Round (\d+)$/.exec(title)?.[1])
        const last = acknowledged.at(-1) ?? 0
        if (!(round >= last && round <= sent)) report(`${id} says ${title}, and ${last} was acknowledged`)
        if (bodyOf(text).trimEnd() !== bodyAt(round)) report(`${id} is not whole: ${title}`)
      }
    },
    acknowledged: () => acknowledged.length,
    rejected: () => rejected,
  }
}
