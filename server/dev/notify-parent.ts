import type { Content } from '#server/content/content.ts'

/** Notifies a parent process (`bun run dev`) over IPC when pages show new content. Does nothing without one. */
export function notifyParentProcess(content: Pick<Content, 'onChange'>): void {
  if (process.send) content.onChange(() => void process.send?.('content changed'))
}
