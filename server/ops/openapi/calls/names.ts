import * as v from 'valibot'
import { NewNamesSchema, RenameSchema } from '#contract/names.ts'
import { apiPaths } from '#contract/paths.ts'
import { type Call, json, jsonBody, messageResponse, publicJson } from '#server/ops/openapi/call.ts'
import { CreatedNamesShape, DescribedNameShape, NameShape } from '#server/ops/openapi/shapes/posts.ts'

const rename = {
  bearer: 'always',
  body: jsonBody(RenameSchema),
  answers: { 200: json('The new name; the id stays.', NameShape) },
  refuses: [503],
} as const

/** Categories and tags answer the same calls. */
const callsOf = (
  kind: 'categories' | 'tags',
  one: string,
  Ids: string,
  deletes: Pick<Call, 'text' | 'refuses'>,
): Call[] => {
  const tag = 'Categories and tags'
  const path = apiPaths[kind]
  return [
    {
      method: 'get',
      path,
      id: `list${Ids}`,
      tag,
      summary: `Lists the ${kind}`,
      answers: { 200: publicJson('By name.', v.array(DescribedNameShape)) },
    },
    {
      method: 'post',
      path,
      id: `create${Ids}`,
      tag,
      summary: `Creates ${kind}`,
      text: 'Names that exist, whatever their case, are skipped.',
      bearer: 'always',
      body: jsonBody(NewNamesSchema),
      answers: { 201: json('The new ones, and a sentence.', CreatedNamesShape) },
      refuses: [503],
    },
    {
      method: 'post',
      path: `${path}/{id}`,
      id: `update${Ids}`,
      tag,
      summary: `Renames a ${one}, by a form’s method`,
      query: v.object({ _method: v.literal('PUT') }),
      ...rename,
      refuses: [405, 503],
    },
    { method: 'put', path: `${path}/{id}`, id: `rename${Ids}`, tag, summary: `Renames a ${one}`, ...rename },
    {
      method: 'delete',
      path: `${path}/{id}`,
      id: `delete${Ids}`,
      tag,
      summary: `Deletes a ${one}`,
      bearer: 'always',
      answers: { 200: messageResponse('It is gone.') },
      ...deletes,
    },
  ]
}

export const nameCalls: readonly Call[] = [
  ...callsOf('categories', 'category', 'Categories', { text: 'Refused while posts use it.', refuses: [409, 503] }),
  ...callsOf('tags', 'tag', 'Tags', { text: 'It is taken off its posts.', refuses: [503] }),
]
