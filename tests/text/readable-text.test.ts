import { expect, test } from 'bun:test'
import { readableText } from '#server/text/scan/readable-text.ts'

test('returns one line for each block of HTML, as a reader sees it', () => {
  const html = `<h2 id="at-plan">Plan</h2>
<p>Bake <strong>two</strong>
loaves &amp; wait.<br>Then:</p>
<ul><li>Rye</li><li><p>Wheat</p></li></ul>
<table><tr><th>Flour</th><th>kg</th></tr><tr><td>Rye</td><td>2</td></tr></table>
<pre><code>if (hot) {
  bake()
}</code></pre>
<figure><img src="/a.webp" alt="A &lt;loaf&gt;"><figcaption>Warm</figcaption></figure><hr>`
  expect(readableText(html).split('\n')).toEqual([
    ...['Plan', 'Bake two loaves & wait.', 'Then:', '• Rye', '• Wheat', 'Flour | kg', 'Rye | 2'],
    ...['if (hot) {', '  bake()', '}', '[Image: A <loaf>]', 'Warm', ''],
  ])
})
