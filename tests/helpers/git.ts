/** Runs git in a folder, as somebody. Gives what it says; throws what it complains about. */
export async function git(dir: string, ...words: string[]): Promise<string> {
  const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@site.example', '-c', 'init.defaultBranch=main']
  const child = Bun.spawn(['git', '-C', dir, ...who, ...words], { stdout: 'pipe', stderr: 'pipe' })
  const [said, wrong] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(`git ${words.join(' ')}: ${wrong}`)
  return said.trim()
}
