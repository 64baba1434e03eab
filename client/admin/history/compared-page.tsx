import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { QueryView } from '#client/admin/shared/data.tsx'
import type { PreviewedPost } from '#client/admin/shared/preview-document.ts'
import { useAction } from '#client/admin/shared/use-action.ts'
import { mergeTexts, previewText } from '#client/api/writing.ts'
import { TextButton, TextLink } from '#client/ui/base/button.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { cutText } from '#contract/cut-text.ts'
import { pagePaths, storageUrl } from '#contract/paths.ts'
import type { EditablePost, PostImage } from '#contract/posts.ts'
import type { RenderedPreview } from '#contract/writing.ts'
import { type Change, compareHtml } from './compare-html.ts'
import { PostFrame } from './post-frame.tsx'
import { withPartPutBack } from './put-back.ts'
import { sanitized } from './sanitize-html.ts'

/** Changes the text that is being written, as a step that can be undone. `edit` returns the new text; `undefined` where it cannot. */
export type PutBack = (edit: (text: string) => Promise<string | undefined>) => Promise<boolean>

type Versions = { before: EditablePost | null; post: EditablePost }
type Props = Versions & { onPutBack: PutBack | undefined }

const requestOf = ({ id, title, source: { format, content, summary } }: EditablePost) => ({
  format,
  content,
  summary,
  title,
  id,
})
const pageOf = async (post: EditablePost): Promise<RenderedPreview> => sanitized(await previewText(requestOf(post)))
const NOTHING: RenderedPreview = { content: '', summary: '', minutes: 1, words: 0 }

/** The page of a version with its changes in color, and what they are called; or both pages beside each other. */
export function ComparedPage({ before, post, onPutBack }: Props) {
  const rendered = useQuery({
    queryKey: ['rendered-versions', before?.source, post.source],
    queryFn: () => Promise.all([before ? pageOf(before) : NOTHING, pageOf(post)]),
  })
  return (
    <QueryView query={rendered} label="Loading page...">
      {(both) => <Compared before={before} post={post} rendered={both} onPutBack={onPutBack} />}
    </QueryView>
  )
}

/** A version as visitors saw it. */
export function VersionPage({ post }: { post: EditablePost }) {
  const rendered = useQuery({
    queryKey: ['rendered-version', post.source],
    queryFn: () => pageOf(post),
  })
  return (
    <QueryView query={rendered} label="Loading page...">
      {(shown) => <PostFrame title="The post as visitors saw it" post={previewed(post, false)} rendered={shown} />}
    </QueryView>
  )
}

type ComparedProps = Props & { rendered: readonly [RenderedPreview, RenderedPreview] }

function Compared({ before, post, rendered: [old, now], onPutBack }: ComparedProps) {
  const [isBeside, setBeside] = useState(false)
  const [shown, setShown] = useState<{ change: number; count: number }>()
  const hasOtherPicture = before !== null && before.picture?.path !== post.picture?.path
  const { changes, ...html } = useMemo(
    () =>
      compareHtml(
        (hasOtherPicture ? figureOf(before.picture) : '') + old.content,
        (hasOtherPicture ? figureOf(post.picture) : '') + now.content,
      ),
    [before, post, old, now, hasOtherPicture],
  )
  const pages = useMemo(() => {
    const withContent = (of: RenderedPreview, content: string) => ({ ...of, content })
    return {
      inline: { post: previewed(post, hasOtherPicture), rendered: withContent(now, html.inline) },
      before: { post: previewed(before ?? post, hasOtherPicture), rendered: withContent(old, html.before) },
      after: { post: previewed(post, hasOtherPicture), rendered: withContent(now, html.after) },
    }
  }, [post, before, old, now, hasOtherPicture, html.inline, html.before, html.after])
  const show = (change: number) => setShown({ change, count: (shown?.count ?? 0) + 1 })
  return (
    <Whole>
      <Choice>
        <legend>Show changes</legend>
        <label>
          <input type="radio" name="compared-as" checked={!isBeside} onChange={() => setBeside(false)} /> In one page
        </label>
        <label>
          <input type="radio" name="compared-as" checked={isBeside} onChange={() => setBeside(true)} /> Side by side
        </label>
      </Choice>
      <Changes changes={changes} versions={{ before, post }} onShow={show} onPutBack={onPutBack} />
      {isBeside ? (
        <Sides>
          <figure>
            <figcaption>Before</figcaption>
            <PostFrame title="The page before" {...pages.before} shown={shown} />
          </figure>
          <figure>
            <figcaption>After</figcaption>
            <PostFrame title="The page after" {...pages.after} shown={shown} />
          </figure>
        </Sides>
      ) : (
        <PostFrame title="The page with its changes" {...pages.inline} shown={shown} />
      )}
    </Whole>
  )
}

/** A picture that changed is shown with the text, twice in one page. */
const previewed = ({ id, source, title, picture, category, tags, author, date }: EditablePost, hasOther: boolean) =>
  ({
    id,
    format: source.format,
    title,
    summary: '',
    content: '',
    image: hasOther ? null : picture?.path,
    image_alt: picture?.alt,
    image_caption: picture?.caption,
    image_focus: picture?.focus,
    category: category?.name,
    tags: tags.map(({ name }) => name),
    author: author ?? undefined,
    date,
  }) satisfies PreviewedPost

function figureOf(picture: PostImage | null): string {
  if (!picture) return ''
  const image = document.implementation.createHTMLDocument('').createElement('img')
  image.setAttribute('src', storageUrl(picture.path))
  image.setAttribute('alt', picture.alt)
  return `<figure>${image.outerHTML}</figure>`
}

const names = { added: 'Added', removed: 'Removed', changed: 'Changed' } as const
const WORDS_MAX_CHARACTERS = 70
const STALE = 'This part of your text has changed since. Copy it from the page below.'

type ChangesProps = {
  changes: readonly Change[]
  versions: Versions
  onShow: (change: number) => void
  onPutBack: PutBack | undefined
}

/** The changes by name: each leads to its place in the page, and can be put back. */
function Changes({ changes, versions: { before, post }, onShow, onPutBack }: ChangesProps) {
  const [problem, setProblem] = useState<string>()
  const { busy, failure, run, dismiss } = useAction(async (change: Change) => {
    const base = post.source.content
    const theirs = withPartPutBack(before?.source.content ?? '', base, change)
    if (theirs === undefined || !onPutBack) return
    const isDone = await onPutBack(async (mine) => (mine === base ? theirs : mergeTexts({ base, mine, theirs })))
    setProblem(isDone ? undefined : STALE)
  })
  if (changes.length === 0) return <p>Visitors see the same text.</p>
  const message = failure?.message ?? problem
  return (
    <>
      {message && <Alert onDismiss={() => (failure ? dismiss() : setProblem(undefined))}>{message}</Alert>}
      <List aria-label="Changes">
        {changes.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the changes of two versions are never added, removed or reordered
          <li key={index}>
            <span>
              <b>{names[change.kind]}</b> <bdi>{cutText(change.text, WORDS_MAX_CHARACTERS) || 'a picture'}</bdi>
            </span>
            <span>
              <TextButton aria-label={`Show change ${index + 1}`} onClick={() => onShow(index)}>
                Show
              </TextButton>
              {onPutBack && change.before && change.after && (
                <TextButton
                  aria-label={`Put back change ${index + 1}`}
                  aria-busy={busy || undefined}
                  onClick={() => run(change)}
                >
                  Put back
                </TextButton>
              )}
            </span>
          </li>
        ))}
      </List>
      {!onPutBack && (
        <p>
          <TextLink to={pagePaths.adminEdit(post.id)}>Open the post</TextLink> to put a part of an older version back:
          its history is there, too.
        </p>
      )}
    </>
  )
}

const s = createStyled('compared-page')
const Whole = s('div')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 14px;
`
const Choice = s('fieldset')`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 20px;
  margin: 0;
  padding: 0;
  border: 0;
  & > legend { float: left; padding: 0; margin-right: 20px; font-weight: 640; line-height: 44px; }
  & > label { display: inline-flex; align-items: center; gap: 8px; min-height: 44px; cursor: pointer; }
  & input { width: 20px; height: 20px; accent-color: var(--primary); }
`
const List = s('ol')`
  display: grid;
  max-height: 240px;
  overflow: auto;
  border-radius: var(--r-md);
  background: var(--bg);
  & > li {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 4px 16px;
    padding: 4px 14px;
    overflow-wrap: anywhere;
  }
  & > li + li { border-top: 1px solid var(--line); }
  & > li > span:last-child { display: flex; flex: none; gap: 0 14px; }
  & bdi { color: var(--text-2); }
`
const Sides = s('div')`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 14px;
  & > figure { display: grid; gap: 6px; margin: 0; }
  & figcaption { font-weight: 640; }
  ${media.narrow} { grid-template-columns: minmax(0, 1fr); }
`
