import * as v from 'valibot'
import { apiPaths } from '#contract/paths.ts'
import { PostFormSchema, PostQuerySchema } from '#contract/posts.ts'
import { type Body, type Call, json, messageResponse, publicJson } from '#server/ops/openapi/call.ts'
import {
  CardShape,
  EditableShape,
  PostPageShape,
  PostShape,
  PreviewShape,
  SavedShape,
  ScheduleShape,
  StaleShape,
} from '#server/ops/openapi/shapes/posts.ts'

const tag = 'Posts'
const ONE = `${apiPaths.posts}/{id}`

const form: Body = {
  schema: PostFormSchema,
  types: ['multipart/form-data'],
  lists: ['tags'],
  files: { image: 'JPEG, PNG, WebP or GIF; without one, an update keeps the picture that the post has.' },
}
const saved = {
  200: json('The post as it is now; `merged` names what came from a change in between.', SavedShape),
}
const method = v.object({ _method: v.literal('PUT') })
const state = v.object({ state: PostQuerySchema.entries.state })
/** In place of the refusal that other calls mean by 409. */
const stale = {
  409: json('The file changed meanwhile, in the same places: both versions. Nothing was written.', StaleShape),
}

export const postCalls: readonly Call[] = [
  {
    method: 'get',
    path: apiPaths.posts,
    id: 'listPosts',
    tag,
    summary: 'Lists posts, newest first',
    text: 'Without a query the newest live posts, whole: at most 500 of them and at most 5 MB of JSON. Where there are more, the `Link` header has the URL of the rest (`rel="next"`): the same query with `after`, a cursor that continues exactly after the last post sent, whatever was added or deleted meanwhile. `fields=card` leaves out their content, `page` and `per_page` give a part instead. With `q` those that have all its words, the best first: a word of the title counts more than one of the category or a tag, of the summary, of the text; `found` has the words marked, as HTML. `state` asks for posts that are not live, too, and needs a token.',
    bearer: 'sometimes',
    query: PostQuerySchema,
    answers: {
      200: publicJson('Posts; cards where `fields=card`.', v.union([v.array(PostShape), v.array(CardShape)]), {
        'x-total-count': 'How many posts match, sent or not.',
        link: 'The URL of the posts after these, `rel="next"`; absent at the end.',
      }),
    },
    refuses: [401, 422, 503],
  },
  {
    method: 'post',
    path: apiPaths.posts,
    id: 'createPost',
    tag,
    summary: 'Creates a post',
    bearer: 'always',
    body: form,
    answers: { 201: json('The new post.', PostShape) },
    refuses: [503],
  },
  {
    method: 'get',
    path: ONE,
    id: 'readPost',
    tag,
    summary: 'Reads a post',
    text: 'Live posts are for everybody. `state=all` reads any post, with its source, and needs a token.',
    bearer: 'sometimes',
    query: state,
    answers: {
      200: publicJson(
        'The post, and what its page shows around it; with `state=all` its source instead.',
        v.union([PostPageShape, EditableShape]),
      ),
    },
    refuses: [401],
  },
  {
    method: 'post',
    path: ONE,
    id: 'updatePost',
    tag,
    summary: 'Updates a post',
    text: 'A multipart form as for a new post. With `revision` a change that came in between is merged; where both changed the same, it is refused with both versions. Without it, the form overwrites.',
    bearer: 'always',
    query: method,
    body: form,
    answers: { ...saved, ...stale },
    refuses: [405, 503],
  },
  {
    method: 'put',
    path: ONE,
    id: 'putPost',
    tag,
    summary: 'Updates a post, by its own method',
    bearer: 'always',
    body: form,
    answers: { ...saved, ...stale },
    refuses: [503],
  },
  {
    method: 'delete',
    path: ONE,
    id: 'deletePost',
    tag,
    summary: 'Deletes a post',
    bearer: 'always',
    answers: { 200: messageResponse('It is gone.') },
    refuses: [503],
  },
  {
    method: 'post',
    path: `${ONE}/preview`,
    id: 'previewPost',
    tag,
    summary: 'Makes a link that shows a post which is not public',
    bearer: 'always',
    answers: { 201: json('A path of the site, and until when it opens.', PreviewShape) },
    refuses: [409],
  },
  {
    method: 'get',
    path: apiPaths.schedule,
    id: 'readSchedule',
    tag,
    summary: 'Says what time will do next to the blog',
    bearer: 'always',
    answers: {
      200: json('The next post that appears or expires, and how many posts are in which state.', ScheduleShape),
    },
  },
]
