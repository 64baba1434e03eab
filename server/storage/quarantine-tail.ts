import type { LogDisk } from './log-disk.ts'

/** Copies what stands behind `from` bytes to `<path>.torn`, a line of its own, for somebody to look at. Throws what the disk throws. */
export async function setAside(path: string, from: number, disk: LogDisk): Promise<void> {
  const torn = await disk.open(`${path}.torn`)
  try {
    await torn.write(await Bun.file(path).slice(from).bytes())
    await torn.write(Buffer.from('\n'))
    await torn.sync()
  } finally {
    await torn.close()
  }
}
