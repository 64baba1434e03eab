/** `bun run release VERSION`: checks, writes the version and its date, and makes a commit and a tag here. Nothing leaves the machine. */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand, usageOf } from '#server/cli/run-command.ts'
import { gitIn } from '#server/git/runner/run-git.ts'
import { OperatorError } from '#server/lib/errors.ts'

export const USAGE = usageOf({
  synopsis: `release VERSION
  Runs the tests, writes the version into package.json, Dockerfile and CHANGELOG.md, and makes a commit and a tag in this checkout.`,
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
}

/** Returns the notes of the release. Throws `OperatorError`, and `GitError`; then no file was changed. */
export async function release({ root, version, now, test }: ReleaseOptions): Promise<string> {
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

async function main(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [version, ...rest] = positionals
  if (version === undefined || rest.length > 0) throw new OperatorError(USAGE)
  const root = join(import.meta.dir, '../../..')
  const test = async () =>
    (await Bun.spawn(['bun', 'run', 'test'], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }).exited) === 0
  const notes = await release({ root, version, now: new Date(), test })
  console.log(`${notes}\n\nTagged v${version} on ${BRANCH}. To publish it: git push --follow-tags origin ${BRANCH}`)
  return 0
}

if (import.meta.main) await runCommand(USAGE, main)
