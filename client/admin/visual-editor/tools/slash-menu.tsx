import type { EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { useEffect, useLayoutEffect } from 'react'
import { shownShortcut } from '#client/admin/shared/shortcuts.ts'
import { useOptions } from '#client/admin/shared/use-listbox.ts'
import type { EditorHost } from '#client/admin/visual-editor/commands/editor-host.ts'
import { Menu, Shortcut } from './slash-menu.styles.ts'
import { chooseTool, matchingTools, SLASH_MENU_ID, slashMenuOf } from './slash-menu-plugin.ts'
import { ToolIcon } from './tool-icons.tsx'
import type { Tool } from './tools.ts'

type SlashMenuProps = { view: EditorView; state: EditorState; tools: readonly Tool[]; host: EditorHost }

/** The commands that match what was typed after a slash. The text keeps the focus. */
export function SlashMenu({ view, state, tools, host }: SlashMenuProps) {
  const menu = slashMenuOf(state)
  const found = matchingTools(tools, state)
  const from = menu?.from
  const count = found.length
  const { list, listProps, optionProps } = useOptions<HTMLUListElement>({
    id: SLASH_MENU_ID,
    label: 'Insert',
    count,
    active: menu?.current ?? -1,
    onChoose(index) {
      const tool = found[index]
      if (tool) chooseTool(view, host, tool)
    },
  })

  useEffect(() => {
    if (from !== undefined) host.announce(countInWords(count))
  }, [from, count, host])
  useLayoutEffect(() => {
    if (from !== undefined && list.current) placeBelow(list.current, view.coordsAtPos(from))
  })

  if (!menu || count === 0) return null
  return (
    <Menu {...listProps} tabIndex={0}>
      {found.map((tool, index) => (
        <li key={tool.id} {...optionProps(index)}>
          {tool.icon && <ToolIcon name={tool.icon} />}
          <span>{tool.label}</span>
          {tool.keys && <Shortcut aria-hidden="true">{shownShortcut(tool.keys)}</Shortcut>}
        </li>
      ))}
    </Menu>
  )
}

function countInWords(count: number): string {
  if (count === 0) return 'No command found.'
  return count === 1 ? 'One command. Enter runs it.' : `${count} commands. Choose with the arrow keys.`
}

const MARGIN = 8

/** Below the slash; above it where the window ends. */
function placeBelow(list: HTMLElement, slash: { left: number; top: number; bottom: number }): void {
  const frame = list.offsetParent?.getBoundingClientRect() ?? { left: 0, top: 0, width: 0 }
  const { width, height } = list.getBoundingClientRect()
  const left = Math.max(MARGIN, Math.min(slash.left - frame.left, frame.width - width - MARGIN))
  const isAbove = slash.bottom + height > window.innerHeight && slash.top > height
  list.style.left = `${left}px`
  list.style.top = `${(isAbove ? slash.top - height - MARGIN : slash.bottom + MARGIN) - frame.top}px`
}
