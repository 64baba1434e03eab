import { mkdir } from 'node:fs/promises'

export const SMALL_DISK_BYTES = 1024 * 1024

export type SmallDisk = {
  /** A description for the report. */
  kind: string
  /** Environment variables for the server. */
  server: readonly string[]
  release(): void
}

/** A disk of 1 MB, or as many bytes, at this folder: mounted where that is allowed, otherwise simulated by the server's log disk. */
export async function smallDisk(
  folder: string,
  server: readonly string[],
  mount = true,
  bytes = SMALL_DISK_BYTES,
): Promise<SmallDisk> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (mount && run(['mount', '-t', 'tmpfs', '-o', `size=${bytes},mode=700`, 'tmpfs', folder])) {
    const release = () => void run(['umount', '-l', folder])
    process.prependOnceListener('exit', release)
    return {
      kind: 'a tmpfs of 1 MB',
      server,
      release() {
        process.off('exit', release)
        release()
      },
    }
  }
  return { kind: 'a stub of the log’s disk', server: [...server, `--disk=${bytes}`], release() {} }
}

function run(command: string[]): boolean {
  const [program = ''] = command
  return Bun.which(program) !== null && Bun.spawnSync(command, { stdout: 'ignore', stderr: 'ignore' }).success
}
