import { join } from 'node:path'
import { schemaFiles, written } from './json-schema.ts'

/** `bun run schemas`: writes the JSON Schemas for editors' tools into `content/.schemas`. */
export async function writeSchemas(dir: string): Promise<void> {
  for (const [name, schema] of schemaFiles()) await Bun.write(join(dir, `${name}.json`), written(schema))
}

if (import.meta.main) await writeSchemas('content/.schemas')
