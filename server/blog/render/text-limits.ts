import { CONTENT_MAX_CHARACTERS } from '#contract/limits.ts'
import type { PostFormat } from '#contract/post-form.ts'
import { isDeeperThan } from './html-depth.ts'
import { isMarkdownDeeperThan } from './markdown-depth.ts'
import { UnrenderableContentError } from './unrenderable.ts'

const DEPTH_MAX = 100

/** Throws `UnrenderableContentError` for a text that would keep the sanitiser busy for seconds; found out in milliseconds. */
export function checkLimits(format: PostFormat, source: string): void {
  if (source.length > CONTENT_MAX_CHARACTERS) throw new UnrenderableContentError('This text is too long to be shown.')
  checkDepth(source)
  if (format === 'md' && isMarkdownDeeperThan(DEPTH_MAX, source)) throw tooDeep()
}

/** Throws `UnrenderableContentError` for HTML that the sanitiser must not see. */
export function checkDepth(html: string): void {
  if (isDeeperThan(DEPTH_MAX, html)) throw tooDeep()
}

const tooDeep = () => new UnrenderableContentError('This text is nested too deeply to be shown.')
