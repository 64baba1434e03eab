import { useRef, useState } from 'react'
import { imageProblem } from '#client/admin/images/image-picker.tsx'
import { errorMessage } from '#client/admin/shared/errors.tsx'
import { addMedia } from '#client/api/media.ts'
import type { MediaItem } from '#contract/media.ts'

/** A file that is being sent, or why it was not stored. */
export type Upload = { id: number; name: string; share: number; problem?: string }

type Options = {
  onStored: (item: MediaItem) => void
  /** Nothing waits any more. `stored`: how many files were stored since that was so before. */
  onFinished: (stored: number) => void
}

/** Stores files in the media library, one after the other. Failed ones stay in the list until they are dismissed. */
export function useUploads({ onStored, onFinished }: Options) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const newest = useRef(0)
  const last = useRef<Promise<void>>(Promise.resolve())
  const counts = useRef({ waiting: 0, stored: 0 })

  const change = (id: number, changes: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...changes } : one)))
  const dismiss = (id: number) => setUploads((all) => all.filter((one) => one.id !== id))

  async function send(id: number, file: File): Promise<void> {
    try {
      const item = await addMedia(file, (share) => change(id, { share }))
      dismiss(id)
      counts.current.stored++
      onStored(item)
    } catch (error) {
      change(id, { problem: errorMessage(error) })
    }
    counts.current.waiting--
    const { waiting, stored } = counts.current
    if (waiting > 0 || stored === 0) return
    counts.current.stored = 0
    onFinished(stored)
  }

  function add(files: readonly File[]): void {
    for (const file of files) {
      const id = ++newest.current
      const problem = imageProblem(file)
      setUploads((all) => [...all, { id, name: file.name || 'Pasted image', share: 0, ...(problem && { problem }) }])
      if (problem) continue
      counts.current.waiting++
      last.current = last.current.then(() => send(id, file))
    }
  }

  return { uploads, add, dismiss }
}
