import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readRestore, rejectUnfinishedRestore } from '#server/storage/unfinished-restore.ts'
import { addAnything, everythingBelow } from '#tests/backup/any-tree.ts'
import { commitAll } from '#tests/git/checkout.ts'
import { seeded } from '#tests/helpers/seeded.ts'
import { smallContent } from '#tests/helpers/small-content.ts'
import type { Outcome, Scenario, Torture } from './scenario.ts'
import { smallDisk } from './small-disk.ts'

/** An interruption takes as long as this many of other scenarios. */
const CYCLES_PER_ROUND = 50
/** New sites after so many interruptions. */
const ROUNDS_PER_PAIR = 5
/** Twice what both sites and the archive take. */
const DISK_BYTES = 64 * 1024 * 1024
/** One interruption in three is a full disk. */
const FULL = 1 / 3
/** One in four checks the message of a started site, which takes a second. */
const STARTED = 1 / 4
const AGAIN = 1 / 2
/** From the beginning of a phase until the interruption. */
const DELAY_MAX_MS = 40
/** From the start of a command that finishes or undoes. */
const COMMAND_MAX_MS = 2_000
const COMMAND = ['bun', 'server/cli/backup/main.ts']

const counted = {
  interruptions: 0,
  'full disks': 0,
  'old site untouched': 0,
  'incomplete, start rejected': 0,
  '… finished': 0,
  '… undone': 0,
  '… of these, interrupted again': 0,
  complete: 0,
}
type Counts = typeof counted

/** `kill -9` and full disks during restores with `--replace`, of sites with any file names, half of them in git. */
export const restoresScenario: Scenario = {
  name: 'restores',
  title:
    'kill -9 and full disks during restores: the old site, or a start that is rejected until it is finished or undone',
  async run(torture): Promise<Outcome> {
    const counts = { ...counted }
    const violations: string[] = []
    const rounds = Math.max(1, Math.round(torture.cycles / CYCLES_PER_ROUND))
    const disk = await smallDisk(torture.folder, [], true, DISK_BYTES)
    const canFill = disk.kind.startsWith('a tmpfs')
    try {
      for (let round = 0; round < rounds; round += ROUNDS_PER_PAIR) {
        const folder = join(torture.folder, `${round}`)
        const pair = await createPair(folder, torture)
        for (let n = round; n < Math.min(rounds, round + ROUNDS_PER_PAIR); n++) {
          torture.progress(`interruption ${n + 1} of ${rounds}`)
          const found = await interrupt(pair, torture, counts, canFill)
          violations.push(...found.map((what) => `round ${n}: ${what}`))
        }
        await rm(folder, { recursive: true })
      }
    } finally {
      disk.release()
    }
    return { figures: Object.entries(counts), violations }
  },
}

/** An old site and the backup of a new one. */
async function createPair(folder: string, { random }: Torture) {
  const to = join(folder, 'site')
  const privateDir = join(to, 'storage/private')
  const archive = join(folder, 'new.tar.gz')
  const states: Record<string, object> = {}
  for (const name of ['old', 'new']) {
    const dir = join(folder, name)
    for (const [file, text] of Object.entries(smallContent))
      await Bun.write(join(dir, 'content', file), `${text}# ${name}\n`)
    const names = seeded(1 + random.below(1_000_000))
    addAnything(names, dir)
    if (random.chance(0.5)) {
      await commitAll(dir)
      addAnything(names, dir)
    }
    states[name] = everythingBelow(dir, () => name === 'old')
  }
  const env = { ...process.env, CONTENT_DIR: join(folder, 'new/content'), STORAGE_DIR: join(folder, 'new/storage') }
  const saved = Bun.spawnSync([...COMMAND, 'backup', `--to=${archive}`, '--allow-empty'], { env, stderr: 'pipe' })
  if (saved.exitCode === 1) throw new Error(`The backup failed: ${saved.stderr}`)
  const pair = {
    folder,
    to,
    privateDir,
    archive,
    restore: [...COMMAND, 'restore', archive, `--to=${to}`, '--replace'],
    places: { contentDir: join(to, 'content'), storageDir: join(to, 'storage'), privateDir },
    async reset(): Promise<void> {
      await rm(to, { recursive: true, force: true })
      // Named pipes as well.
      Bun.spawnSync(['cp', '-a', join(folder, 'old'), to])
    },
    state: () => everythingBelow(to, () => true),
    states,
  }
  await pair.reset()
  await run(pair.restore).exited
  // With the links that git has. `tests/backup/names.test.ts` compares it with its source.
  states.new = pair.state()
  return pair
}
type Pair = Awaited<ReturnType<typeof createPair>>

function run(command: readonly string[]) {
  const child = Bun.spawn([...command], { stdin: 'ignore', stdout: 'ignore', stderr: 'pipe', env: process.env })
  return { said: new Response(child.stderr).text(), exited: child.exited, kill: () => child.kill('SIGKILL') }
}

async function interrupt(pair: Pair, torture: Torture, counts: Counts, canFill: boolean): Promise<string[]> {
  const { random } = torture
  await pair.reset()
  counts.interruptions++
  const isFull = canFill && random.chance(FULL)
  const restore = run(pair.restore)
  await reached(pair, random.chance(0.5) ? 'replacing' : 'extracting', restore.exited)
  await Bun.sleep(random.below(DELAY_MAX_MS))
  if (isFull) {
    counts['full disks']++
    await fill(pair.folder)
  } else restore.kill()
  const [code, said] = await Promise.all([restore.exited, restore.said])
  await rm(join(pair.folder, 'filler'), { force: true })
  const violations = isFull && code === 1 && !/unchanged|--undo=/.test(said) ? [`a full disk says ${said}`] : []
  return [...violations, ...(await check(pair, torture, counts))]
}

/** Waits until a restore is in this phase, or ends. */
async function reached({ privateDir }: Pair, phase: string, exited: Promise<number>): Promise<void> {
  let hasEnded = false
  exited.then(() => {
    hasEnded = true
  })
  while (!hasEnded && (await readRestore(privateDir).catch(() => undefined))?.phase !== phase)
    await new Promise(setImmediate)
}

const fill = (folder: string) => writeFile(join(folder, 'filler'), Buffer.alloc(DISK_BYTES)).catch(() => {})

/** What must hold after an interruption. */
async function check(pair: Pair, torture: Torture, counts: Counts): Promise<string[]> {
  const { random } = torture
  const restore = await readRestore(pair.privateDir)
  const rejection = await rejectUnfinishedRestore(pair.places).then(
    () => undefined,
    (error) => String(error.message),
  )
  if (!restore) return rejection ? [`a start on a whole site is rejected: ${rejection}`] : whole(pair, counts)
  counts['incomplete, start rejected']++
  if (!rejection?.includes('bun run restore --undo=')) return [`a start on half a site is answered ${rejection}`]
  if (random.chance(STARTED)) {
    const { contentDir, storageDir } = pair.places
    const env = { PATH: process.env.PATH, PORT: '0', CONTENT_DIR: contentDir, STORAGE_DIR: storageDir }
    const started = Bun.spawnSync(['bun', 'server/main.ts'], { env, stdout: 'pipe', stderr: 'pipe' })
    if (started.exitCode !== 1 || !`${started.stderr}`.includes(rejection)) return [`a start says ${started.stderr}`]
  }
  const finishes =
    restore.phase === 'extracting' ? pair.restore : [...COMMAND, 'restore', `--finish=${pair.privateDir}`]
  const isFinished = random.chance(0.5)
  const command = isFinished ? finishes : [...COMMAND, 'restore', `--undo=${pair.privateDir}`]
  const again = run(command)
  if (random.chance(AGAIN)) {
    await Promise.race([again.exited, Bun.sleep(random.below(COMMAND_MAX_MS))])
    again.kill()
    await again.exited
    counts['… of these, interrupted again']++
    return check(pair, torture, counts)
  }
  if ((await again.exited) !== 0) return [`${command.join(' ')} says ${await again.said}`]
  counts[isFinished ? '… finished' : '… undone']++
  const expected = isFinished ? 'new' : 'old'
  return Bun.deepEquals(pair.state(), pair.states[expected]) ? [] : [`is not the ${expected} site`]
}

/** Without a journal, the site is the old or the new one; files left next to it have no meaning. */
async function whole(pair: Pair, counts: Counts): Promise<string[]> {
  const roots = [pair.to, ...Object.values(pair.places), join(pair.places.storageDir, 'public')]
  for (const root of roots) await rm(join(root, '.restoring'), { recursive: true, force: true })
  const state = pair.state()
  const name = Object.keys(pair.states).find((one) => Bun.deepEquals(state, pair.states[one]))
  if (!name) return ['is neither the old nor the new site, and a start is not rejected']
  counts[name === 'old' ? 'old site untouched' : 'complete']++
  return []
}
