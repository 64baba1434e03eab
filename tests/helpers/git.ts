/** The error output of a failed git command. */
export class GitError extends Error {
  override name = 'GitError'
}
type Options = { env?: Record<string, string>; input?: string }

const INHERITED = /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|PREFIX)$/

/** Runs git as people do, in a folder of any owner. Throws `GitError`. */
export function gitIn(dir: string) {
  async function bytes(words: readonly string[], { env, input }: Options = {}): Promise<Uint8Array> {
    const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !INHERITED.test(name)))
    const child = Bun.spawn(['git', '-c', 'safe.directory=*', '-C', dir, ...words], {
      stdin: input === undefined ? 'ignore' : new Blob([input]),
      stdout: 'pipe',
      stderr: 'pipe',
      env: { ...own, LC_ALL: 'C', ...env },
    })
    const [said, wrong] = await Promise.all([new Response(child.stdout).bytes(), new Response(child.stderr).text()])
    if ((await child.exited) !== 0) throw new GitError(`git ${words.join(' ')}: ${wrong}`)
    return said
  }
  const text = async (words: readonly string[], options?: Options) =>
    new TextDecoder().decode(await bytes(words, options)).trimEnd()
  return Object.assign(text, { bytes })
}

/** Runs git in a folder as an author. Returns its output; throws its error output. */
export const git = (dir: string, ...words: string[]): Promise<string> =>
  gitIn(dir)(['-c', 'user.name=Ann', '-c', 'user.email=ann@site.example', '-c', 'init.defaultBranch=main', ...words])
