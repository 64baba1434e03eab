import type { Content } from '#server/content/content.ts'

/** A parent process (`bun run dev`) is told over its channel each time that the pages show new content. Without one, nothing happens. */
export function notifyParentProcess(content: Pick<Content, 'onChange'>): void {
  if (process.send) content.onChange(() => void process.send?.('content changed'))
}
