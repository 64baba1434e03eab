import { readdir, readFile } from 'node:fs/promises'

/** User and system time that a process has used: what something costs, however busy the machine is. Linux only; NaN elsewhere. */
export async function cpuSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')).split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** What a process keeps in memory. Linux only; NaN elsewhere. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s*(\d+)/.exec(status)?.[1]) / 1024
}

/** How many files and connections a process has open. Linux only; 0 elsewhere. */
export const openFiles = async (pid: number): Promise<number> =>
  (await readdir(`/proc/${pid}/fd`).catch(() => [])).length
