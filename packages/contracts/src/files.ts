/** Which files are taken, by their content: what the picker of a browser, or a client, calls them may be wrong. No schemas. */

/** A file must start with its signature: some readers also find it later in the file and skip the bytes before it. */
const signatures = {
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  // %PDF-
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
} as const
export type FileType = keyof typeof signatures

/** Bytes that `typeOfContent` needs */
export const signatureBytes = 8

/** @param start the first bytes of a file @returns what it is by its signature */
export function typeOfContent(start: Uint8Array): FileType | undefined {
  const types = Object.keys(signatures) as FileType[]
  return types.find((type) => signatures[type].every((byte, at) => start[at] === byte))
}

/** Names of files of any type, which systems give if they know none */
const anyType: readonly string[] = ['', 'application/octet-stream', 'binary/octet-stream']

/** Whether it is a photo in the usual format of iPhones, by its type, or by its name where the system knows no type. */
export function isNamedHeic({ type, name }: { type: string; name: string }): boolean {
  return /^image\/hei[cf]/i.test(type) || (anyType.includes(type.toLowerCase()) && /\.hei[cf]$/i.test(name))
}

/** Why an uploaded file is refused, in sentences for whoever uploads it. The client shows some of them itself: no schemas. */
export const fileProblems = {
  heic: 'This photo is in Apple’s HEIC format. For JPG photos, choose Settings > Camera > Formats > Most Compatible on the iPhone, or upload a screenshot of the photo.',
  damagedPhoto: 'This picture is damaged or incomplete. Please take or choose it again.',
  hugePhoto:
    'This picture has more than 50 megapixels. Please take or choose one with fewer, for example a screenshot of it.',
  pdfPassword: 'This PDF needs a password. Please upload one that opens without a password.',
  pdfCutOff: 'This PDF is incomplete: its end is missing. Please export or scan it again.',
  pdfWithoutPages: 'This PDF has no pages. Please export or scan it again.',
  pdfUnreadable: 'This PDF could not be read. Please export or scan it again.',
} as const
