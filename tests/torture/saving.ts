import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import { bodyOf, decodeFields } from '#server/content/files/post-file.ts'
import { administrator } from '#tests/helpers/site.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { png } from '#tests/media/inputs.ts'
import type { Random } from './random.ts'

/** Long enough that a partial file is detected. */
const LINES = 2_000
/** The share of saves with an image. */
const WITH_PICTURE = 0.3
/** The maximum wait for a response. */
const TIMEOUT_MS = 60_000

const titleOf = (round: number) => `Round ${round}`
const bodyAt = (round: number) => `${titleOf(round)}\n`.repeat(LINES).trimEnd()
export const fileOf = (id: string) => `posts/${id}.md`
export const firstText = aPost({ title: titleOf(0), body: bodyAt(0) })

/** A token of the administrator. */
export async function login(url: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url + adminPaths.login, { method: 'POST', headers, body: JSON.stringify(administrator) })
  const { token }: { token: string } = await answer.json()
  return token
}

/** A client that saves one post repeatedly and knows the expected content of its file. `folder` contains content and storage. */
export function createSaver({ folder, id, random }: { folder: string; id: string; random: Random }) {
  const wrong: string[] = []
  let [sent, acknowledged] = [0, 0]

  function form(round: number): FormData {
    const form = new FormData()
    const fields = { title: titleOf(round), summary: '<p>In short.</p>', content: bodyAt(round), format: 'md' }
    for (const [name, value] of Object.entries({ ...fields, category_id: 'production' })) form.set(name, value)
    if (random.chance(WITH_PICTURE)) {
      const picture = png(500 + random.below(200), 300 + random.below(200))
      form.set('image', new File([new Uint8Array(picture)], 'photo.png', { type: 'image/png' }))
    }
    return form
  }

  /** `false`: the server is gone. */
  async function save(url: string, token: string): Promise<boolean> {
    const round = ++sent
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const headers = { authorization: `Bearer ${token}` }
    try {
      const address = `${url}${apiPaths.post(id)}?_method=PUT`
      const answer = await fetch(address, { method: 'POST', headers, body: form(round), keepalive: false, signal })
      if (answer.ok) acknowledged = round
      else wrong.push(`${id}, round ${round}, was answered ${answer.status}`)
      return true
    } catch (error) {
      if (signal.aborted) throw error
      return false
    }
  }

  /** Problems of the file and its image. Only while no client saves. */
  async function check(): Promise<string[]> {
    const text = await Bun.file(join(folder, 'content', fileOf(id))).text()
    const { title, image } = decodeFields(text)
    const round = Number(/^Round (\d+)$/.exec(title)?.[1])
    const found = wrong.splice(0)
    if (!(round >= acknowledged && round <= sent))
      found.push(`${id} says ${title}, and ${acknowledged} was acknowledged`)
    if (bodyOf(text).trimEnd() !== bodyAt(round)) found.push(`${id} is not whole: ${title}`)
    if (image && !(await isWhole(join(folder, 'storage/public', image)))) found.push(`${id} has no whole ${image}`)
    return found
  }

  return { save, check, title: () => titleIn(folder, id) }
}

const titleIn = async (folder: string, id: string) =>
  decodeFields(await Bun.file(join(folder, 'content', fileOf(id))).text()).title

const isWhole = (file: string) =>
  Bun.file(file)
    .bytes()
    .then((bytes) => new Bun.Image(bytes).png().bytes())
    .then(
      () => true,
      () => false,
    )
