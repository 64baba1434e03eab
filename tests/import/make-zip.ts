import { deflateRawSync } from 'node:zlib'

export type ZipEntry = {
  name: string
  data?: string | Uint8Array
  /** A Unix file type in the upper bits: `0o120777` is a symbolic link. */
  mode?: number
  /** Lies about the unpacked size. */
  size?: number
}

/** A zip of compressed entries, whatever their names are. */
export function makeZip(entries: readonly ZipEntry[]): Uint8Array {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const { name, data = '', mode = 0o100644, size } of entries) {
    const bytes = Buffer.from(data)
    const packed = deflateRawSync(bytes)
    const file = Buffer.from(name)
    const sizes = Buffer.alloc(12)
    sizes.writeUInt32LE(Bun.hash.crc32(bytes), 0)
    sizes.writeUInt32LE(packed.length, 4)
    sizes.writeUInt32LE(size ?? bytes.length, 8)
    const names = Buffer.alloc(4)
    names.writeUInt16LE(file.length, 0)
    // Version, UTF-8 names, deflate, time and date.
    const common = Buffer.from([20, 0, 0, 8, 8, 0, 0, 0, 0, 0])
    const head = Buffer.concat([Buffer.from('PK\x03\x04'), common, sizes, names, file])
    const attributes = Buffer.alloc(14)
    attributes.writeUInt32LE((mode << 16) >>> 0, 6)
    attributes.writeUInt32LE(offset, 10)
    central.push(
      Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), common, sizes, names, attributes, file]),
    )
    local.push(head, packed)
    offset += head.length + packed.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(Buffer.concat(central).length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...local, ...central, Buffer.from('PK\x05\x06'), end])
}
