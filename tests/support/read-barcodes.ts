import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { prepareZXingModule, readBarcodes as read } from 'zxing-wasm/reader'
import type { Raster } from './rasterise-pdf.ts'

const wasm = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
const prepared = prepareZXingModule({
  overrides: {
    wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer,
  },
  fireImmediately: true,
})

/** Reads the barcodes of a picture with ZXing. @returns the texts by the kind of code, such as `Code128` */
export async function readBarcodes(picture: Raster): Promise<Record<string, string[]>> {
  await prepared
  const found = await read(picture as Parameters<typeof read>[0], {
    tryHarder: false,
    formats: ['Code128', 'QRCode'],
  })
  const texts: Record<string, string[]> = {}
  for (const { format, text } of found) texts[format] = [...(texts[format] ?? []), text]
  return texts
}
