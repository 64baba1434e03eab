import { describe, expect, test } from 'bun:test'
import { renderHtml } from '#server/blog/render/render-worker.ts'

const md = (...lines: string[]) => renderHtml('md', lines.join('\n'))
const linksIn = (html: string) => [...html.matchAll(/ href="([^"]*)"/g)].map(([, to]) => to)
const video = (url: string) =>
  `<div data-embed="video"><a href="${url}" rel="noopener noreferrer"><strong>Watch the video</strong><small>Video on`

describe('a shortcode', () => {
  test.each([
    [
      'figure',
      '{{< figure src="/a.webp" alt="x" caption="By *me*" >}}',
      '<figcaption>By <em>me</em></figcaption></figure>',
    ],
    [
      'a callout with Markdown',
      '{{% notice tip "Hot" %}}\nMind *it*.\n{{% /notice %}}',
      'data-callout="tip" role="note">\n<p><strong>Hot</strong></p>\n<p>Mind <em>it</em>.</p>',
    ],
    [
      'code of Hugo',
      '{{< highlight go "linenos=table" >}}\nreturn\n{{< /highlight >}}',
      '<pre><code><span class="tok-keyword">return</span>\n</code></pre>',
    ],
    [
      'code of Jekyll',
      '{% highlight js %}\nreturn {{ x }}\n{% endhighlight %}',
      '<span class="tok-keyword">return</span> {{ x }}',
    ],
    [
      'something to unfold',
      '{{< details "More" >}}\n*x*\n{{< /details >}}',
      '<summary>More</summary>\n<p><em>x</em></p>',
    ],
    ['a quote of Zola', '{% quote(author="Ann") %}\nx\n{% end %}', '<blockquote>\n<p>x</p>\n<p>Ann</p>'],
    ['a video of Hugo', '{{< youtube a-b_c1 >}}', video('https://www.youtube.com/watch?v=a-b_c1')],
    ['a video of Zola', '{{ youtube(id="a-b_c1") }}', video('https://www.youtube.com/watch?v=a-b_c1')],
    ['a video inside a list', '- a\n\n  {{< vimeo 123 >}}', video('https://vimeo.com/123')],
    [
      'a video that Jekyll includes',
      '{% include video/youtube.html id="a-b" %}',
      video('https://www.youtube.com/watch?v=a-b'),
    ],
    [
      'a figure that Jekyll includes',
      '{% include figure.liquid path="/a.webp" caption="By *me*" %}',
      '<figcaption>By <em>me</em></figcaption></figure>',
    ],
    ['a post of a network', '{{< x user="ann" id="1" >}}', 'href="https://x.com/ann/status/1"'],
    ['raw text', '{% raw %}{{< youtube x >}} {{ y }}{% endraw %}', '{{&lt; youtube x &gt;}} {{ y }}'],
    ['an escaped shortcode', '{{</* ref "x" */>}}', '{{&lt; ref "x" &gt;}}'],
  ])('for %s is rendered', (_, source, html) => expect(md(source)).toContain(html))

  test('that is not known is shown as code, and what is between its tags is Markdown', () => {
    expect(md('a', '{{< box a_b_c >}}', '*x*', '{{< /box >}}')).toBe(
      '<p>a</p>\n<pre><code>{{&lt; box a_b_c &gt;}}</code></pre>\n<p><em>x</em></p>\n<pre><code>{{&lt; /box &gt;}}</code></pre>\n',
    )
    expect(md('{% include a_b_c.html x="*y*" %} {{ page.title }}')).toBe(
      '<p><code>{% include a_b_c.html x="*y*" %}</code> <code>{{ page.title }}</code></p>\n',
    )
    expect(md('{{< notice tip >}}', 'no end')).toContain('<code>{{&lt; notice tip &gt;}}')
  })

  test.each([
    ['{{< vimeo_simple 123 >}}', 'https://vimeo.com/123'],
    ['{{< bilibili BV1 >}}', 'https://www.bilibili.com/video/BV1'],
    ['{% lite-youtube id="a-b" /%}', 'https://www.youtube.com/watch?v=a-b'],
    ['{% tweet url="https://x.com/ann/status/1" /%}', 'https://x.com/ann/status/1'],
    ['{% githubgist id="ann/1" /%}', 'https://gist.github.com/ann/1'],
    ['{{< soundcloud-track url="https://soundcloud.com/a" >}}', 'https://soundcloud.com/a'],
    ['{{< github repo="ann/shop" >}}', 'https://github.com/ann/shop'],
    ['::github{repo="ann/shop"}', 'https://github.com/ann/shop'],
    ['::github{user=ann}', 'https://github.com/ann'],
    ['::youtube[A film]{#a-b}', 'https://www.youtube.com/watch?v=a-b'],
    ['::vimeo{id="123"}', 'https://vimeo.com/123'],
  ])('that names a provider is a link to its page: %s', (source, to) => expect(linksIn(md(source))).toEqual([to]))

  test('that is a directive stays as it is typed where it names no provider, or is part of a text', () => {
    for (const source of ['::box{id="1"}', '::github', '::github{repo="a/b"} and more', 'std::github{repo="a/b"}'])
      expect(md(source)).toStartWith('<p>')
  })

  test('that names a provider without saying what it shows is shown as code', () => {
    for (const source of [
      '{{< youtube >}}',
      '{{< codepen abc >}}',
      '{{< register x >}}',
      '{% include vimeo.html id=page.x %}',
    ])
      expect(md(source)).toStartWith('<pre><code>{')
  })

  test('for tabs shows all of them, with their titles', () => {
    const tabs = md(
      '{{< tabs >}}',
      '{{< tab name="A" >}}',
      '*x*',
      '{{< /tab >}}',
      '{{< tab "B" >}}y{{< /tab >}}',
      '{{< /tabs >}}',
    )
    expect(tabs.replace(/\n+/g, '')).toBe('<p><strong>A</strong></p><p><em>x</em></p><p><strong>B</strong></p><p>y</p>')
  })

  test('that only sets a variable is not shown', () => {
    expect(md('{% assign x = "1|2"', '| split: "|" %}', '', '{% capture y %}z{% endcapture %}a').trim()).toBe(
      '<p>a</p>',
    )
  })

  test('that the post defines itself is what it contains', () => {
    expect(md('{{< css.inline >}}', '<style>p{}</style>', '', '*x*', '{{< /css.inline >}}').trim()).toBe(
      '<p><em>x</em></p>',
    )
  })

  test('of Markdoc ends with a slash', () => {
    expect(md('{% callout type="tip" %}', 'x', '{% /callout %}')).toContain('<div data-callout="tip"')
  })

  test('stays in code', () => {
    for (const code of ['`{{< youtube x >}} {% link x %}`', '```\n{{< youtube x >}}\n{% link x %}\n```'])
      expect(md(code)).not.toContain('href')
    expect(renderHtml('html', '<pre>{{< youtube x >}}</pre>{{< youtube x >}}').match(/href/g)).toHaveLength(1)
  })

  test('can neither close an attribute nor name a script', () => {
    const html = md(
      '{{< figure src="x\'><img src=x onerror=boom()>" link="javascript:boom()" >}}',
      '',
      '{{< embed "javascript:boom()" >}}',
    )
    expect(html).not.toMatch(/<img src=x|href="javascript/)
    const links = md('[x]({{< ref "x\\"onclick=boom() " >}}) [y]({% link javascript:boom() %})')
    expect(linksIn(links)).toEqual(['/posts/x%5C', '/posts/javascript:boom()'])
  })
})

test('comments are not shown', () => {
  expect(md('a {% comment %} b', '{{ c }} {% endcomment %}d <!--more--> {{/* e */}}')).toMatch(/^<p>a\s+d\s+<\/p>\n$/)
})

describe('a link to a post by its file', () => {
  test.each([
    ['[x]({{< ref "posts/bread.md#jars" >}})', '/posts/bread#jars'],
    ['[x]({{< relref "/blog/2020/bread/index.md" >}})', '/posts/2020/bread'],
    ['[x]({% post_url 2020-01-02-bread %})', '/posts/2020-01-02-bread'],
    ['[x]({{ site.baseurl }}{% link _posts/2020-01-02-bread.md %})', '/posts/2020-01-02-bread'],
    ['[x]({% link assets/prices.pdf %})', '/assets/prices.pdf'],
    ['[x](@/blog/bread.md#jars)', '/posts/bread#jars'],
    ['[x]({{ "/2020/bread/" | relative_url }})', '/2020/bread/'],
    ['[x]({{ site.url }}/about/)', '/about/'],
  ])('%s leads to its former URL', (source, to) => expect(linksIn(md(source))).toEqual([to]))
})

describe('what another site would show', () => {
  test.each([
    [
      '<iframe src="https://www.youtube-nocookie.com/embed/abc?start=5" title="Rye"></iframe>',
      'https://www.youtube.com/watch?v=abc',
    ],
    ['<iframe src="//player.vimeo.com/video/123"></iframe>', 'https://vimeo.com/123'],
    ['<iframe data-src="https://maps.example/x"></iframe>', 'https://maps.example/x'],
    ['<video controls><source src="https://a.example/b.mp4"><source src="c.webm"></video>', 'https://a.example/b.mp4'],
  ])('is a link in its place: %s', (source, to) => {
    for (const format of ['md', 'html'] as const) expect(linksIn(renderHtml(format, source))).toEqual([to])
  })

  test('vanishes if it is no page', () => {
    expect(renderHtml('html', 'a<iframe src="javascript:x"></iframe><iframe srcdoc="<b>x"></iframe>b')).toBe('ab')
  })
})

test('an image that a script would load is shown without one', () => {
  const shown = '<img src="/a.webp" alt="x" loading="lazy" decoding="async">'
  const lazy = '<img class="lazyload" src="data:image/gif;base64,R0lG" data-src="/a.webp" alt="x">'
  expect(renderHtml('html', lazy)).toBe(shown)
  expect(renderHtml('html', `${lazy}\n<noscript><img src="/a.webp" alt="x"></noscript>`)).toBe(shown)
  expect(renderHtml('html', `${shown}<noscript><p>y</p></noscript>`)).toBe(shown)
})
