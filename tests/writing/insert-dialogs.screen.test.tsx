import { describe, expect, test } from 'bun:test'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { InsertedKind } from '#client/admin/visual-editor/commands/editor-host.ts'
import EmojiDialog from '#client/admin/visual-editor/dialogs/emoji-dialog.tsx'
import InsertDialog from '#client/admin/visual-editor/dialogs/insert-dialog.tsx'
import type { BlockJson } from '#contract/document.ts'
import { renderHtml } from '#server/blog/render/render-worker.ts'
import { writeDocument } from '#server/text/document/documents.ts'
import { aParagraph } from './blocks.ts'
import { viewOf } from './pasting.ts'
import { openVisualState } from './visual-state.ts'

function openDialog(kind: InsertedKind, format: 'md' | 'html' = 'md') {
  const editor = openVisualState([aParagraph('')], format)
  const closed: true[] = []
  const given = { view: viewOf(editor), onClosed: () => closed.push(true) }
  render(kind === 'emoji' ? <EmojiDialog {...given} /> : <InsertDialog {...given} kind={kind} format={format} />)
  const stored = () => writeDocument('', format, editor.doc().toJSON().content as BlockJson[])
  return { user: userEvent.setup(), stored, closed }
}
const press = (name: string) => screen.getByRole('button', { name })

describe('what the slash menu inserts', () => {
  test.each([
    [
      'https://youtu.be/abcdefghijk?t=3',
      '<iframe src="https://www.youtube.com/embed/abcdefghijk" allowfullscreen></iframe>',
    ],
    ['vimeo.com/123456', '<iframe src="https://player.vimeo.com/video/123456" allowfullscreen></iframe>'],
    ['https://example.com/a', '<https://example.com/a>'],
  ])('as an embed of %s is the video, or a link', async (address, text) => {
    const { user, stored, closed } = openDialog('embed')
    await user.type(screen.getByLabelText('Address'), address)
    await user.click(press('Add embed'))
    await waitFor(() => expect(closed).toEqual([true]))
    expect(stored()).toBe(text)
  })

  test('needs an address for an embed, and a title for a toggle', async () => {
    const embed = openDialog('embed')
    await embed.user.type(screen.getByLabelText('Address'), 'no address')
    await embed.user.click(press('Add embed'))
    expect(screen.getByText(/Enter an address like/)).toBeTruthy()
    expect([embed.stored(), embed.closed]).toEqual(['', []])
  })

  test.each(['md', 'html'] as const)('as a toggle unfolds on the page of a post in %s', async (format) => {
    const { user, stored, closed } = openDialog('toggle', format)
    await user.click(press('Add toggle'))
    expect(screen.getByText('Enter what is shown before it is unfolded.')).toBeTruthy()
    await user.type(screen.getByLabelText('Title'), 'How <we> bake')
    await user.type(screen.getByLabelText('Text'), 'At four & five.\n\nThen we {{sleep}.')
    await user.click(press('Add toggle'))
    await waitFor(() => expect(closed).toEqual([true]))
    const html = renderHtml(format, stored()).replaceAll(/\s*\n\s*/g, '')
    expect(html).toBe(
      '<details><summary>How &lt;we&gt; bake</summary><p>At four &amp; five.</p><p>Then we {sleep}.</p></details>',
    )
  })

  test('as a formula or as HTML is source', async () => {
    const { user, stored, closed } = openDialog('formula')
    await user.type(screen.getByLabelText('TeX'), 'x^2')
    await user.click(press('Add formula'))
    await waitFor(() => expect(closed).toEqual([true]))
    expect(stored()).toBe('$$\nx^2\n$$')
    expect(renderHtml('md', stored())).toContain('<math')
  })

  test('as HTML is stored as it is', async () => {
    const { user, stored, closed } = openDialog('html')
    await user.type(screen.getByLabelText('HTML'), '<section>Hi</section>')
    await user.click(press('Add HTML'))
    await waitFor(() => expect(closed).toEqual([true]))
    expect(stored()).toBe('<section>Hi</section>')
  })

  test('as an emoji is found by its name', async () => {
    const { user, stored, closed } = openDialog('emoji')
    await user.type(screen.getByLabelText('Find by name'), 'bread')
    expect(screen.getAllByRole('button', { name: /bread/ }).length).toBe(1)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(closed).toEqual([true]))
    expect(stored()).toBe('🍞')
  })
})
