import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Messages } from '#client/admin/images/upload-queue.ts'
import { createSourceView, type SourceProps, type SourceView } from './create-source-view.ts'
import { showProblems } from './problems.ts'

type Options = {
  props: SourceProps
  startAt: { line: number; column: number } | undefined
  label: string
  messages: Messages
}

/** Creates the editor in `mount` once. `text` is the newest one that was reported. */
export function useSourceView(mount: RefObject<HTMLElement | null>, { props, startAt, label, messages }: Options) {
  const [opened, setOpened] = useState<SourceView>()
  const [text, setText] = useState(props.content)
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    if (!mount.current) return
    const root = mount.current.shadowRoot ?? mount.current.attachShadow({ mode: 'open' })
    const source = createSourceView({
      root,
      label,
      messages,
      props: () => latest.current,
      onChange(content) {
        setText(content)
        latest.current.onChange(content)
      },
    })
    if (latest.current.position) source.goToPosition(latest.current.position)
    if (startAt) source.goTo(startAt.line, startAt.column)
    setOpened(source)
    return source.close
  }, [mount, startAt, label, messages])

  useEffect(() => {
    if (opened) showProblems(opened.view, props.problems)
  }, [opened, props.problems])

  return { opened, text }
}
