import { $ } from 'bun'
import { serveEnvironment } from '#tests/helpers/serve-environment.ts'

/** A start loads about as much code as the sanitizer, and does its work besides. */
const START_MAX = 2.5
/** Below this, the machine is not worth measuring. */
const CHEAP_START_MS = 2_000

/**
 * What is wrong with a start that took this much CPU time, in milliseconds. CPU time itself differs by machine and by what runs
 * next to it, so an expensive start is compared with loading the sanitizer's library, on this machine at this moment.
 */
export async function costlyStart(cpuMs: number): Promise<string[]> {
  if (cpuMs <= CHEAP_START_MS) return []
  const sanitizerMs = await loadingTheSanitizer()
  if (cpuMs <= START_MAX * sanitizerMs) return []
  return [`a start took ${cpuMs} ms of the processor, and loading the sanitizer ${Math.round(sanitizerMs)} ms`]
}

async function loadingTheSanitizer(): Promise<number> {
  const code = `await import('isomorphic-dompurify'); const { user, system } = process.cpuUsage(); console.log((user + system) / 1000)`
  return Number(await $`bun -e ${code}`.env({ ...process.env, ...serveEnvironment }).text())
}
