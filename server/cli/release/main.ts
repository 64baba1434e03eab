/** `bun run release VERSION`: checks, writes the version and its date, and makes a commit and a tag here. Nothing leaves the machine. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand, usageOf } from '#server/cli/run-command.ts'
import { gitIn } from '#server/git/runner/run-git.ts'
import { OperatorError } from '#server/lib/errors.ts'

export const USAGE = usageOf({
  synopsis: `release VERSION
  Runs the tests, writes the version into package.json, Dockerfile and CHANGELOG.md, stores what this version stores as a fixture
  for later ones, and makes a commit and a tag in this checkout. Needs PostgreSQL.`,
  example: 'bun run release 0.3.0',
  exitCodes: { 0: 'the tag is made', 1: 'nothing was changed, or wrong arguments' },
})

const SEMVER = /^(\d+)\.(\d+)\.(\d+)$/
const UNRELEASED = 'not yet released'
const BRANCH = 'main'

type ReleaseOptions = {
  /** Of the checkout. */
  root: string
  version: string
  now: Date
  /** The tests. Returns whether they passed. */
  test(): Promise<boolean>
  /** Writes what a site of this version stores into a folder, for the tests of later versions. Returns whether that succeeded. */
  writeState(folder: string): Promise<boolean>
}

/** Returns the notes of the release. Throws `OperatorError`, and `GitError`; then no file was changed. */
export async function release({ root, version, now, test, writeState }: ReleaseOptions): Promise<string> {
  const git = gitIn(root)
  const inRoot = (name: string) => Bun.file(join(root, name))
  const [manifest, changelog, dockerfile] = await Promise.all(
    ['package.json', 'CHANGELOG.md', 'Dockerfile'].map((name) => inRoot(name).text()),
  )
  const current: string = JSON.parse(manifest ?? '').version
  if (!isLater(version, current) && version !== current)
    throw new OperatorError(`${version} is no version after ${current}, like 1.2.3.`)
  const dated = withDate(changelog ?? '', version, now)
  if ((await git(['symbolic-ref', '--short', 'HEAD'])) !== BRANCH)
    throw new OperatorError(`Releases are made on ${BRANCH}: git switch ${BRANCH}`)
  if ((await git(['status', '--porcelain'])) !== '')
    throw new OperatorError('There are changes that are in no commit: git status')
  if ((await git(['tag', '--list', `v${version}`])) !== '')
    throw new OperatorError(`The tag v${version} is there already.`)
  if (!(await test())) throw new OperatorError('The tests do not pass.')
  await Promise.all([
    Bun.write(inRoot('package.json'), (manifest ?? '').replace(`"version": "${current}"`, `"version": "${version}"`)),
    Bun.write(inRoot('Dockerfile'), (dockerfile ?? '').replace(`ARG VERSION=${current} `, `ARG VERSION=${version} `)),
    Bun.write(inRoot('CHANGELOG.md'), dated),
  ])
  const notes = notesOf(dated, version)
  const state = `tests/fixtures/state-${version}`
  if (!(await writeState(state))) {
    await git(['checkout', '--quiet', '--', 'package.json', 'Dockerfile', 'CHANGELOG.md'])
    await rm(join(root, state), { recursive: true, force: true })
    throw new OperatorError('The state of this version could not be written: see above.')
  }
  // A rule may ignore folders of private files.
  await git(['add', '--force', '--', state])
  await git(['commit', '--quiet', '--all', '--message', `Release ${version}`])
  await git(['tag', '--annotate', `v${version}`, '--cleanup=verbatim', '--file=-'], {
    input: `Version ${version}\n\n${notes}\n`,
  })
  return notes
}

/** Whether the first version comes after the other one. */
export function isLater(version: string, other: string): boolean {
  const [one, two] = [SEMVER.exec(version), SEMVER.exec(other)].map((found) => found?.slice(1).map(Number))
  if (!one || !two) return false
  const at = one.findIndex((part, index) => part !== two[index])
  return at >= 0 && (one[at] ?? 0) > (two[at] ?? 0)
}

/** The changelog with the date of this version's section, which was not yet released. Throws `OperatorError`. */
export function withDate(changelog: string, version: string, now: Date): string {
  const heading = `## ${version}, ${UNRELEASED}`
  if (!changelog.includes(`${heading}\n`)) throw new OperatorError(`CHANGELOG.md has no section "${heading}".`)
  const dated = changelog.replace(heading, `## ${version}, ${now.toISOString().slice(0, 10)}`)
  if (!notesOf(dated, version).startsWith('-'))
    throw new OperatorError(`The section of ${version} in CHANGELOG.md lists nothing.`)
  return dated
}

/** What the section of a version says. */
export function notesOf(changelog: string, version: string): string {
  const section = changelog.split('\n## ').find((one) => one.replace(/^## /, '').startsWith(`${version},`)) ?? ''
  return section.slice(section.indexOf('\n') + 1).trim()
}

async function run(root: string, command: string[], env: Record<string, string> = {}): Promise<boolean> {
  const child = Bun.spawn(command, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return (await child.exited) === 0
}

async function main(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [version, ...rest] = positionals
  if (version === undefined || rest.length > 0) throw new OperatorError(USAGE)
  const root = join(import.meta.dir, '../../..')
  const write = ['bun', 'test', './tests/state/write-state.ts', '--timeout=120000']
  const notes = await release({
    root,
    version,
    now: new Date(),
    test: () => run(root, ['bun', 'run', 'test']),
    writeState: async (folder) =>
      (await run(root, write, { STATE: folder })) && run(root, write, { STATE: folder, TEST_STORE: 'postgres' }),
  })
  console.log(`${notes}\n\nTagged v${version} on ${BRANCH}. To publish it: git push --follow-tags origin ${BRANCH}`)
  return 0
}

if (import.meta.main) await runCommand(USAGE, main)
