import { type KeyboardEvent, memo, useRef } from 'react'
import { ariaShortcut, shownShortcut } from '#client/admin/shared/shortcuts.ts'
import { useRovingFocus } from './roving-focus.ts'
import type { ToolbarStatus } from './status.ts'
import { ToolIcon } from './tool-icons.tsx'
import { Bar, BlockSelect, Group, ToolButton } from './toolbar.styles.ts'
import { blockTools, type Tool } from './tools.ts'

type ToolbarProps = {
  groups: readonly (readonly Tool[])[]
  status: ToolbarStatus
  run: (tool: Tool) => void
  /** Escape. */
  onLeave: () => void
}

export const Toolbar = memo(({ groups, status, run, onLeave }: ToolbarProps) => {
  const bar = useRef<HTMLDivElement>(null)
  const roving = useRovingFocus(bar)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onLeave()
    else roving.onKeyDown(event)
  }
  return (
    <Bar role="toolbar" aria-label="Formatting" ref={bar} onKeyDown={onKeyDown} onFocus={roving.onFocus}>
      <BlockTypes {...status} run={run} />
      {groups.map((tools) => (
        <Group key={tools[0]?.id}>
          {tools.map((tool) => (
            <Button key={tool.id} tool={tool} status={status} run={run} />
          ))}
        </Group>
      ))}
    </Bar>
  )
})

function Button({ tool, status, run }: { tool: Tool } & Pick<ToolbarProps, 'status' | 'run'>) {
  const { id, label, icon, keys, isActive } = tool
  const isDisabled = status.disabled.includes(id)
  return (
    <ToolButton
      type="button"
      aria-label={label}
      title={keys ? `${label} (${shownShortcut(keys)})` : label}
      aria-keyshortcuts={keys && ariaShortcut(keys)}
      aria-pressed={isActive && status.pressed.includes(id)}
      aria-disabled={isDisabled || undefined}
      // The text keeps the focus and its selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => !isDisabled && run(tool)}
    >
      {icon && <ToolIcon name={icon} />}
    </ToolButton>
  )
}

function BlockTypes({
  block,
  description,
  run,
}: Pick<ToolbarStatus, 'block' | 'description'> & Pick<ToolbarProps, 'run'>) {
  const choose = (id: string) => {
    const tool = blockTools.find((one) => one.id === id)
    if (tool) run(tool)
  }
  return (
    <BlockSelect
      aria-label="Block type"
      title={`Block type (${shownShortcut('Mod-Alt-0')} to ${shownShortcut('Mod-Alt-6')})`}
      value={block}
      onChange={({ target }) => choose(target.value)}
    >
      {block === '' && <option value="">{description}</option>}
      {blockTools.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </BlockSelect>
  )
}
