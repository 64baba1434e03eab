import { type Repository, readObjects } from '#server/git/runner/repository.ts'
import type { RecordedSave, ReleasedSave } from '#server/storage/shared-saves.ts'
import { containedSaves, MERGE_SUBJECT, SAVE_ID } from './merge-commits.ts'

const PLAIN_FILE = /^(?:100644|000000)$/
const trailer = (key: string) => `%(trailers:key=${key},valueonly,separator=%x2C)`
const FORMAT = ['%H', '%P', '%aI', '%an', '%ae', trailer(SAVE_ID), trailer('Content-Id'), trailer('Via'), '%s'].join(
  '%x00',
)

/**
 * The commits of the checkout that `upstream` lacks, as saves in their order. Saves that it has under another commit are left
 * out, and merges of the site, which add no changes. Commits made by hand are included. Throws `GitError`.
 */
export async function ownCommits(repository: Repository, upstream: string): Promise<ReleasedSave[]> {
  const { git } = repository
  const range = ['--reverse', '--first-parent', '--no-commit-header', `--format=${FORMAT}`, `${upstream}..HEAD`]
  const listed = (await git(['rev-list', ...range])).split('\n').filter(Boolean).map(toCommit)
  const ids = listed.flatMap(({ saveId }) => saveId || [])
  const known = new Set(await containedSaves(git, ids, upstream))
  const own = listed.filter(({ saveId, subject }) => !known.has(saveId) && subject !== MERGE_SUBJECT)
  const saves: ReleasedSave[] = []
  for (const one of own) {
    const changes = await changesOf(repository, one)
    if (changes.length === 0) continue
    const isPlain = changes.every(({ mode }) => PLAIN_FILE.test(mode))
    const files = changes.map(({ path, before, after }) => ({ path, before, after }))
    saves.push({
      save: toSave(one, files),
      ...(!isPlain && { problem: 'it changes links, submodules or executables' }),
    })
  }
  return saves
}

type Commit = ReturnType<typeof toCommit>

function toCommit(line: string) {
  const [commit = '', parents = '', at = '', name = '', email = '', saveId = '', contentId, via, subject = ''] =
    line.split('\0')
  return {
    commit,
    parent: parents.split(' ')[0],
    at: new Date(at).toISOString(),
    editor: { name, email },
    saveId,
    contentId,
    via,
    subject,
  }
}

/** A commit that was made by hand gets an id from its hash, which is the same after a crash. */
const toSave = ({ commit, at, editor, saveId, contentId, via, subject }: Commit, files: RecordedSave['files']) => ({
  id: saveId || commit.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5'),
  at,
  subject,
  contentId: contentId || undefined,
  via: via || undefined,
  editor,
  files,
})

/** What a commit changes, compared with its first parent. */
async function changesOf({ git }: Repository, { commit, parent }: Commit) {
  const sides = parent ? [parent, commit] : ['--root', '--no-commit-id', commit]
  const listed = await git(['diff-tree', '-r', '-z', '--no-renames', '--raw', ...sides])
  const changes = [...listed.matchAll(/:(\d+) (\d+) (\w+) (\w+) \w+\0([^\0]+)\0/g)]
  const blobs = await readObjects(
    git,
    changes.flatMap(([, , , before = '', after = '']) => [before, after]),
  )
  return changes.map(([, , mode = '', , , path = ''], at) => ({
    path,
    mode,
    before: blobs[2 * at]?.bytes ?? null,
    after: blobs[2 * at + 1]?.bytes ?? null,
  }))
}
