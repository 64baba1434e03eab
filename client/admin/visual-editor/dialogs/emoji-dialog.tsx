import type { EditorView } from 'prosemirror-view'
import { useState } from 'react'
import { useCloseThenUnmount, useFirstFocus } from '#client/admin/shared/dialogs.tsx'
import { FormDialog } from '#client/admin/shared/form-dialog.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Field } from '#client/ui/form/field.tsx'
import { TextInput } from '#client/ui/form/inputs.tsx'

/** Emoji by name, of which the first word is the usual one. The keyboards of systems have all others. */
const EMOJI = `😀 smile happy, 😂 laugh tears, 😉 wink, 😍 love eyes, 🤔 thinking, 😎 cool sunglasses, 😴 sleep tired, 😢 cry sad,
😮 surprised, 🙄 eye roll, 😅 relieved sweat, 🤝 handshake deal, 👍 thumbs up yes, 👎 thumbs down no, 👏 applause clap, 🙏 thanks please,
👋 wave hello, 💪 strong muscle, 👉 point right, 👇 point down, ❤️ heart love, 🎉 party celebrate, 🎁 gift, 🏆 trophy winner, ⭐ star,
✨ sparkles new, 🔥 fire hot, 💡 idea light bulb, 🚀 rocket launch, ⚡ fast lightning, ✅ check done, ❌ cross wrong, ⚠️ warning attention,
ℹ️ information, ❓ question, ❗ exclamation, ➡️ arrow right, ⬅️ arrow left, ⬆️ arrow up, ⬇️ arrow down, 📌 pin, 📎 paperclip, 📅 calendar date,
⏰ alarm clock time, ⏳ hourglass wait, 📈 chart up growth, 📉 chart down, 💰 money, 💶 euro, 🧾 receipt invoice, 📦 package parcel, 🚚 truck delivery,
🚐 van, 🏭 factory, 🏪 shop store, 📍 location place, 🌍 world earth, ☀️ sun weather, 🌧️ rain, ❄️ snow cold, 🌱 plant seedling, 🍞 bread loaf,
🥐 croissant, 🥖 baguette, 🥨 pretzel, 🎂 cake birthday, 🧁 cupcake, 🧀 cheese, 🥛 milk, 🥚 egg, 🍎 apple fruit, 🍓 strawberry, 🍅 tomato, 🥕 carrot,
🍫 chocolate, 🍯 honey, 🌾 wheat grain rye, 🧂 salt, ☕ coffee, 🍺 beer, 🍷 wine, 💻 laptop computer, 📱 phone, 🖨️ printer, ✏️ pencil write,
📷 camera photo, 🎬 film video, 🔒 lock, 🔑 key, 🔧 wrench tool, ♻️ recycle, 🐛 bug, ☎️ telephone, ✉️ mail letter`

const all = EMOJI.split(',').map((entry) => {
  const [emoji = '', ...words] = entry.trim().split(' ')
  return { emoji, words: words.join(' ') }
})

/** Inserts an emoji at the cursor. Enter takes the first that is found. */
export default function EmojiDialog({ view, onClosed }: { view: EditorView; onClosed: () => void }) {
  const { open, close } = useCloseThenUnmount(onClosed)
  const [query, setQuery] = useState('')
  const field = useFirstFocus<HTMLInputElement>()
  const found = all.filter(({ words }) => words.includes(query.trim().toLowerCase()))
  const insert = (emoji: string | undefined) => {
    if (emoji === undefined) return
    view.dispatch(view.state.tr.insertText(emoji).scrollIntoView())
    close()
  }
  return (
    <FormDialog
      title="Add an emoji"
      submit="Add the first"
      onSubmit={() => insert(found[0]?.emoji)}
      disabled={found.length === 0}
      noValidate
      open={open}
      onClose={close}
    >
      <Field
        label="Find by name"
        hint={found.length === 0 ? 'None of this name. The keyboard of your system has more.' : undefined}
      >
        <TextInput
          ref={field}
          autoCapitalize="none"
          autoComplete="off"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
      </Field>
      <Grid role="group" aria-label="Emoji">
        {found.map(({ emoji, words }) => (
          <button key={emoji} type="button" aria-label={words} title={words} onClick={() => insert(emoji)}>
            {emoji}
          </button>
        ))}
      </Grid>
    </FormDialog>
  )
}

const s = createStyled('emoji-dialog')
const Grid = s('div')`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(44px, 1fr));
  max-height: 260px;
  overflow-y: auto;
  & > button {
    min-height: 44px;
    border: 0;
    border-radius: var(--r-md);
    background: none;
    font-size: 24px;
    cursor: pointer;
  }
  & > button:hover { background: var(--primary-soft); }
`
