import type { Step } from '#contract/content.ts'

/** Where the commits of the dashboard can be fetched while they are not on the branch itself. */
const BRANCH = 'from-the-dashboard'

/**
 * How people merge what the site could not: in a clone of theirs, never in the checkout that is served, where half a merge
 * would be live. Once their merge is pushed, the site takes it over by itself. `follows` is `origin/main`.
 */
export function recoverySteps(root: string, follows: string, files: readonly string[]): Step[] {
  const remote = follows.slice(0, follows.indexOf('/'))
  const branch = follows.slice(remote.length + 1)
  return [
    { where: 'On the server', commands: [`git -C ${quoted(root)} push ${remote} HEAD:refs/heads/${BRANCH}`] },
    {
      where: 'In your own clone',
      commands: [
        `git fetch origin && git switch ${branch} && git merge --ff-only origin/${branch}`,
        `git merge origin/${BRANCH}`,
      ],
    },
    {
      where: 'There, once the marked lines are as they should be',
      commands: [
        `git add ${files.map(quoted).join(' ')} && git commit --no-edit`,
        `git push origin ${branch} && git push origin --delete ${BRANCH}`,
      ],
    },
  ]
}

/** How an operator takes over what the site does not: with a look at it first. */
export const mergeSteps = (root: string, follows: string): Step[] => [
  {
    where: 'On the server, to look at what is new',
    commands: [`git -C ${quoted(root)} diff --stat HEAD...${quoted(follows)}`],
  },
  { where: 'On the server, to merge it', commands: [`git -C ${quoted(root)} merge ${quoted(follows)}`] },
]

/** For a shell. */
const quoted = (path: string) => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`)
