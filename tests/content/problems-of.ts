import { checkContent } from '#server/content/lint.ts'
import { asLines, contentDir, type Given } from './content-dir.ts'

/** The content issues of a folder with these files; the first word distinguishes errors and warnings. */
export async function problemsOf(files: Given, storageDir?: string) {
  const dir = await contentDir(files)
  const { problems } = await checkContent({ dir, storageDir })
  return asLines(dir, problems).map((line, at) => `${problems[at]?.severity} ${line}`)
}
