import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { commitAll } from '#tests/git/checkout.ts'
import { gitIn } from '#tests/helpers/git.ts'
import { createSaver, fileOf, firstText, login } from './saving.ts'
import { type Scenario, spread, type Torture } from './scenario.ts'
import { CHEAP_SERVER, createSite, type Life } from './site.ts'

/** A share of the requested cycles: a kill during saves takes longer than one during sign-ups. */
const SHARE = 0.3
/** Each client saves its own post. */
const SAVERS = 4
/** A kill comes within this time of the first response, which waits for the renderer to start … */
const LIFE_MAX_MS = 400
/** … but one in ten does not wait for it. */
const EARLY = 0.1

/** A cycle is one `kill -9` on a site whose content is in git. */
export const savesScenario: Scenario = {
  name: 'saves',
  title: 'kill -9 during saves: every post is complete, old or new, with its image, and no temporary files remain',
  async run({ cycles, concurrency, random, folder, progress }: Torture) {
    const kills = Math.ceil(cycles * SHARE)
    const ids = Array.from({ length: Math.min(SAVERS, concurrency) }, (_, index) => `post-${index}`)
    const site = await createSite({ folder, server: CHEAP_SERVER })
    for (const id of ids) await Bun.write(join(folder, 'content', fileOf(id)), firstText)
    await commitAll(folder)
    const savers = ids.map((id) => createSaver({ folder, id, random }))
    const violations: string[] = []
    const starts: number[] = []
    let acknowledged = 0

    /** The server runs again, with everything in place. */
    async function revive(): Promise<{ life: Life; url: string }> {
      const life = site.begin()
      const { url, startMs } = await life.ready()
      starts.push(startMs)
      violations.push(...(await leftOver(folder)))
      for (const [index, saver] of savers.entries()) {
        const page = await fetch(`${url}/blog/${ids[index]}`)
        if (!(await page.text()).includes(await saver.title()))
          violations.push(`${ids[index]} is not what its file says`)
      }
      return { life, url }
    }

    for (let kill = 1; kill <= kills; kill++) {
      const { life, url } = await revive()
      const token = await login(url)
      if (!random.chance(EARLY) && (await savers[0]?.save(url, token))) acknowledged++
      const saving = savers.map(async (saver) => {
        while (await saver.save(url, token)) acknowledged++
      })
      await Bun.sleep(random.below(LIFE_MAX_MS))
      await life.kill()
      await Promise.all(saving)
      const found = await Promise.all(savers.map((saver) => saver.check()))
      violations.push(...found.flat().map((what) => `kill ${kill}: ${what}`))
      progress(`kill ${kill} of ${kills}, ${acknowledged} saves`)
    }
    const { life } = await revive()
    await life.stop()
    const git = gitIn(folder)
    await git(['fsck', '--strict', '--no-dangling']).catch((error) => violations.push(String(error)))
    const commits = Number(await git(['rev-list', '--count', 'HEAD'])) - 1
    if (commits < acknowledged) violations.push(`${acknowledged} saves are ${commits} commits`)
    const own = (await readdir(join(folder, '.git'))).filter((name) => name.startsWith('index.'))
    violations.push(...own.map((name) => `${name} was left`))
    if (acknowledged === 0) violations.push('no save was answered, which proves nothing')
    return {
      figures: [
        ['kills', kills],
        ['saves acknowledged', acknowledged],
        ['commits', commits],
        ...spread('start', starts),
      ],
      violations,
    }
  },
}

/** Temporary files that the start has not removed. */
async function leftOver(folder: string): Promise<string[]> {
  const shown = await Promise.all(['content', 'storage/public'].map((part) => namesBelow(join(folder, part))))
  return shown.flat().flatMap((name) => (name.endsWith('.tmp') ? [`${name} was left`] : []))
}

const namesBelow = (folder: string) => readdir(folder, { recursive: true }).catch((): string[] => [])
