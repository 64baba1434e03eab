import { join } from 'node:path'
import { OperatorError } from '#server/lib/errors.ts'

/** The files of the build, as URL paths. Every name contains the hash of the content. */
export type Manifest = {
  /** Changes when any file of the build changes. */
  buildId: string
  /** Text of the inline script in the head of every page, which loads the other scripts. */
  startScript: string
  /** The scripts of each page, entry first, by the page's source file: `client/blog/list-page.tsx`. */
  routes: Record<string, string[]>
  /** Fonts, icons and brand files, by their path in client/static: `fonts/besley.woff2`. */
  statics: Record<string, string>
  /** The SVG sprite of all illustrations, for client-side navigation: a rendered page contains those that it shows. */
  drawings: string
  /** The styles of both themes; a rendered page contains those that it uses. */
  themes: string
  /** The worker script that solves the captcha. */
  captcha: string
}

export const MANIFEST_FILE = 'manifest.json'

export class BuildMissingError extends OperatorError {}

/** Reads the manifest of a build. Throws `BuildMissingError` if there is none. */
export async function readManifest(dist: string): Promise<Manifest> {
  const file = Bun.file(join(dist, MANIFEST_FILE))
  if (!(await file.exists())) throw new BuildMissingError('The client is not built yet: run `bun run build` first.')
  return file.json()
}
