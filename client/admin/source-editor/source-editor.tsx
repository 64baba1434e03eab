import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { uploadsOf } from '#client/admin/images/upload-queue.ts'
import type { BodyEditorHandle, BodyEditorProps } from '#client/admin/shared/body-editor.ts'
import { countsInWords } from '#client/admin/shared/word-count.ts'
import { VisuallyHidden } from '#client/ui/base/visually-hidden.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { countShownWords } from '#contract/shown-words.ts'
import { Footer, Frame, Hint, Mount } from './source-editor.styles.ts'
import type { SourceFormat } from './source-format.ts'
import { useSourceView } from './use-source-view.ts'

export type SourceEditorProps = Omit<BodyEditorProps, 'format' | 'ref'> & {
  format: SourceFormat
  /** By default, "Content" with the format. */
  label?: string
  /** Where the cursor is at first; counted from 1. */
  startAt?: { line: number; column: number } | undefined
  ref?: Ref<BodyEditorHandle>
}

/** Edits a text as it is in its file, with CodeMirror. */
export default function SourceEditor({ ref, ...props }: SourceEditorProps) {
  const [{ format, label, startAt }] = useState(props)
  const [warning, setWarning] = useState<string>()
  const [spoken, setSpoken] = useState({ message: '', count: 0 })
  const mount = useRef<HTMLDivElement>(null)
  const [messages] = useState(() => ({
    warn: setWarning,
    // Counted, so that the same message is announced again.
    announce: (message: string) => setSpoken(({ count }) => ({ message, count: count + 1 })),
  }))
  const { opened, text } = useSourceView(mount, { props, startAt, label: label ?? labels[format], messages })
  const view = opened?.view

  useImperativeHandle(ref, () => ({
    async flush() {
      if (!opened) return props.content
      // A text that is published must have its images.
      await uploadsOf(opened.view)
      return opened.flush()
    },
    text: async () => opened?.flush() ?? props.content,
    document: () => undefined,
    replace: async (content, from) => opened?.replace(content, from) ?? false,
    hasPending: () => opened?.hasPending() ?? false,
    focus: () => view?.focus(),
    position: () => opened?.position(),
    goTo: (line, column) => opened?.goTo(line, column),
  }))

  const becameReady = useEffectEvent(() => props.onReady?.())
  useEffect(() => {
    if (view) becameReady()
  }, [view])

  return (
    <Frame>
      {warning !== undefined && (
        <Alert tone="warning" onDismiss={() => setWarning(undefined)}>
          <p>{warning}</p>
        </Alert>
      )}
      <Mount ref={mount} />
      <Footer>
        {format !== 'plain' && <span>{countsInWords(countShownWords(format, text))}</span>}
        <Hint>Tab indents. To leave the text with Tab, press Escape first.</Hint>
      </Footer>
      <VisuallyHidden role="status">
        {spoken.message && <span key={spoken.count}>{spoken.message}</span>}
      </VisuallyHidden>
    </Frame>
  )
}

const labels: Record<SourceFormat, string> = {
  md: 'Content (Markdown)',
  html: 'Content (HTML)',
  plain: 'Content',
}
