import { describe, expect, test } from 'bun:test'
import type { EditorHost } from '#client/admin/visual-editor/commands/editor-host.ts'
import { matchingTools, slashMenu, slashMenuOf } from '#client/admin/visual-editor/tools/slash-menu-plugin.ts'
import { createTools } from '#client/admin/visual-editor/tools/tools.ts'
import { openState } from './editor-state.ts'

function openWithMenu(...texts: string[]) {
  const messages: string[] = []
  const host: EditorHost = {
    uploadImage: () => Promise.reject(new Error('Nothing is uploaded here.')),
    async chooseImage(request) {
      messages.push(`dialog: ${request?.title}`)
      return undefined
    },
    imageUrl: (src) => src,
    openDialog: ({ kind }) => messages.push(`dialog: ${kind}`),
    openSearch: () => {},
    textHistory: () => undefined,
    announce: (message) => messages.push(message),
    warn: () => {},
  }
  const tools = createTools(host).all
  const editor = openState(texts, [slashMenu(host, tools)])
  const names = () => {
    const state = editor.state()
    return slashMenuOf(state) && matchingTools(tools, state).map(({ label }) => label)
  }
  return { ...editor, messages, names }
}

describe('the slash menu', () => {
  test('offers commands at the beginning of a line and after a blank, not inside a word', () => {
    const { type, names } = openWithMenu('')
    type('and/or')
    expect(names()).toBeNull()
    type(' /')
    expect(names()?.length).toBeGreaterThan(15)
  })

  test('finds commands by their names first, then by other words', () => {
    const { type, names } = openWithMenu('')
    type('/note')
    expect(names()).toEqual(['Callout', 'Footnote'])
  })

  test.each([
    ['hr', 'Horizontal rule'],
    ['separator', 'Horizontal rule'],
    ['todo', 'Task list'],
    ['to do', 'Task list'],
    ['emoji', 'Emoji'],
    ['video', 'Embed'],
    ['embed', 'Embed'],
    ['toc', 'Contents'],
    ['html', 'HTML'],
    ['math', 'Formula'],
    ['toggle', 'Toggle'],
    ['details', 'Toggle'],
  ])('finds by /%s', (words, name) => {
    const { type, names } = openWithMenu('')
    type(`/${words}`)
    expect(names()?.[0]).toBe(name)
  })

  test('offers headings of sections first, because the title is the first-level heading', () => {
    const { type, names } = openWithMenu('')
    type('/')
    expect([names()?.slice(0, 2), names()?.slice(-1)]).toEqual([['Heading 2', 'Heading 3'], ['Heading 6']])
    type('head')
    expect(names()?.slice(0, 3)).toEqual(['Heading 2', 'Heading 3', 'Heading 1'])
  })

  test('runs the command that was chosen with the arrow keys, in place of what was typed', () => {
    const { type, press, lines } = openWithMenu('')
    type('/head')
    expect([press('ArrowDown'), press('Enter')]).toEqual([true, true])
    type('Bread')
    expect(lines()).toEqual(['heading("Bread")'])
  })

  test('opens a dialog where a command needs one', () => {
    const { type, press, messages } = openWithMenu('')
    type('/photo')
    press('Tab')
    expect(messages).toEqual(['dialog: Add an image'])
  })

  test('closes at Escape and keeps what was typed', () => {
    const { type, press, names, lines } = openWithMenu('')
    type('/table')
    expect(press('Escape')).toBe(true)
    expect(names()).toBeNull()
    expect(press('Enter')).toBe(false)
    expect(lines()).toEqual(['paragraph("/table")'])
  })

  test('offers no lists and headings in a table', () => {
    const { type, press, names } = openWithMenu('')
    type('/table')
    press('Enter')
    type('/')
    expect(names()).toEqual(
      ['Link', 'Image', 'Table', 'Horizontal rule', 'Footnote', 'Embed', 'Toggle', 'Emoji', 'HTML', 'Formula'].concat(
        'Contents',
      ),
    )
  })

  test('leaves keys to the text when no command matches, and when the cursor went elsewhere', () => {
    const { type, press, names, select } = openWithMenu('', 'Other line')
    type('/xyzzy')
    expect(press('Enter')).toBe(false)
    select(12)
    expect(names()).toBeNull()
  })
})
