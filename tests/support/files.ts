/** Small files of the types that users upload, and their data URLs */

/** @returns the data URL that a browser makes of a file; `type` is the claimed type */
export function dataUrl(type: string, content: Buffer | string): string {
  return `data:${type};base64,${Buffer.from(content as Buffer).toString('base64')}`
}

/** One transparent pixel */
export const png: Buffer<ArrayBuffer> = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** The start and the end of a JPEG file */
export const jpeg: Buffer<ArrayBuffer> = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10]),
  Buffer.from('JFIF\0'),
  Buffer.from([0x01, 0x01, 0x00, 0x00, 0x01, 0x00, 0x01, 0x00, 0x00, 0xff, 0xd9]),
])

/** One empty page */
export const pdf: Buffer<ArrayBuffer> = Buffer.from(
  `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`,
)
