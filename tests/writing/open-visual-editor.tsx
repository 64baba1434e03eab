import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import type { BodyEditorHandle, BodyEditorProps } from '#client/admin/shared/body-editor.ts'
import { DataProvider } from '#client/admin/shared/data.tsx'
import VisualEditor from '#client/admin/visual-editor/visual-editor.tsx'
import type { BlockJson } from '#contract/document.ts'
import { type Answers, answering } from '#tests/admin/answers.ts'
import { anUploadedImage } from './blocks.ts'

/** A server that reads every text as `blocks`, with `images` in the folder of the post, and writes `written` for every change. */
export const converting = (
  blocks: readonly BlockJson[],
  { written = 'Written.', images = {} }: { written?: string; images?: Record<string, string> } = {},
): Answers => ({
  'POST /api/writing/document': () => ({ body: { blocks, lines: blocks.map((_, index) => index * 2 + 1), images } }),
  'POST /api/writing/text': ({ json }) => ({
    body: { content: written, lines: Object(json).blocks.map((_: unknown, index: number) => index * 2 + 1) },
  }),
})

/** The visual editor on a text. `changes` and `failures` collect what it reports. */
export function openVisualEditor(answers: Answers, given: Partial<BodyEditorProps> = {}) {
  const server = answering(answers)
  const changes: string[] = []
  const failures: (string | undefined)[] = []
  const handle = createRef<BodyEditorHandle>()
  const props: BodyEditorProps = {
    format: 'md',
    content: 'The text.',
    onChange: (content) => changes.push(content),
    onFailure: (message) => failures.push(message),
    problems: [],
    folder: undefined,
    uploadImage: async () => anUploadedImage('/storage/posts/a.webp'),
    chooseImage: async () => undefined,
    findLinks: async () => [],
    findImages: async () => [],
    ref: handle,
    ...given,
  }
  render(
    <DataProvider>
      <VisualEditor {...props} />
    </DataProvider>,
  )
  return { ...server, user: userEvent.setup(), changes, failures, handle }
}

/** The text, when its toolbar is there, too. */
export async function textbox() {
  await screen.findByRole('toolbar', { name: 'Formatting' })
  return screen.getByRole('textbox', { name: 'Content' })
}
