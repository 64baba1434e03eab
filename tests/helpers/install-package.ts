const DOWNLOAD_LIMIT_MS = 4 * 60 * 1000

/** Installs the first of Debian's packages that there is. */
export async function installPackage(...names: string[]): Promise<void> {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  await attempt([...asRoot, 'apt-get', 'update', '-qq'])
  for (const name of names)
    if (await attempt([...asRoot, 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', name])) return
}

/** Whether the command exists and succeeds. */
export async function attempt(command: string[]): Promise<boolean> {
  try {
    const run = Bun.spawn(command, {
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'ignore',
      timeout: DOWNLOAD_LIMIT_MS,
    })
    return (await run.exited) === 0
  } catch {
    return false
  }
}
