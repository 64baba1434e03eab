import { buildSnapshot } from './build-snapshot.ts'
import { createContentFolder } from './content-folder.ts'
import { ContentUnusable } from './content-unusable.ts'
import { type Files, readAll } from './files.ts'
import { type Problem, problemLine } from './problem.ts'

/** `bun run content:check`: what the server would say about the content folder, without starting it or writing anything. */
export async function checkContent(dir: string): Promise<{ lines: string[]; errors: number }> {
  const files = await readAll(dir, createContentFolder(dir))
  const problems = problemsIn(dir, files)
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const warnings = problems.length - errors
  const total = `${count(files.size, 'file')}, ${count(errors, 'error')}, ${count(warnings, 'warning')}`
  return { lines: [...problems.map(problemLine), total], errors }
}

function problemsIn(dir: string, files: Files): readonly Problem[] {
  try {
    return buildSnapshot(dir, files).problems
  } catch (error) {
    if (error instanceof ContentUnusable) return [...files.values()].flatMap(({ problems }) => problems)
    throw error
  }
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

if (import.meta.main) {
  const { lines, errors } = await checkContent(process.env.CONTENT_DIR ?? 'content')
  console.log(lines.join('\n'))
  process.exitCode = errors > 0 ? 1 : 0
}
