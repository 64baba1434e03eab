import { useCloseThenUnmount } from '#client/admin/shared/dialogs.tsx'
import { shownShortcut } from '#client/admin/shared/shortcuts.ts'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { Checkbox } from '#client/ui/form/checkbox.tsx'
import { Dialog } from '#client/ui/overlay/dialog.tsx'
import { HELP_KEY_OFF_KEY, useRemembered } from './remembered.ts'
import { shortcutGroups } from './shortcut-list.ts'

/** Short answers and all keyboard shortcuts. */
export default function HelpDialog({ onClosed }: { onClosed: () => void }) {
  const { open, close } = useCloseThenUnmount(onClosed)
  const [isKeyOff, setKeyOff] = useRemembered(HELP_KEY_OFF_KEY)
  return (
    <Dialog title="Help" open={open} onClose={close}>
      <Answers>
        {answers.map(({ question, answer }) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </Answers>
      <h3>Keyboard shortcuts</h3>
      {shortcutGroups.map(({ title, shortcuts }) => (
        <Table key={title}>
          <caption>{title}</caption>
          <tbody>
            {shortcuts.map(({ does, keys }) => (
              <tr key={does}>
                <th scope="row">{does}</th>
                <td>
                  {keys.map((key) => (
                    <kbd key={key}>{shownShortcut(key)}</kbd>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      ))}
      <Checkbox checked={!isKeyOff} onChange={({ target }) => setKeyOff(!target.checked)}>
        The key ? opens this help
      </Checkbox>
    </Dialog>
  )
}

const answers = [
  {
    question: 'How do I write a post?',
    answer:
      'Choose Write on the page Posts. A post needs only a title to be saved as a draft, which visitors can’t see. What you type is stored every few seconds, only for you.',
  },
  {
    question: 'How do I publish it?',
    answer:
      'Publish is at the top of the writing page. It first says what changes for visitors. A live post is changed with Update, and hidden with Unpublish.',
  },
  {
    question: 'What does Escape do in Create Post?',
    answer:
      'Nothing, so that no key loses a text: the dialogs Create Post and Edit Post close with their buttons. Cancel asks first if something is unsaved.',
  },
  {
    question: 'How do I publish it later?',
    answer:
      'Set a date in the future on the writing page: the post appears at that minute. An expiry date hides it again.',
  },
  {
    question: 'How do I undo a delete?',
    answer:
      'Choose Undo right after it, or Restore on the page Trash. History shows the earlier versions of a post. Both need the content to be in git.',
  },
  {
    question: 'Who can log in?',
    answer: 'The administrators on the page Account. Invite others there; the page Audit log shows who did what.',
  },
  {
    question: 'Where are the files?',
    answer:
      'Each post is a file in the folder posts of the content folder, and each save is a commit if that folder is in git. Images are in the storage folder, and on the page Media.',
  },
]

const s = createStyled('admin-help')
const Answers = s('dl')`
  display: grid;
  gap: 14px;
  margin-bottom: 28px;
  & dt { font-weight: 640; }
  & dd { margin: 2px 0 0; color: var(--text-2); }
`
const Table = s('table')`
  width: 100%;
  margin: 16px 0 24px;
  border-collapse: collapse;
  font-size: var(--t-small);
  & caption { padding-bottom: 6px; color: var(--text-2); font-weight: 640; text-align: left; }
  & tr { border-top: 1px solid var(--line); }
  & th { padding: 7px 12px 7px 0; font-weight: 400; text-align: left; }
  & td { text-align: right; white-space: nowrap; }
  & kbd {
    display: inline-block;
    margin-left: 6px;
    padding: 2px 8px;
    border-radius: var(--r-sm);
    background: var(--surface-3);
    font: 600 0.8125rem/1.5 var(--f-body);
  }
  ${media.phone} { & td { white-space: normal; } }
`
