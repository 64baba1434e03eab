import { expect } from 'bun:test'

/** The commands of the documents that run without a Docker engine, as they are pasted. */
export const blocksOf = async (document: string): Promise<string[]> => {
  const text = await Bun.file(document).text()
  return [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block)
}
export async function blockWith(document: string, words: string): Promise<string> {
  const found = (await blocksOf(document)).filter((block) => block.includes(words))
  expect([document, words, found.length]).toEqual([document, words, 1])
  return found[0] ?? ''
}

/** Runs a pasted block; the first command that fails ends it. */
export async function paste(block: string, { cwd = '.', env = {}, input = '' } = {}) {
  const child = Bun.spawn(['bash', '-euo', 'pipefail', '-c', block], {
    cwd,
    env: { ...process.env, ...env },
    stdin: new Blob([input]),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, error] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { out, error, code: await child.exited }
}

/** The commands of a block, one a line, without their comments. */
export const commandsOf = (block: string): string[] =>
  block.split('\n').flatMap((line) => line.replace(/\s+# .*$/, '').trim() || [])
