import type { FileType } from '@jaanch/contracts/file-types'

const extensions: Readonly<Record<FileType, readonly [preferred: string, ...others: string[]]>> = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'application/pdf': ['.pdf'],
}

/**
 * Control and format characters (such as those that change the direction of text, except the joiners of Indian scripts), and
 * characters with a meaning in paths or shells.
 */
const unsafeCharacters = /[[\p{C}\p{Zl}\p{Zp}"*\/:<>?\\\|]--[\u200c\u200d]]+/gv

/**
 * A name that is safe on every file system: without folders, and with an extension of the file's true type (`scan.html` that
 * is a PNG becomes `scan.html.png`).
 * @param name from the upload, 1 to 255 characters
 */
export function safeFileName(name: string, type: FileType): string {
  const base = name.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const plain = base
    .replaceAll(unsafeCharacters, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  const [preferred, ...others] = extensions[type]
  const lower = plain.toLowerCase()
  if (plain === '') return `file${preferred}`
  return [preferred, ...others].some((extension) => lower.endsWith(extension))
    ? plain
    : `${plain}${preferred}`
}

/**
 * The Content-Disposition of a file (RFC 6266): an ASCII name for old clients and the full name, encoded by RFC 5987.
 * @param name from `safeFileName`
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.replaceAll(/[^ -~]/gu, '_').replaceAll(/["%\\]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
