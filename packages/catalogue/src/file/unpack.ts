/** Opens ZIP files of strangers within bounds: a file says how large its entries are, and may lie. */
import { Unzip, UnzipInflate } from 'fflate'

/** A workbook of 3,000 rows unpacks to some 5 MB */
const mostBytes = 64 * 1_048_576
const mostEntries = 100

/** A file that is not read. The message is a sentence for the person who sent it. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

/**
 * @returns the entries by name
 * @throws UnreadableFile if it is no ZIP file, has too many entries, or unpacks to too much: nothing beyond the bounds is unpacked
 */
export function unpack(bytes: Uint8Array): Map<string, Uint8Array> {
  if (!hasEnd(bytes)) throw new UnreadableFile('The file is damaged: its end is missing.')
  const entries = new Map<string, Uint8Array>()
  let unpacked = 0
  let count = 0
  let refusal: UnreadableFile | undefined
  const unzip = new Unzip((file) => {
    count += 1
    if (count > mostEntries) throw new UnreadableFile(`The file has more than ${mostEntries} parts.`)
    const chunks: Uint8Array[] = []
    file.ondata = (error, chunk, isLast) => {
      // fflate hands what is thrown here back as an error
      if (error) throw refusal ?? new UnreadableFile('The file is damaged.', { cause: error })
      unpacked += chunk.length
      if (unpacked > mostBytes) {
        refusal = new UnreadableFile(`The file unpacks to more than ${mostBytes / 1_048_576} MB.`)
        throw refusal
      }
      chunks.push(chunk)
      if (isLast) entries.set(file.name, joined(chunks))
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  try {
    // in pieces, so that a bomb is noticed after one of them
    for (let at = 0; at < bytes.length; at += 65_536)
      unzip.push(bytes.subarray(at, at + 65_536), at + 65_536 >= bytes.length)
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile('The file is damaged.', { cause: error })
  }
  if (entries.size === 0) throw new UnreadableFile('The file is empty or damaged.')
  return entries
}

/** The end of a ZIP file is a record with this signature, and a comment of at most 65,535 bytes (APPNOTE 4.3.16). */
function hasEnd(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .subarray(-65_557)
    .includes('PK\x05\x06', 0, 'latin1')
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
