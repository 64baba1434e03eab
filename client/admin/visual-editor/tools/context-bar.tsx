import type { Command, EditorState } from 'prosemirror-state'
import { NodeSelection } from 'prosemirror-state'
import * as tables from 'prosemirror-tables'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { enclosingBlock, setCalloutKind, setLanguage } from '#client/admin/visual-editor/commands/block-commands.ts'
import { replaceByChosenImage } from '#client/admin/visual-editor/commands/choose-image.ts'
import type { EditorHost } from '#client/admin/visual-editor/commands/editor-host.ts'
import { imageAt, removeNode, toggleCaption } from '#client/admin/visual-editor/commands/image-commands.ts'
import { linkAt, removeLink } from '#client/admin/visual-editor/commands/link-commands.ts'
import { calloutNames, schema } from '#client/admin/visual-editor/commands/schema.ts'
import { alignColumn, columnAlignment, isHeaderRow } from '#client/admin/visual-editor/commands/table-commands.ts'
import { calloutKinds } from '#contract/document.ts'
import type { PostFormat } from '#contract/post-form.ts'
import { withoutInvisible } from '#contract/trimmed.ts'
import { ContextRow, LanguageInput } from './context-bar.styles.ts'
import { useRovingFocus } from './roving-focus.ts'
import { BlockSelect, TextToolButton } from './toolbar.styles.ts'

type ContextBarProps = {
  state: EditorState
  format: PostFormat
  host: EditorHost
  perform: (command: Command) => void
  onLeave: () => void
}

/** Tools for what the cursor is in. Below the text, so that it does not move when they appear. */
export function ContextBar(props: ContextBarProps) {
  const { state } = props
  const { selection } = state
  const { code_block, callout, source_block, source_inline } = schema.nodes
  const selected = selection instanceof NodeSelection ? selection.node.type : undefined
  if (selected === source_block || selected === source_inline) return <SourceTools {...props} pos={selection.from} />
  const image = imageAt(state)
  if (image !== undefined) return <ImageTools {...props} pos={image} />
  if (linkAt(state)) return <LinkTools {...props} />
  if (tables.isInTable(state)) return <TableTools {...props} />
  if (enclosingBlock(state, code_block)) return <CodeTools {...props} />
  return enclosingBlock(state, callout) ? <CalloutTools {...props} /> : null
}

function Tools({ label, onLeave, children }: { label: string; onLeave: () => void; children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  const roving = useRovingFocus(bar)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onLeave()
    else roving.onKeyDown(event)
  }
  return (
    <ContextRow role="toolbar" aria-label={label} ref={bar} onKeyDown={onKeyDown} onFocus={roving.onFocus}>
      {children}
    </ContextRow>
  )
}

type TextToolProps = { onRun: () => void; pressed?: boolean; children: string }

function TextTool({ onRun, pressed, children }: TextToolProps) {
  return (
    <TextToolButton
      type="button"
      aria-pressed={pressed}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onRun}
    >
      {children}
    </TextToolButton>
  )
}

const rowsAndColumns: [string, Command][] = [
  ['Row above', tables.addRowBefore],
  ['Row below', tables.addRowAfter],
  ['Column left', tables.addColumnBefore],
  ['Column right', tables.addColumnAfter],
  ['Delete row', tables.deleteRow],
  ['Delete column', tables.deleteColumn],
]

function TableTools({ state, format, host, perform, onLeave }: ContextBarProps) {
  return (
    <Tools label="Table" onLeave={onLeave}>
      {rowsAndColumns.map(([label, command]) => (
        <TextTool
          key={label}
          onRun={() => {
            perform(command)
            host.announce(`${label}: done.`)
          }}
        >
          {label}
        </TextTool>
      ))}
      {/* In Markdown every table has one. */}
      {format === 'html' && (
        <TextTool pressed={isHeaderRow(state)} onRun={() => perform(tables.toggleHeader('row'))}>
          Header row
        </TextTool>
      )}
      <BlockSelect
        aria-label="Alignment of the column"
        value={columnAlignment(state) ?? ''}
        onChange={({ target }) => perform(alignColumn(target.value === '' ? null : target.value))}
      >
        <option value="">No alignment</option>
        <option value="left">Left</option>
        <option value="center">Center</option>
        <option value="right">Right</option>
      </BlockSelect>
      <TextTool
        onRun={() => {
          perform(tables.deleteTable)
          host.announce('Table deleted.')
        }}
      >
        Delete table
      </TextTool>
    </Tools>
  )
}

function CodeTools({ state, perform, onLeave }: ContextBarProps) {
  const block = enclosingBlock(state, schema.nodes.code_block)
  return (
    <Tools label="Code block" onLeave={onLeave}>
      <LanguageInput>
        Language
        <input
          key={block?.pos}
          defaultValue={block?.node.attrs.language}
          autoCapitalize="none"
          spellCheck={false}
          placeholder="none"
          onChange={({ target }) => perform(setLanguage(withoutInvisible(target.value)))}
        />
      </LanguageInput>
    </Tools>
  )
}

function CalloutTools({ state, perform, onLeave }: ContextBarProps) {
  const kind = enclosingBlock(state, schema.nodes.callout)?.node.attrs.kind
  return (
    <Tools label="Callout" onLeave={onLeave}>
      {calloutKinds.map((one) => (
        <TextTool key={one} pressed={one === kind} onRun={() => perform(setCalloutKind(one))}>
          {calloutNames[one] ?? one}
        </TextTool>
      ))}
    </Tools>
  )
}

function LinkTools({ host, perform, onLeave }: ContextBarProps) {
  return (
    <Tools label="Link" onLeave={onLeave}>
      <TextTool onRun={() => host.openDialog({ kind: 'link' })}>Edit link</TextTool>
      <TextTool onRun={() => perform(removeLink)}>Remove link</TextTool>
    </Tools>
  )
}

function SourceTools({ host, perform, onLeave, pos }: ContextBarProps & { pos: number }) {
  return (
    <Tools label="Source" onLeave={onLeave}>
      <TextTool onRun={() => host.openDialog({ kind: 'source', pos })}>Edit source</TextTool>
      <TextTool onRun={() => perform(removeNode(pos))}>Remove</TextTool>
    </Tools>
  )
}

function ImageTools({ state, host, perform, onLeave, pos }: ContextBarProps & { pos: number }) {
  const node = state.doc.nodeAt(pos)
  const hasCaption = node?.type === schema.nodes.figure
  return (
    <Tools label="Image" onLeave={onLeave}>
      <TextTool onRun={() => host.openDialog({ kind: 'image', pos })}>Description</TextTool>
      <TextTool pressed={hasCaption} onRun={() => perform(toggleCaption(pos))}>
        Caption
      </TextTool>
      <TextTool onRun={() => perform(replaceByChosenImage(host, node?.attrs.alt ?? ''))}>Replace</TextTool>
      <TextTool
        onRun={() => {
          perform(removeNode(pos))
          host.announce('Image removed.')
        }}
      >
        Remove
      </TextTool>
    </Tools>
  )
}
