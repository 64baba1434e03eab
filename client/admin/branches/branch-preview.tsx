import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { QueryView } from '#client/admin/shared/data.tsx'
import { When } from '#client/admin/shared/when.tsx'
import { fetchBranchPages } from '#client/api/branches.ts'
import { TextLink } from '#client/ui/base/button.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import type { BranchPage, BranchPreview, ListedBranch } from '#contract/branches.ts'

type Props = { branch: ListedBranch; preview: BranchPreview }

/** The link to the site with a branch, and the pages that it changes, each with both versions. */
export function BranchPreviewPanel({ branch: { name, tip }, preview }: Props) {
  const pages = useQuery({
    queryKey: ['branch-pages', name, tip],
    queryFn: () => fetchBranchPages(name),
    placeholderData: keepPreviousData,
  })
  return (
    <Panel>
      <p role="status">
        <TextLink to={absolute(preview.after)} target="_blank" rel="noopener">
          Open the site with this branch
        </TextLink>{' '}
        Everyone with this link can open it until <When at={preview.until} />.
      </p>
      <QueryView query={pages} label="Loading changed pages...">
        {(found) => (
          <>
            <h3>Changed pages</h3>
            {found.pages.length === 0 && <p>None: it changes other files, such as images.</p>}
            {found.pages.map((page) => (
              <ChangedPage key={page.file} page={page} preview={preview} tip={tip} />
            ))}
            {found.others > 0 && found.pages.length > 0 && <p>{othersInWords(found.others)}</p>}
          </>
        )}
      </QueryView>
    </Panel>
  )
}

const othersInWords = (count: number) =>
  count === 1 ? 'One more file is no page, such as an image.' : `${count} more files are no pages, such as images.`

const absolute = (path: string) => new URL(path, location.origin).href

type PageProps = { page: BranchPage; preview: BranchPreview; tip: string }

/** Both are rendered once it is opened, and again once something new has been pushed. */
function ChangedPage({ page: { title, file, before, after }, preview, tip }: PageProps) {
  const [isOpen, setOpen] = useState(false)
  const toggled = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => setOpen(currentTarget.open)
  return (
    <details onToggle={toggled}>
      <summary>
        <bdi>{title}</bdi> <code>{file}</code>
      </summary>
      {isOpen && (
        <Sides key={tip}>
          <Side label="Before" title={title} base={preview.before} path={before} />
          <Side label="After" title={title} base={preview.after} path={after} />
        </Sides>
      )}
    </details>
  )
}

type SideProps = { label: 'Before' | 'After'; title: string; base: string; path: string | null }

function Side({ label, title, base, path }: SideProps) {
  const url = path === null ? undefined : absolute(base + path.slice(1))
  return (
    <figure>
      <figcaption>
        {label}
        {url !== undefined && (
          <TextLink to={url} target="_blank" rel="noopener" aria-label={`Open ${title} ${label.toLowerCase()}`}>
            Open
          </TextLink>
        )}
      </figcaption>
      {url === undefined ? (
        <p>Visitors have no such page.</p>
      ) : (
        <iframe
          title={`${title}, ${label.toLowerCase()}`}
          src={url}
          sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        />
      )}
    </figure>
  )
}

const s = createStyled('admin-branch-preview')
const Panel = s('div')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 10px;
  margin-top: 8px;
  padding-top: 14px;
  border-top: 1px solid var(--line);
  & > h3 { font-size: 1.0625rem; }
  & summary { min-height: 44px; align-content: center; cursor: pointer; }
  & summary > code { color: var(--text-2); font-size: var(--t-small); }
`
const Sides = s('div')`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 14px;
  margin-top: 10px;
  & > figure { display: grid; grid-template-rows: auto minmax(0, 1fr); gap: 6px; margin: 0; }
  & figcaption { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 10px; font-weight: 640; }
  & iframe { width: 100%; height: 70vh; min-height: 420px; border: 1px solid var(--line); border-radius: var(--r-md); background: var(--bg); }
  & p { color: var(--text-2); }
  ${media.narrow} { grid-template-columns: minmax(0, 1fr); }
`
