import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { fileSize, shownName } from '#client/admin/images/media-thumb.tsx'
import { QueryView } from '#client/admin/shared/data.tsx'
import { useAction } from '#client/admin/shared/use-action.ts'
import { AdminPage } from '#client/admin/shell/admin-page.tsx'
import { describeImage, fetchImage, imagePageUrl } from '#client/api/media.ts'
import { formatDateTime } from '#client/lib/dates.ts'
import { Button, TextLink } from '#client/ui/base/button.tsx'
import { Link } from '#client/ui/base/link.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { Field } from '#client/ui/form/field.tsx'
import { TextArea, TextInput } from '#client/ui/form/inputs.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { useToast } from '#client/ui/overlay/toast.tsx'
import type { ImageUse, MediaImage, ReplacedMedia } from '#contract/media.ts'
import { pagePaths, storageUrl } from '#contract/paths.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'

/** /admin/media/image?path=posts/x.webp */
export default function ImagePage() {
  const [search] = useSearchParams()
  const path = search.get('path') ?? ''
  const image = useQuery({ queryKey: ['image', path], queryFn: () => fetchImage(path) })
  return (
    <AdminPage action={<TextLink to={pagePaths.adminMedia}>All images</TextLink>}>
      <QueryView query={image} label="Loading image...">
        {(shown) => <Shown key={shown.file} image={shown} />}
      </QueryView>
    </AdminPage>
  )
}

function Shown({ image }: { image: MediaImage }) {
  const [asked, setAsked] = useState<'replace' | 'delete'>()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const toast = useToast()
  const reload = () => queries.invalidateQueries({ queryKey: ['image'] })
  const { path, alt, uses } = image
  const closed = () => setAsked(undefined)

  function replaced({ item, posts }: ReplacedMedia) {
    toast(posts.length === 1 ? 'Image replaced in 1 post' : `Image replaced in ${posts.length} posts`)
    if (item.file === image.file) reload()
    else navigate(imagePageUrl(item))
  }

  return (
    <Columns>
      <Picture>{path ? <img src={storageUrl(path)} alt={alt} /> : <p>No page has shown this image yet.</p>}</Picture>
      <div>
        <h2 dir="auto">{shownName(image)}</h2>
        <Facts image={image} />
        <Actions>
          <Button small variant="outline" onClick={() => setAsked('replace')}>
            Replace everywhere
          </Button>
          <Button small variant="danger" onClick={() => setAsked('delete')}>
            Delete
          </Button>
        </Actions>
        <h3 id="uses">{uses.length === 0 ? 'Nothing uses this image' : 'Where it is used'}</h3>
        {uses.length > 0 && <Uses uses={uses} />}
        <DetailsForm image={image} onSaved={reload} />
      </div>
      {asked === 'replace' && <ReplaceDialog item={image} onReplaced={replaced} onClosed={closed} />}
      {asked === 'delete' && (
        <DeleteDialog
          item={image}
          onDeleted={() => navigate(pagePaths.adminMedia)}
          onStale={reload}
          onClosed={closed}
        />
      )}
    </Columns>
  )
}

function Facts({ image }: { image: MediaImage }) {
  const { file, width, height, bytes, added, added_by } = image
  const facts = [
    ...(width && height ? [['Size', `${width} × ${height} pixels`]] : []),
    ['File', fileSize(bytes)],
    ['Added', formatDateTime(added, 'local')],
    ...(added_by === null ? [] : [['By', added_by]]),
    ['Path', file],
  ]
  return (
    <List>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </List>
  )
}

const kinds: Readonly<Record<ImageUse['kind'], string>> = {
  featured: 'featured image of the post',
  text: 'in the text of the post',
  author: 'author',
  page: 'page',
  settings: 'settings',
  unsaved: 'not saved yet',
}

const Uses = ({ uses }: { uses: readonly ImageUse[] }) => (
  <UseList aria-labelledby="uses">
    {uses.map(({ kind, title, url }) => (
      <li key={`${kind} ${url} ${title}`}>
        {url === null ? <bdi>{title}</bdi> : <UseLink url={url} title={title} />} <span>{kinds[kind]}</span>
      </li>
    ))}
  </UseList>
)

/** A public page is another document. */
const UseLink = ({ url, title }: { url: string; title: string }) => (
  <Link to={url} dir="auto" reloadDocument={!url.startsWith('/admin/')}>
    {title}
  </Link>
)

function DetailsForm({ image, onSaved }: { image: MediaImage; onSaved: () => unknown }) {
  const toast = useToast()
  const { busy, failure, run, dismiss } = useAction(async (form: FormData) => {
    await describeImage({
      path: image.file,
      alt: String(form.get('alt')),
      caption: String(form.get('caption')),
    })
    toast('Description saved')
    await onSaved()
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    run(new FormData(event.currentTarget))
  }
  return (
    <Form method="post" noValidate onSubmit={submit} aria-label="Description and caption">
      {failure && (
        <Alert key={failure.attempt} focusOnMount onDismiss={dismiss}>
          {failure.message}
        </Alert>
      )}
      <p>Suggested where the image is used next. Posts that show it already keep what they say of it.</p>
      <Field
        label="Description"
        hint="What the picture shows, for readers who can’t see it."
        error={failure?.errors.alt?.message}
      >
        <TextArea name="alt" rows={3} defaultValue={image.alt} />
      </Field>
      <Field label="Caption" optional hint="Shown below the image." error={failure?.errors.caption?.message}>
        <TextInput name="caption" autoComplete="off" defaultValue={image.caption} />
      </Field>
      <Button type="submit" busy={busy ? 'Saving' : undefined}>
        Save description
      </Button>
    </Form>
  )
}

const s = createStyled('admin-image')
const Columns = s('div')`
  display: grid;
  grid-template-columns: minmax(0, 1.2fr) minmax(0, 1fr);
  gap: 32px;
  align-items: start;
  & h2 { font: 640 1.25rem / 1.35 var(--f-body); overflow-wrap: anywhere; }
  & h3 { margin-top: 24px; font-size: 1.0625rem; }
  ${media.compact} { grid-template-columns: minmax(0, 1fr); gap: 20px; }
`
const Picture = s('div')`
  padding: 14px;
  border-radius: var(--r-lg);
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
  & > img { width: 100%; height: auto; max-height: 70vh; border-radius: var(--r-md); object-fit: contain; }
`
const List = s('dl')`
  display: grid;
  gap: 6px;
  margin-top: 14px;
  & > div { display: grid; grid-template-columns: 70px minmax(0, 1fr); gap: 14px; }
  & dt { color: var(--text-2); }
  & dd { margin: 0; overflow-wrap: anywhere; }
`
const Actions = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 10px;
  margin-top: 18px;
`
const UseList = s('ul')`
  margin-top: 8px;
  & > li { padding-block: 4px; overflow-wrap: anywhere; }
  & a { color: var(--primary-ink); }
  & span { color: var(--text-2); font-size: var(--t-small); }
`
const Form = s('form')`
  display: grid;
  gap: 16px;
  justify-items: start;
  margin-top: 28px;
  padding-top: 20px;
  border-top: 1px solid var(--line);
  & > div { width: 100%; }
  & > p { color: var(--text-2); }
`
