import { Head, Panel } from '#client/admin/shared/admin.styles.ts'
import { TextLink } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import type { PageFileCard, PageFiles } from '#contract/page-files.ts'

/** The content files that have forms, by what they are about. */
export const PageList = ({ groups }: PageFiles) => (
  <>
    <Intro>
      Texts, prices and facts of the site’s pages. A save is live at once, and asks for your password if you have not
      entered it within ten minutes.
    </Intro>
    <Groups>
      {groups.map(({ title, files }) => (
        <Group key={title} aria-label={title}>
          <Head>
            <h2>{title}</h2>
          </Head>
          {files.length === 0 ? (
            <p>None yet.</p>
          ) : (
            <ul>
              {files.map((file) => (
                <FileItem key={file.file} file={file} />
              ))}
            </ul>
          )}
        </Group>
      ))}
    </Groups>
  </>
)

function FileItem({ file: { file, title, isValid, isStored } }: { file: PageFileCard }) {
  const query = new URLSearchParams({ file })
  return (
    <li>
      <TextLink to={`${adminPaths.pagesPage}?${query}`}>{title}</TextLink>
      {isValid ? (
        <small>{isStored ? file : 'As shipped'}</small>
      ) : (
        <small>
          Invalid: <TextLink to={`${adminPaths.repairPage}?${query}`}>Repair</TextLink>
        </small>
      )}
    </li>
  )
}

const s = createStyled('admin-page-list')
const Intro = s('p')`
  max-width: 46em;
  margin-bottom: 24px;
  color: var(--text-2);
`
const Groups = s('div')`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 360px), 1fr));
  gap: 24px;
  align-items: start;
`
const Group = s(Panel)`
  && { margin: 0; }
  & li {
    display: flex;
    flex-wrap: wrap;
    gap: 0 16px;
    align-items: center;
    justify-content: space-between;
    min-height: 46px;
    border-top: 1px solid var(--line);
  }
  & small { color: var(--text-2); font-size: var(--t-small); overflow-wrap: anywhere; }
`
