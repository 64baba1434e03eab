import {
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { errorMessage } from '#client/admin/shared/errors.tsx'
import { openPreviewDocument, type PreviewDocument, type PreviewedPost } from '#client/admin/shared/preview-document.ts'
import { previewText } from '#client/api/writing.ts'
import { createStyled } from '#client/ui/base/styles.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import type { RenderedPreview } from '#contract/writing.ts'
import type { CursorLine } from './cursor-line.ts'
import { createPreviewRequests } from './preview-requests.ts'

type Props = {
  post: PreviewedPost
  /** The preview follows it. */
  cursor: CursorLine
  /** `undefined`: the preview works again. */
  onFailure: (message: string | undefined) => void
}

const widths = { Phone: 390, Desktop: 1280 } as const
const themes = { Dark: 'dark', Light: 'light' } as const
const NO_FRAME = 'The preview could not be opened. Save your text and reload this page.'

/** A post as the site shows it, in a frame: so that widths and themes are real. */
export default function PreviewPane({ post, cursor, onFailure }: Props) {
  const [width, setWidth] = useState<keyof typeof widths>(innerWidth < widths.Desktop / 2 ? 'Phone' : 'Desktop')
  const [theme, setTheme] = useState<keyof typeof themes>(isLight() ? 'Light' : 'Dark')
  const [page, setPage] = useState<PreviewDocument>()
  const rendered = useRenderedPreview(post, onFailure)
  const room = useScale(widths[width])

  function open({ currentTarget: { contentDocument } }: SyntheticEvent<HTMLIFrameElement>) {
    const opened = contentDocument ? openPreviewDocument(contentDocument) : undefined
    setPage(opened)
    if (!opened) onFailure(NO_FRAME)
  }

  useEffect(() => page?.setTheme(themes[theme]), [page, theme])
  useEffect(() => page?.setMenu(width === 'Phone'), [page, width])
  useEffect(() => page?.showPost(post, rendered?.minutes ?? 1), [page, post, rendered])
  useEffect(() => {
    if (rendered) page?.showTexts(rendered)
  }, [page, rendered])
  const line = useSyncExternalStore(cursor.subscribe, cursor.line)
  const isRendered = rendered !== undefined
  // Not after each rendering: while typing, the preview stays where the writer looks.
  useEffect(() => {
    if (isRendered && line !== undefined) page?.showLine(line)
  }, [page, isRendered, line])

  return (
    <Pane aria-label="Preview">
      <Choices>
        <Choice
          label="Width"
          names={Object.keys(widths) as (keyof typeof widths)[]}
          chosen={width}
          onChoose={setWidth}
        />
        <Choice
          label="Theme"
          names={Object.keys(themes) as (keyof typeof themes)[]}
          chosen={theme}
          onChoose={setTheme}
        />
      </Choices>
      <Room ref={room}>
        <iframe
          title="The post as visitors see it"
          src={adminPaths.previewFrame}
          sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
          onLoad={open}
        />
      </Room>
    </Pane>
  )
}

const isLight = () => document.documentElement.dataset.theme === 'light'

type ChoiceProps<Name> = { label: string; names: readonly Name[]; chosen: Name; onChoose: (name: Name) => void }

const Choice = <Name extends string>({ label, names, chosen, onChoose }: ChoiceProps<Name>) => (
  <fieldset aria-label={label}>
    {names.map((name) => (
      <button key={name} type="button" aria-pressed={name === chosen} onClick={() => onChoose(name)}>
        {name}
      </button>
    ))}
  </fieldset>
)

/** The newest preview of a text that is being typed. */
function useRenderedPreview(
  { format, content, summary, title: whole, id }: PreviewedPost,
  onFailure: Props['onFailure'],
) {
  // A heading that repeats the title is shown once.
  const title = /^\s*(?:#|<h1)/i.test(content) ? whole : ''
  const [rendered, setRendered] = useState<RenderedPreview>()
  const requests = useRef<ReturnType<typeof createPreviewRequests>>(undefined)
  const show = useEffectEvent((preview: RenderedPreview) => {
    setRendered(preview)
    onFailure(undefined)
  })
  const fail = useEffectEvent((error: unknown) => onFailure(errorMessage(error)))
  useEffect(() => {
    const created = createPreviewRequests({
      render: previewText,
      onRendered: (one) => show(one),
      onFailure: (one) => fail(one),
    })
    requests.current = created
    return created.stop
  }, [])
  useEffect(
    () =>
      requests.current?.request({ format, content, summary, ...(title && { title }), ...(id !== undefined && { id }) }),
    [format, content, summary, title, id],
  )
  return rendered
}

/** Scales a page of this width into the room that there is. Through the style object, which the security policy allows. */
function useScale(width: number) {
  const room = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = room.current
    if (!element) return
    const fit = () => {
      element.style.setProperty('--page', `${width}px`)
      element.style.setProperty('--scale', String(Math.min(1, element.clientWidth / width || 1)))
    }
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    fit()
    return () => observer.disconnect()
  }, [width])
  return room
}

const s = createStyled('preview-pane')
const Pane = s('section')`
  display: grid;
  gap: 12px;
  min-width: 0;
`
const Choices = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 10px 20px;
  & > fieldset { display: flex; }
  & button {
    min-height: 44px;
    padding: 0 16px;
    border: 1px solid var(--line-strong);
    background: none;
    color: var(--text-2);
    font-size: var(--t-small);
    cursor: pointer;
  }
  & button + button { border-left: 0; }
  & button:first-child { border-radius: var(--r-md) 0 0 var(--r-md); }
  & button:last-child { border-radius: 0 var(--r-md) var(--r-md) 0; }
  & button[aria-pressed='true'] { background: var(--primary-soft); color: var(--text); font-weight: 640; }
`
const Room = s('div')`
  display: flex;
  justify-content: center;
  height: clamp(420px, 78vh, 1000px);
  overflow: hidden;
  border: 1px solid var(--line);
  border-radius: var(--r-lg);
  background: var(--surface-2);
  & iframe {
    flex: none;
    width: var(--page);
    height: calc(100% / var(--scale));
    border: 0;
    transform: scale(var(--scale));
    transform-origin: top center;
  }
`
